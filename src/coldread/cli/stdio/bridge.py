"""A bridge between a host that only supports stdio and a service over HTTP: it passes on every call and its answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from mcp import MCPError, types
from mcp.client import Client
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server

from coldread.base.version import VERSION

Context = ServerRequestContext[Any, Any]
Page = types.PaginatedRequestParams | None
T = TypeVar("T")

INTERNAL = -32603
PATIENCE_S = 90  # a scan takes 15 seconds, on a busy service longer


async def bridge_to(service: str) -> None:
    """Run until the host disconnects. If the service is unreachable, each call gets an error; the bridge keeps running."""
    server = _server(f"{service}/mcp")
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


async def _ask_service(url: str, ask: Callable[[Client], Awaitable[T]]) -> T:
    """The service's answer over a new connection: the service has no sessions, and a broken connection affects only one
    call."""
    try:
        async with Client(url, read_timeout_seconds=PATIENCE_S) as client:
            try:
                return await ask(client)
            except MCPError as error:  # raised inside, it would be wrapped in the client's task groups
                refused = error
    except Exception as error:
        raise MCPError(INTERNAL, f"The service at {url} does not answer: {_text_of_cause(error)}") from error
    raise refused


def _text_of_cause(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__


def _server(url: str) -> Server[Any]:
    async def list_tools(_: Context, params: Page) -> types.ListToolsResult:
        return await _ask_service(
            url, lambda client: client.list_tools(cursor=params.cursor if params else None)
        )

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        own: Any = {
            name: value for name, value in (context.meta or {}).items() if not name.startswith("io.model")
        }
        return await _ask_service(
            url, lambda client: client.call_tool(params.name, params.arguments, meta=own or None)
        )

    async def list_resources(_: Context, params: Page) -> types.ListResourcesResult:
        return await _ask_service(
            url, lambda client: client.list_resources(cursor=params.cursor if params else None)
        )

    async def list_templates(_: Context, __: Page) -> types.ListResourceTemplatesResult:
        return await _ask_service(url, lambda client: client.list_resource_templates())

    async def read_resource(_: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        return await _ask_service(url, lambda client: client.read_resource(str(params.uri)))

    async def list_prompts(_: Context, params: Page) -> types.ListPromptsResult:
        return await _ask_service(
            url, lambda client: client.list_prompts(cursor=params.cursor if params else None)
        )

    async def get_prompt(_: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return await _ask_service(url, lambda client: client.get_prompt(params.name, params.arguments))

    return Server(
        "coldread",
        version=VERSION,
        title="Coldread",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )

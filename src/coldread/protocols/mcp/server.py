"""The MCP server, on the low level of the SDK: tables in, typed answers out. Imported at the first use (3 s)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from mcp import MCPError, types
from mcp.server.caching import CacheableMethod, CacheHint, apply_cache_hint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.base.version import ABOUT, VERSION
from coldread.guard.claims import claim_key, complete_claim
from coldread.guard.idempotency import Once
from coldread.protocols import payment
from coldread.protocols.discovery.cards import ERAS
from coldread.protocols.internal_call import RouteProblem, as_route_problem, call_route
from coldread.protocols.mcp import prompts, resources
from coldread.protocols.mcp.schemas import input_schema, is_offered, output_schema
from coldread.protocols.mcp.texts import answer_texts, refusal, refusal_text
from coldread.protocols.mcp.tool_call import (
    INTERNAL,
    INVALID_PARAMS,
    payment_error,
    route_answer,
    structured_answer,
)
from coldread.protocols.mcp.tools import BY_NAME, TOOLS, Tool
from coldread.web.request import CREATION, services_of

Context = ServerRequestContext[Any, Request]

#: lists and documents that change only when the service restarts
FOR_AN_HOUR = CacheHint(ttl_ms=3_600_000, scope="public")
LISTS: tuple[CacheableMethod, ...] = (
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "server/discover",
)

#: the field of a refused result that has the problem as REST sends it
PROBLEM = "coldread/problem"
MODERN = "2026-07-28"  # from this version a result can ask for input, and the client sends the call again
INSTRUCTIONS = (
    "Coldread reviews landing pages. Start with scan_page (free). A review by a person is ordered with "
    "request_cold_read and followed with get_order; a person pays, you relay pay_url. Relay chat_summary as it stands."
)


def session_manager(settings: Settings) -> StreamableHTTPSessionManager:
    """Stateless, JSON answers, old and new versions; only for our own host names."""
    return StreamableHTTPSessionManager(
        app=_server(settings),
        json_response=True,
        stateless=True,
        security_settings=TransportSecuritySettings(allowed_hosts=_hosts(settings)),
        max_request_body_size=CREATION,
    )


def _hosts(settings: Settings) -> list[str]:
    """Our host names; any other name that leads here is DNS rebinding. Loopback is included if we listen on it."""
    named = urlsplit(settings.base_url).netloc
    if settings.is_production:
        return [named]
    return [named, "127.0.0.1:*", "localhost:*", "[::1]:*"]


def _server(settings: Settings) -> Server[Any]:
    server: Server[Any] = Server(
        "coldread",
        version=VERSION,
        title="Coldread",
        description=ABOUT,
        instructions=INSTRUCTIONS,
        website_url=settings.base_url,
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
        on_list_resources=_list_resources,
        on_list_resource_templates=_list_templates,
        on_read_resource=_read_resource,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
        cache_hints=dict.fromkeys(LISTS, FOR_AN_HOUR),
    )
    server.add_request_handler("server/discover", types.RequestParams, _discover_of(server))
    return server


def _discover_of(
    server: Server[Any],
) -> Callable[[Context, types.RequestParams | None], Awaitable[types.DiscoverResult]]:
    """The SDK's own answer, with every version that the card lists."""

    async def discover(context: Context, _: types.RequestParams | None) -> types.DiscoverResult:
        return types.DiscoverResult(
            supported_versions=list(ERAS),
            capabilities=server.get_capabilities(protocol_version=context.protocol_version),
            instructions=server.instructions,
        )

    return discover


def _request(context: Context) -> Request:
    assert context.request is not None
    return context.request


async def _list_tools(context: Context, _: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    description = (await call_route(_request(context), "GET", "/v1/openapi.json")).json
    return types.ListToolsResult(
        tools=[
            _tool_for_client(tool, description, services_of(_request(context)).settings)
            for tool in TOOLS
            if is_offered(tool, description) or tool.output
        ]
    )


def _tool_for_client(tool: Tool, description: dict[str, Any], settings: Settings) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.described(settings),
        input_schema=input_schema(tool, description),
        output_schema=output_schema(tool, description),
        annotations=types.ToolAnnotations(
            read_only_hint=tool.read_only,
            destructive_hint=False,
            idempotent_hint=tool.idempotent or tool.read_only,
            open_world_hint=tool.path in {"/v1/scan", "/v1/scan-paid", "/v1/orders/{order_id}/rescan"},
        ),
    )


async def _call_tool(
    context: Context, params: types.CallToolRequestParams
) -> types.CallToolResult | types.InputRequiredResult:
    tool = BY_NAME.get(params.name)
    if tool is None or not tool.is_offered(services_of(_request(context)).settings):
        raise MCPError(INVALID_PARAMS, f"There is no tool {params.name!r}.")
    request, arguments = _request(context), params.arguments or {}
    try:
        answered = await route_answer(request, tool, arguments, dict(context.meta or {}))
    except RouteProblem as no:
        return _refusal_result(no)
    except Problem as problem:
        return _refusal_result(as_route_problem(request, problem))
    answer = await structured_answer(request, tool, answered, arguments)
    if (
        "hand_over" in tool.arguments
        and arguments.get("hand_over")
        and (asked := await _pay_page(context, params, answer)) is not None
    ):
        return asked
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text) for text in answer_texts(tool, answer)],
        structured_content=answer,
        _meta=_receipt(answered.headers.get("payment-receipt")),
    )


def _refusal_result(no: RouteProblem) -> types.CallToolResult:
    """A result that the model can read and act on: as text, and typed with the problem and its remedy.

    Clients check the typed content of a refusal against the tool's schema too, so the problem has a separate field.
    """
    if (asks_money := payment_error(no)) is not None:
        raise asks_money
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=refusal_text(no))],
        structured_content={"problem": refusal(no)},
        is_error=True,
        _meta={PROBLEM: no.body},
    )


async def _pay_page(
    context: Context, params: types.CallToolRequestParams, order: dict[str, Any]
) -> types.InputRequiredResult | None:
    """Ask the client to open the pay page, once a day; None if nothing is to be paid or the client cannot."""
    if not order["pay_url"] or params.input_responses or params.request_state:
        return None
    able = context.session.client_capabilities
    if context.protocol_version < MODERN or able is None or able.elicitation is None:
        return None  # without a channel back to the client, `pay_url` in the answer has to do
    once = Once(scope="mcp-pay", key=order["order_id"], fingerprint=order["order_id"])
    try:
        if await services_of(_request(context)).db.write(_earlier_answer, once):
            return None
    except Problem:
        return None  # a concurrent call is showing it
    page = types.ElicitRequestURLParams(
        message=order["message"],
        url=order["pay_url"],
        elicitation_id=order["order_id"],
    )
    return types.InputRequiredResult(
        input_requests={"pay": types.ElicitRequest(params=page)}, request_state=order["order_id"]
    )


def _earlier_answer(session: Session, once: Once) -> bool:
    if claim_key(session, once) is not None:
        return True
    complete_claim(session, once, "shown")
    return False


def _receipt(header: str | None) -> dict[str, Any] | None:
    return {payment.RECEIPT: payment.decode_base64url(header)} if header else None


async def _list_resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    return types.ListResourcesResult(
        resources=[
            types.Resource(
                uri=row.uri,
                name=row.name,
                title=row.title,
                description=row.description,
                mime_type=row.media_type,
            )
            for row in resources.RESOURCES
            if not row.is_template
        ]
    )


async def _list_templates(
    _: Context, __: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    return types.ListResourceTemplatesResult(
        resource_templates=[
            types.ResourceTemplate(
                uri_template=row.uri,
                name=row.name,
                title=row.title,
                description=row.description,
                mime_type=row.media_type,
            )
            for row in resources.RESOURCES
            if row.is_template
        ]
    )


async def _read_resource(
    context: Context, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    path = resources.path_of(str(params.uri))
    if path is None:
        raise MCPError(INVALID_PARAMS, "There is no such resource.", {"uri": str(params.uri)})
    try:
        answer = await call_route(_request(context), "GET", path, headers={"accept": "application/json"})
    except RouteProblem as no:
        raise MCPError(INVALID_PARAMS if no.status < 500 else INTERNAL, str(no), no.body) from no
    kind = answer.headers["content-type"].partition(";")[0]
    read = types.ReadResourceResult(
        contents=[types.TextResourceContents(uri=params.uri, mime_type=kind, text=answer.content.decode())]
    )
    return apply_cache_hint(read, FOR_AN_HOUR) if resources.is_static(str(params.uri)) else read


async def _list_prompts(_: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    return types.ListPromptsResult(
        prompts=[
            types.Prompt(
                name=row.name,
                title=row.title,
                description=row.description,
                arguments=[
                    types.PromptArgument(
                        name=argument.name, description=argument.description, required=argument.required
                    )
                    for argument in row.arguments
                ],
            )
            for row in prompts.PROMPTS
        ]
    )


async def _get_prompt(_: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    row = prompts.BY_NAME.get(params.name)
    if row is None:
        raise MCPError(INVALID_PARAMS, f"There is no prompt {params.name!r}.")
    arguments = params.arguments or {}
    missing = [
        argument.name for argument in row.arguments if argument.required and not arguments.get(argument.name)
    ]
    if missing:
        raise MCPError(INVALID_PARAMS, f"The prompt needs: {', '.join(missing)}.", {"missing": missing})
    text = row.text.format(**{argument.name: arguments.get(argument.name, "") for argument in row.arguments})
    return types.GetPromptResult(
        description=row.description,
        messages=[types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))],
    )

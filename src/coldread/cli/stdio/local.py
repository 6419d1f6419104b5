"""The scan as a local MCP tool: no service, no limits, no orders."""

from __future__ import annotations

from typing import Any

from mcp import MCPError, types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from pydantic import Field, ValidationError

from coldread.base.fields import Body, ScanAudience, Uri
from coldread.base.languages import Language
from coldread.base.settings import Settings
from coldread.base.version import ABOUT, VERSION
from coldread.egress.policy import Policy
from coldread.scanner.brief import Brief
from coldread.scanner.engine import scan_page
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.report.answer import page_answer
from coldread.scanner.report.markdown import report_md
from coldread.scanner.visit.fetch import PageError
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Visitor

Context = ServerRequestContext[Any, Any]
INVALID_PARAMS = -32602
#: refusals that `--allow` lifts
LIFTED_BY_ALLOW = frozenset({"host_refused", "port_refused", "address_refused"})
INSTRUCTIONS = (
    "Looks at landing pages from this machine with scan_page. Relay chat_summary as it stands. A review by a person is "
    "ordered from a Coldread service: start this server with --service."
)


class Wanted(Body):
    """The page, and its brief."""

    url: Uri = Field(description="The landing page.")
    primary_goal: PrimaryGoal = Field(PrimaryGoal.OTHER, description="What a visitor should do.")
    audience: ScanAudience | None = Field(None, description="Whom the page speaks to.")
    language: Language = Field(Language.EN, description="Of the answer.")


TOOL = types.Tool(
    name="scan_page",
    title="Scan a landing page",
    description="Looks at a landing page as a stranger does, from this machine, and returns scores, findings with "
    "evidence, and `chat_summary` to relay as it stands. Takes about 15 seconds.",
    input_schema={
        "type": "object",
        "properties": {
            "url": {"type": "string", "format": "uri", "description": "The landing page."},
            "primary_goal": {
                "type": "string",
                "enum": list(PrimaryGoal),
                "description": "What a visitor should do.",
            },
            "audience": {"type": "string", "maxLength": 200, "description": "Whom the page speaks to."},
            "language": {"type": "string", "enum": list(Language), "description": "Of the answer."},
        },
        "required": ["url"],
    },
    output_schema={
        "type": "object",
        "properties": {
            "url": {"type": "string"},
            "_source": {"type": "string"},
            "chat_summary": {"type": "string"},
            "scores": {"type": "object"},
            "findings": {"type": "object"},
            "report_md": {"type": "string"},
            "caveats": {"type": "array"},
        },
    },
    annotations=types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=True),
)


async def serve_local(settings: Settings, allowed: frozenset[tuple[str, int]]) -> None:
    """Run until the host disconnects. The browser stays open between scans and is closed at the end."""
    renderer = Renderer(
        chromium=settings.chromium,
        no_sandbox_permitted=settings.chromium_no_sandbox or not settings.is_production,
    )
    visitor = Visitor(policy=Policy(allow=allowed), renderer=renderer)
    server = _server(visitor)
    try:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
    finally:
        await renderer.close()


def _server(visitor: Visitor) -> Server[Any]:
    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[TOOL])

    async def call_tool(_: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name != TOOL.name:
            raise MCPError(INVALID_PARAMS, f"There is no tool {params.name!r}.")
        return await _scan_and_report(visitor, params.arguments or {})

    return Server(
        "coldread",
        version=VERSION,
        title="Coldread",
        description=ABOUT,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _scan_and_report(visitor: Visitor, arguments: dict[str, Any]) -> types.CallToolResult:
    try:
        wanted = Wanted.model_validate(arguments)
    except ValidationError as error:
        faults = [f"- {'/'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
        return _error_result("\n".join(["The input does not fit; correct it and call again.", *faults]))
    brief = Brief(goal=wanted.primary_goal, audience=wanted.audience or "", lang=wanted.language)
    try:
        scanned = await scan_page(visitor, wanted.url, brief)
    except PageError as error:
        return _error_result(_no_page(wanted.url, error))
    report = scanned.report
    answer = {
        "url": wanted.url,
        "_source": report.source,
        "report_md": report_md(report),
        **page_answer(report),
    }
    texts = (answer["chat_summary"], answer["report_md"])
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text) for text in texts], structured_content=answer
    )


def _error_result(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)


def _no_page(url: str, error: PageError) -> str:
    lines = [f"There is no page to judge at {url}: {error.detail}", f"reason: {error.reason}"]
    if error.reason in LIFTED_BY_ALLOW:
        lines.append(
            "A local or private host has to be named when this server is started: --allow HOST:PORT."
        )
    return "\n".join(lines)

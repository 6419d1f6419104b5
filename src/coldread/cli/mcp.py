"""`coldread mcp`: tools for the host that starts it, over stdio."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from coldread.cli.run import fail, settings_or_exit

HELP = """Serve MCP over stdio, for hosts that start their servers themselves (Claude Desktop, Claude Code, VS Code, Cursor).

Alone it offers scan_page: it scans pages from this machine, without any service. With --service it passes every call to
that service, which also takes orders, answers and rescans.

\b
Examples:
  coldread mcp
  coldread mcp --allow localhost:3000
  coldread mcp --service https://coldread.example
"""

ServiceOption = Annotated[
    str | None, typer.Option(envvar="COLDREAD_SERVICE", help="Address of a Coldread service.")
]
AllowOption = Annotated[
    list[str] | None,
    typer.Option(
        help="HOST:PORT that may be scanned although it is local or private. Repeatable. What the model names is "
        "not enough: a page could have told it to."
    ),
]


def mcp(service: ServiceOption = None, allow: AllowOption = None) -> None:
    settings = settings_or_exit()
    from coldread.egress.policy import parse_allowed

    try:
        allowed = parse_allowed((*settings.scan_allow_hosts, *(allow or ())))
    except ValueError as error:
        fail(f"--allow: {error}")
    if service is not None and not service.startswith(("http://", "https://")):
        fail("--service: an address that begins with https:// (or http://)")
    if service is not None:
        from coldread.cli.stdio.bridge import bridge_to

        asyncio.run(bridge_to(service.rstrip("/")))
        return
    from coldread.cli.stdio.local import serve_local

    asyncio.run(serve_local(settings, allowed))

"""`coldread-mcp`: MCP over stdio, for hosts that start their servers themselves, in a package that `uvx` and `pipx` find."""

from __future__ import annotations

import argparse
import asyncio
import os

from coldread_mcp.bridge import bridge_to

ALONE = (
    "name the service: --service https://coldread.example. To scan from this machine without a service, install the "
    "package with its scanner: coldread-mcp[local]"
)


def main() -> None:
    asked = argparse.ArgumentParser(prog="coldread-mcp", description=__doc__)
    asked.add_argument(
        "--service", default=os.environ.get("COLDREAD_SERVICE"), help="address of a Coldread service"
    )
    asked.add_argument(
        "--allow",
        action="append",
        metavar="HOST:PORT",
        help="without a service: what may be scanned although it is local or private; repeatable",
    )
    given = asked.parse_args()
    if given.service and not given.service.startswith(("http://", "https://")):
        asked.error("--service: an address that begins with https:// (or http://)")
    if given.service:
        asyncio.run(bridge_to(given.service))
        return
    try:
        from coldread.cli.mcp import mcp
    except ModuleNotFoundError:
        asked.error(ALONE)
    mcp(service=None, allow=given.allow)

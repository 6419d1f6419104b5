"""Scans pages that exist only in memory, with the real scanner: one site on loopback, one browser."""

from __future__ import annotations

import asyncio
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from coldread.egress.policy import Policy
from coldread.scanner.brief import Brief
from coldread.scanner.engine import scan_page
from coldread.scanner.judge.report import Report
from coldread.scanner.visit.deadlines import SCAN_S
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Visitor

#: before a machine is called too busy
LOOKS = 6
#: addresses that our own pages lead to and that a real site would have
EXISTING = (
    "/signup",
    "/login",
    "/privacy",
    "/terms",
    "/integritet",
    "/personuppgifter",
    "/calls",
    "/demo",
    "/prenumeranter",
)


@dataclass
class Site:
    """Serves one page at `/` and files of its folder beside it."""

    html: str = ""
    folder: Path = Path()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            method, path, _ = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split(" ", 2)
            status, kind, body = self._found(path.partition("?")[0])
            lines = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            writer.write(lines.encode() + (b"" if method == "HEAD" else body))
            await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    def _found(self, path: str) -> tuple[str, str, bytes]:
        if path == "/":
            return "200 OK", "text/html; charset=utf-8", self.html.encode()
        if path in EXISTING:
            return (
                "200 OK",
                "text/html; charset=utf-8",
                b"<!doctype html><title>Here</title><p>Here it is.</p>",
            )
        file = (self.folder / path.lstrip("/")).resolve()
        if file.is_relative_to(self.folder.resolve()) and file.is_file():
            return (
                "200 OK",
                mimetypes.guess_type(file.name)[0] or "application/octet-stream",
                file.read_bytes(),
            )
        return "404 Not Found", "text/html", b"not found"


@dataclass
class Bench:
    """A site whose page can be changed, and eyes that may see it."""

    site: Site
    visitor: Visitor
    url: str

    async def report(self, html: str, folder: Path, brief: Brief) -> Report:
        self.site.html, self.site.folder = html, folder
        return (await scan_page(self.visitor, self.url, brief)).report

    async def steady_report(self, html: str, folder: Path, brief: Brief) -> Report | None:
        """The report of a look with nothing to add to it; None when every look had, for a machine that is too busy."""
        for _ in range(LOOKS):
            report = await self.report(html, folder, brief)
            if not report.seen.caveats:
                return report
        return None


@asynccontextmanager
async def a_bench(deadline_s: float = SCAN_S) -> AsyncIterator[Bench]:
    site = Site()
    server = await asyncio.start_server(site.answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    renderer = Renderer(no_sandbox_permitted=True, deadline_s=deadline_s)
    policy = Policy(allow=frozenset({("127.0.0.1", port)}))
    try:
        visitor = Visitor(policy=policy, renderer=renderer, deadline_s=deadline_s)
        yield Bench(site=site, visitor=visitor, url=f"http://127.0.0.1:{port}/")
    finally:
        await renderer.close()
        server.close()

"""How a process looks at pages: with a browser, without one, or with one if there is one.

Made when the process starts, ready when it is first needed: Playwright and the parsers take a second to import.
"""

from __future__ import annotations

import asyncio
import dataclasses
from typing import TYPE_CHECKING, Literal

from coldread.scanner.visit.browsers import first_browser
from coldread.scanner.visit.deadlines import SCAN_S, deadlines_for

if TYPE_CHECKING:
    from coldread.scanner.brief import Brief
    from coldread.scanner.engine import ScannedPage
    from coldread.scanner.page.observations import Observations
    from coldread.scanner.visit.render.renderer import Renderer
    from coldread.scanner.visit.visitor import Visitor

Engine = Literal["auto", "pipeline", "lite"]


class EngineUnavailable(Exception):
    """A browser was demanded, and there is none to be had now."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScannerOptions:
    """What a lookout is given."""

    engine: Engine = "auto"
    #: path of the browser; empty: searched
    chromium: str = ""
    no_sandbox_permitted: bool = False
    #: `host:port` entries exempt from the egress policy
    allow_hosts: tuple[str, ...] = ()
    #: names of the service itself
    own_hosts: tuple[str, ...] = ()
    #: seconds that a whole scan may take
    deadline_s: float = SCAN_S


class Scanner:
    """One a process; `close` it in the end."""

    def __init__(self, options: ScannerOptions) -> None:
        self.options = options
        self.deadlines = deadlines_for(options.deadline_s)
        self._eyes: Visitor | None = None
        self._renderer: Renderer | None = None
        self._opening = asyncio.Lock()

    async def read_source(self, url: str) -> Observations:
        """The page's source alone, within 3 s of 15; raises PageError."""
        visitor = await self.open()
        return await visitor.read_source(url)

    async def scan(self, url: str, brief: Brief, *, read: Observations | None = None) -> ScannedPage:
        """Raises PageError without a page, EngineUnavailable where a browser was demanded and did not look.

        `read` is the page's source of a moment ago, so that it is not asked twice.
        """
        visitor = await self.open()
        from coldread.scanner.engine import scan_page
        from coldread.scanner.stored_record import RECORD_NAME, packed

        scanned = await scan_page(visitor, url, brief, read=read)
        kept = {**scanned.pictures, RECORD_NAME: await asyncio.to_thread(packed, scanned.report.seen)}
        scanned = dataclasses.replace(scanned, pictures=kept)
        if self.options.engine == "pipeline" and scanned.report.source != "pipeline":
            raise EngineUnavailable(" ".join(scanned.report.caveats) or "The browser cannot be used.")
        return scanned

    async def open(self) -> Visitor:
        """Everything imported and put together; the browser itself starts with the first look."""
        async with self._opening:
            if self._eyes is None:
                await asyncio.to_thread(_import_all)
                self._eyes = self._made()
            return self._eyes

    async def close(self) -> None:
        if self._renderer is not None:
            await self._renderer.close()

    def _made(self) -> Visitor:
        from coldread.egress.policy import Policy, parse_allowed
        from coldread.scanner.visit.render.renderer import Renderer
        from coldread.scanner.visit.visitor import Visitor

        path = find_browser(self.options.chromium)
        if self.options.engine == "pipeline" or (self.options.engine == "auto" and path):
            self._renderer = Renderer(
                chromium=path,
                no_sandbox_permitted=self.options.no_sandbox_permitted,
                deadline_s=self.options.deadline_s,
            )
        policy = Policy(
            allow=parse_allowed(self.options.allow_hosts), own_hosts=frozenset(self.options.own_hosts)
        )
        return Visitor(policy=policy, renderer=self._renderer, deadline_s=self.options.deadline_s)


def find_browser(path: str) -> str:
    """The configured browser, or the first that is found; empty where there is none."""
    return path or first_browser()


def _import_all() -> None:
    from coldread.scanner import engine
    from coldread.scanner.visit import visitor
    from coldread.scanner.visit.render import renderer

    _ = (engine, visitor, renderer)

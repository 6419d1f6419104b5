"""How a process scans pages: with a browser, without one, or with one if there is one.

Created when the process starts, ready when first needed: Playwright and the parsers take a second to import.
"""

from __future__ import annotations

import asyncio
import base64
import dataclasses
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from coldread.base import trace
from coldread.isolation.errors import CutOff
from coldread.isolation.in_process import InProcessTasks
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.isolation.limits import PAGES
from coldread.scanner.visit.browsers import first_browser
from coldread.scanner.visit.deadlines import SCAN_S, deadlines_for
from coldread.scanner.visit.render.turns import Turn

if TYPE_CHECKING:
    from coldread.scanner.brief import Brief
    from coldread.scanner.judge.report import Report
    from coldread.scanner.page.observations import Observations, ProbePlan
    from coldread.scanner.visit.render.redraw import Redrawing, Redrawn
    from coldread.scanner.visit.render.renderer import Renderer
    from coldread.scanner.visit.visitor import Visitor

Engine = Literal["auto", "pipeline", "lite"]


class EngineUnavailable(Exception):
    """A browser was demanded, and none is available now."""


class ScanCutOff(EngineUnavailable):
    """Work on the page was begun and cost too much; another try would end the same way."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScannedPage:
    """The report, and what was made beside it."""

    report: Report
    #: what is stored: pictures by their names in the record, the record itself and its verdict
    pictures: Mapping[str, bytes]
    #: the page's part of the answer
    page: Mapping[str, Any]
    #: SHA-256 of the record
    observations_hash: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScannerOptions:
    """The options of a scanner."""

    engine: Engine = "auto"
    #: path of the browser; empty: searched
    chromium: str = ""
    no_sandbox_permitted: bool = False
    #: `host:port` entries exempt from the egress policy
    allow_hosts: tuple[str, ...] = ()
    #: names of the service itself
    own_hosts: tuple[str, ...] = ()
    #: seconds for a whole scan
    deadline_s: float = SCAN_S


class Scanner:
    """One for each process; call `close` at the end."""

    def __init__(self, options: ScannerOptions, isolated: IsolatedTasks | None = None) -> None:
        self.options = options
        #: where pages are parsed and judged; None: in this process
        self._isolated = isolated or InProcessTasks(_own_tasks)
        self.deadlines = deadlines_for(options.deadline_s)
        self._eyes: Visitor | None = None
        self._renderer: Renderer | None = None
        self._opening = asyncio.Lock()

    async def read_source(self, url: str) -> Observations:
        """The page's source alone, within 3 s of 15; raises PageError."""
        visitor = await self.ready()
        try:
            return await visitor.read_source(url)
        except CutOff as cut:
            raise _scan_cut_off(cut) from cut

    async def read_files(self, urls: Iterable[str]) -> dict[str, str]:
        """Text files by their addresses, those that arrived."""
        return await (await self.ready()).read_files(urls)

    async def scan(
        self,
        url: str,
        brief: Brief,
        *,
        read: Observations | None = None,
        turn: Turn | None = None,
    ) -> ScannedPage:
        """Raises PageError without a page, EngineUnavailable if a browser was demanded and could not scan.

        `read` is the page's source of a moment ago, so that it is not requested twice; `turn`: for whom, if
        others wait for a browser as well.
        """
        try:
            with trace.span("scan") as step:
                scanned = await self._visit_and_judge(url, brief, read, turn or Turn())
                step.note({"scan.source": scanned.report.source})
        except CutOff as cut:
            raise _scan_cut_off(cut) from cut
        except ExceptionGroup as several:  # of the visit's tasks
            cuts = several.subgroup(CutOff)
            if cuts is None:
                raise
            raise _scan_cut_off(_first_cut_off(cuts)) from several
        if self.options.engine == "pipeline" and scanned.report.source != "pipeline":
            raise EngineUnavailable(" ".join(scanned.report.caveats) or "The browser cannot be used.")
        return scanned

    async def redraw(self, wanted: Redrawing) -> Mapping[str, Redrawn]:
        """A page's first screen with changes, by window, without windows that have no picture."""
        visitor = await self.open()
        with trace.span("redraw"):
            return await visitor.redraw(wanted)

    async def _visit_and_judge(
        self, url: str, brief: Brief, read: Observations | None, turn: Turn
    ) -> ScannedPage:
        visitor = await self.open()
        from coldread.scanner.stored_record import RECORD_NAME, VERDICT_NAME
        from coldread.scanner.tasks import brief_json
        from coldread.scanner.verdict import report_of

        told = brief_json(brief)

        async def plan(first: Observations) -> ProbePlan:
            asked = {"record": first.to_json().decode(), "brief": told}
            with trace.span("isolated scanner.plan"):
                return _plan_of(await self._isolated.run(PAGES, "scanner.plan", asked))

        visit = await visitor.visit(url, plan=plan, read=read, turn=turn)
        seen = visit.observations
        asked = {"record": seen.to_json().decode(), "brief": told}
        with trace.span("isolated scanner.review"):
            made = await self._isolated.run(PAGES, "scanner.review", asked)
        kept = {RECORD_NAME: made["record"], VERDICT_NAME: made["stored_verdict"]}
        return ScannedPage(
            report=report_of(made["verdict"], seen, brief),
            pictures={
                **visit.pictures,
                **{name: base64.b64decode(content) for name, content in kept.items() if content},
            },
            page=made["page"],
            observations_hash=made["hash"],
        )

    async def open(self) -> Visitor:
        """Everything imported and put together; the browser itself starts with the first scan."""
        async with self._opening:
            if self._eyes is None:
                await asyncio.to_thread(_import_all)
                self._eyes = self._make_visitor()
            return self._eyes

    async def ready(self) -> Visitor:
        """Everything that a scan needs has been started: right after its own start a slow machine takes half a minute for that,
        which must not count against a page's time."""
        visitor = await self.open()
        await self._isolated.start()
        return visitor

    async def close(self) -> None:
        if self._renderer is not None:
            await self._renderer.close()

    def _make_visitor(self) -> Visitor:
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
        return Visitor(
            policy=policy,
            renderer=self._renderer,
            deadline_s=self.options.deadline_s,
            isolated=self._isolated,
        )


def find_browser(path: str) -> str:
    """The configured browser, or the first one found; empty if there is none."""
    return path or first_browser()


def _import_all() -> None:
    from coldread.egress.client import trusted_roots
    from coldread.scanner import tasks, verdict
    from coldread.scanner.visit import visitor
    from coldread.scanner.visit.render import renderer

    _ = (tasks, verdict, visitor, renderer)
    trusted_roots()


def _own_tasks() -> Mapping[str, Any]:
    from coldread.scanner.tasks import TASKS

    return TASKS


def _plan_of(value: Mapping[str, Any]) -> ProbePlan:
    from coldread.scanner.page.observations import ProbePlan

    pairs = {name: tuple((one, address) for one, address in value[name]) for name in ("targets", "assets")}
    behind = tuple((selector, address, goal) for selector, address, goal in value["behind"])
    return ProbePlan(clicks=tuple(value["clicks"]), submits=tuple(value["submits"]), behind=behind, **pairs)


def _scan_cut_off(cut: CutOff) -> ScanCutOff:
    return ScanCutOff(f"The page could not be worked on: {cut}.")


def _first_cut_off(several: ExceptionGroup[CutOff]) -> CutOff:
    one = several.exceptions[0]
    return _first_cut_off(one) if isinstance(one, ExceptionGroup) else one

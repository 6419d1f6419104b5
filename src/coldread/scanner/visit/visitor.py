"""A complete visit to a page: its source, what is beside it, and both windows, in one record."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime as dt
import inspect
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any, cast

from coldread.base import trace
from coldread.base.incoming.addresses import split_fragment
from coldread.egress.budget import Budget, Caps
from coldread.egress.client import Client
from coldread.egress.connector import Connector
from coldread.egress.names import Names, Resolver, system_resolver
from coldread.egress.policy import Policy
from coldread.egress.target import parse
from coldread.isolation.in_process import InProcessTasks
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.scanner.page.behind import BehindPage
from coldread.scanner.page.observations import Observations, ProbedTarget, ProbePlan
from coldread.scanner.visit import behind, pictures
from coldread.scanner.visit.deadlines import SCAN_S, deadlines_for
from coldread.scanner.visit.fetch import Fetched, PageEmptyError, fetch
from coldread.scanner.visit.reading import TASKS, SourceFacts, source_facts
from coldread.scanner.visit.render.errors import BrowserLost, RenderError
from coldread.scanner.visit.render.observe_window import WindowRecord
from coldread.scanner.visit.render.redraw import Redrawing, Redrawn, redraw
from coldread.scanner.visit.render.render import Rendered, render
from coldread.scanner.visit.render.renderer import ANYBODY, Renderer
from coldread.scanner.visit.render.secrets import Secrets
from coldread.scanner.visit.render.turns import Turn
from coldread.scanner.visit.targets import probe_all
from coldread.scanner.visit.well_known import llms_txt, robots_txt, text_file

log = logging.getLogger(__name__)

#: what to try, given everything seen so far; a plain function runs in a thread
Plan = Callable[[Observations], ProbePlan] | Callable[[Observations], Coroutine[Any, Any, ProbePlan]]
#: the record with the sizes of pictures that were not loaded
Measured = Callable[[Observations], Awaitable[Observations]]
#: the pages behind the one step in the plan
Follow = Callable[[Observations, ProbePlan], Awaitable[tuple[BehindPage, ...]]]


@dataclasses.dataclass(frozen=True, kw_only=True)
class VisitResult:
    """The record, and the pictures by their names in it."""

    observations: Observations
    pictures: Mapping[str, bytes]
    #: seconds for each window and step
    spent: Mapping[str, Mapping[str, float]]


def nothing_to_try(_seen: Observations) -> ProbePlan:
    return ProbePlan()


class Visitor:
    """Visits pages. Without a renderer it reads only their source.

    `deadline_s` is the time of a scan, of which the visit is a part.
    """

    def __init__(
        self,
        *,
        policy: Policy,
        renderer: Renderer | None = None,
        resolver: Resolver = system_resolver,
        deadline_s: float = SCAN_S,
        isolated: IsolatedTasks | None = None,
    ) -> None:
        self.deadlines = deadlines_for(deadline_s)
        #: where the source is parsed; None: in this process
        self._isolated = isolated or InProcessTasks(lambda: TASKS)
        self._policy = policy
        self._renderer = renderer
        self._resolver = resolver

    async def read_source(self, url: str, *, secret_headers: Mapping[str, str] | None = None) -> Observations:
        """The static layer: the page's source, within 3 s of 15; raises PageError."""
        names = self._names()
        return await self._read(url, names, secret_headers)

    async def read_files(self, urls: Iterable[str]) -> dict[str, str]:
        """Text files, such as a site's own scripts, without those that are missing, too large or slow."""
        limit = self.deadlines.well_known
        async with Client(self._small_door(self._names())) as client:
            found = [(url, await text_file(client, url, limit)) for url in urls]
        return {url: text for url, text in found if text}

    async def visit(
        self,
        url: str,
        *,
        plan: Plan = nothing_to_try,
        secret_headers: Mapping[str, str] | None = None,
        read: Observations | None = None,
        turn: Turn = ANYBODY,
    ) -> VisitResult:
        """All layers. Raises PageError without a page; if a browser fails, its caveat and the source remain.

        `read` is the static layer of a moment ago, so that a page is not requested twice.
        """
        limits = self.deadlines
        ends = time.monotonic() + limits.visit + (limits.background_turn if turn.background else 0)
        names = self._names()
        with trace.span("page source"):
            source = read or await self._read(url, names, secret_headers)
        async with Client(self._small_door(names)) as client, asyncio.TaskGroup() as beside:
            robots = beside.create_task(robots_txt(client, source.final_url, timeout_s=limits.well_known))
            llms = beside.create_task(llms_txt(client, source.final_url, timeout_s=limits.well_known))
            probing = _Probing(
                source,
                plan,
                client,
                lambda record: self._picture_sizes(record, names, ends),
                target_s=limits.target,
                follow=None
                if secret_headers  # signed in, no step is followed: without the sign-in it leads elsewhere
                else lambda record, wanted: self._look_behind_step(record, wanted, names, ends),
            )
            rendered, caveats = await self._render(source, names, probing, ends, secret_headers, turn)
            record = await probing.finish(rendered)
        record = dataclasses.replace(
            record,
            robots_txt=robots.result(),
            llms_txt=llms.result(),
            caveats=(*record.caveats, *caveats),
        )
        if _shows_nothing(record):
            raise PageEmptyError("no_text", "the page shows no text")
        return _visit_result(record, rendered)

    async def redraw(self, wanted: Redrawing) -> Mapping[str, Redrawn]:
        """The first screen with changes, by window, within the time of one visit; empty if no browser could draw it."""
        if self._renderer is None:
            return {}
        limits = self.deadlines
        try:
            async with asyncio.timeout(limits.look + limits.grace):
                return await redraw(
                    self._renderer,
                    wanted,
                    policy=self._policy,
                    names=self._names(),
                    seconds=limits.look,
                    deadlines=limits,
                )
        except (RenderError, TimeoutError) as error:
            log.warning("a first screen was not redrawn: %s", error)
            return {}

    async def _read(self, url: str, names: Names, secret_headers: Mapping[str, str] | None) -> Observations:
        door = self._new_connector(names, bytes=6_000_000, requests=8, seconds=self.deadlines.source)
        async with Client(door) as client:
            fetched = await fetch(client, url, secret_headers=secret_headers)
        target = parse(fetched.final_url)
        listed = self._policy.allows(target.host, target.port)
        facts = await source_facts(self._isolated, fetched.html, fetched.headers)
        return _observations_of_source(fetched, facts, allow_listed=listed)

    async def _render(
        self,
        source: Observations,
        names: Names,
        probing: _Probing,
        ends: float,
        secret_headers: Mapping[str, str] | None,
        turn: Turn,
    ) -> tuple[Rendered | None, tuple[str, ...]]:
        if self._renderer is None:
            return None, ()
        renderer = self._renderer
        secrets = Secrets(origin=parse(source.url).origin, headers=dict(secret_headers or {}))

        async def look(until: float, *, alone: bool) -> Rendered:
            # starting a browser can take longer than the rest
            async with asyncio.timeout(until - time.monotonic() + self.deadlines.grace):
                with trace.span("browser"):
                    return await render(
                        renderer,
                        source.final_url,
                        policy=self._policy,
                        names=names,
                        plan=probing.begin,
                        seconds=self.deadlines.look,
                        ends=until,
                        deadlines=self.deadlines,
                        secrets=secrets,
                        alone=alone,
                        turn=turn,
                        html=source.html,
                    )

        try:
            try:
                rendered = await look(ends, alone=False)
            except BrowserLost:
                rendered = await look(max(ends, time.monotonic()) + self.deadlines.second_look, alone=True)
        except RenderError as error:
            log.warning("a page is judged by its HTML alone: %s", error)
            return None, (error.caveat,)
        except TimeoutError:
            return None, ("render-failed",)
        return rendered, rendered.caveats

    async def _picture_sizes(self, record: Observations, names: Names, ends: float) -> Observations:
        """The record with picture sizes from the files; skipped if too little time is left."""
        within = self.deadlines.picture_sizes
        if time.monotonic() + within > ends:
            return record
        door = self._new_connector(names, bytes=pictures.BYTES, requests=pictures.REQUESTS, seconds=within)
        async with Client(door) as client:
            sizes = await pictures.picture_sizes(client, self._isolated, record, timeout_s=within)
        return dataclasses.replace(record, picture_sizes=sizes)

    async def _look_behind_step(
        self, record: Observations, wanted: ProbePlan, names: Names, ends: float
    ) -> tuple[BehindPage, ...]:
        """What is behind the goal's step, within the rest of the visit."""
        steps = [
            behind.Step(selector=selector, url=url, goal=goal, here=record.final_url)
            for selector, url, goal in wanted.behind[:1]
        ]
        until = min(ends, time.monotonic() + self.deadlines.behind)
        if not steps or until - time.monotonic() < self.deadlines.shortest_behind:
            return tuple(BehindPage(selector=step.selector, url=step.url, reason="no-time") for step in steps)
        door = self._new_connector(
            names, bytes=behind.BYTES, requests=behind.REQUESTS, seconds=until - time.monotonic()
        )
        async with Client(door) as client:
            return await behind.follow(client, self._isolated, steps[0], ends=until)

    def _names(self) -> Names:
        return Names(self._resolver, timeout_s=self.deadlines.name)

    def _small_door(self, names: Names) -> Connector:
        """For robots.txt, llms.txt, call-to-action targets and assets."""
        return self._new_connector(names, bytes=2_000_000, requests=40, seconds=self.deadlines.look)

    def _new_connector(self, names: Names, *, bytes: int, requests: int, seconds: float) -> Connector:
        caps = Caps(bytes=bytes, requests=requests, seconds=seconds, silence=self.deadlines.silence)
        return Connector(policy=self._policy, names=names, budget=Budget(caps))


class _Probing:
    """Asks for the plan when both windows have been seen, and uses the network while the buttons are tried."""

    def __init__(
        self,
        source: Observations,
        plan: Plan,
        client: Client,
        measured: Measured,
        *,
        target_s: float,
        follow: Follow | None = None,
    ) -> None:
        self._source = source
        #: with the windows' records, once there
        self._record = source
        self._plan = plan
        self._client = client
        self._measured = measured
        self._target_s = target_s
        self._follow = follow
        self._wanted = ProbePlan()
        self._answers: asyncio.Task[Observations] | None = None

    async def begin(self, desktop: WindowRecord | None, mobile: WindowRecord | None) -> ProbePlan:
        self._record = record = _with_windows(self._source, desktop, mobile)
        if inspect.iscoroutinefunction(self._plan):
            self._wanted = await self._plan(record)
        else:
            self._wanted = await asyncio.to_thread(
                cast("Callable[[Observations], ProbePlan]", self._plan), record
            )
        self._answers = asyncio.create_task(self._ask(record))
        return self._wanted

    async def finish(self, rendered: Rendered | None) -> Observations:
        if self._answers is None:
            record = await self._measured(self._record)
        else:
            record = await self._answers
        return record if rendered is None else dataclasses.replace(record, handled=rendered.handled)

    async def _ask(self, record: Observations) -> Observations:
        (targets, followed), assets, measured = await asyncio.gather(
            self._probe_targets(record),
            probe_all(self._client, self._wanted.assets[:2], timeout_s=self._target_s),
            self._measured(record),
        )
        return dataclasses.replace(measured, targets=targets, assets=assets, behind=followed)

    async def _probe_targets(
        self, record: Observations
    ) -> tuple[tuple[ProbedTarget, ...], tuple[BehindPage, ...]]:
        """What answers at the goal's targets; the one that is followed is not requested a second time."""
        wanted = self._wanted.targets[:3]
        steps = self._wanted.behind[:1] if self._follow is not None else ()
        same = {url for _, url, _ in steps}
        others = tuple(pair for pair in wanted if split_fragment(pair[1])[0] not in same)
        probed, followed = await asyncio.gather(
            probe_all(self._client, others, timeout_s=self._target_s), self._follow_step(record)
        )
        if followed and followed[0].reason == "no-time":
            left = tuple(pair for pair in wanted if pair not in others)
            probed = (*probed, *await probe_all(self._client, left, timeout_s=self._target_s))
        elif followed:
            probed = (
                *probed,
                *(behind.as_target(pair, followed[0]) for pair in wanted if pair not in others),
            )
        order = [selector for selector, _ in wanted]
        return tuple(sorted(probed, key=lambda one: order.index(one.selector))), followed

    async def _follow_step(self, record: Observations) -> tuple[BehindPage, ...]:
        return () if self._follow is None else await self._follow(record, self._wanted)


def _observations_of_source(fetched: Fetched, facts: SourceFacts, *, allow_listed: bool) -> Observations:
    """The record of the static layer; raises PageEmptyError for a page that no script could fill."""
    if facts.empty:
        raise PageEmptyError("no_text", "the page has no visible text")
    return Observations(
        url=fetched.url,
        final_url=fetched.final_url,
        seen_on=dt.datetime.now(dt.UTC).date().isoformat(),
        allow_listed=allow_listed,
        status=fetched.status,
        headers=fetched.headers,
        redirects=fetched.redirects,
        html=fetched.html,
        caveats=(*(("html-truncated",) if fetched.truncated else ()), *facts.caveats),
    )


def _with_windows(
    source: Observations, desktop: WindowRecord | None, mobile: WindowRecord | None
) -> Observations:
    taps = mobile.axe if mobile is not None else None
    return dataclasses.replace(
        source,
        final_url=source.final_url if desktop is None else _final_address(source.final_url, desktop.url),
        rendered_html=desktop.html if desktop is not None else None,
        desktop=desktop.viewport if desktop is not None else None,
        mobile=mobile.viewport if mobile is not None else None,
        axe=desktop.axe if desktop is not None else None,
        axe_tap_targets=None if taps is None else tuple(node for rule in taps for node in rule.nodes),
    )


def _final_address(fetched: str, rendered: str) -> str:
    """Where the browser ended: a script may have navigated; a fragment is not another page."""
    return rendered if rendered.startswith(("http:", "https:")) and "#" not in rendered else fetched


def _visit_result(record: Observations, rendered: Rendered | None) -> VisitResult:
    looks = [] if rendered is None else [one for one in (rendered.desktop, rendered.mobile) if one]
    return VisitResult(
        observations=record,
        pictures={
            name: picture
            for one in looks
            for name, picture in (
                (one.viewport.screenshot, one.picture),
                (one.viewport.first_picture, one.first_picture),
            )
            if picture
        },
        spent={one.viewport.name: one.spent for one in looks},
    )


def _shows_nothing(record: Observations) -> bool:
    """A browser saw all of it, and there was no text."""
    if record.caveats or not record.rendered:
        return False
    windows = [window for window in (record.desktop, record.mobile) if window is not None]
    return not any(one.own_chars for window in windows for one in window.drawn)

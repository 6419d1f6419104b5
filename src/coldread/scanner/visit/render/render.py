"""Renders a page in both windows at once, then tries its buttons: everything that needs a browser."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Awaitable, Callable

from coldread.egress.names import Names
from coldread.egress.policy import Policy
from coldread.scanner.page.observations import ProbePlan, UseResult
from coldread.scanner.visit.deadlines import Deadlines
from coldread.scanner.visit.render.errors import BrowserBusy, BrowserLost, RenderFailed
from coldread.scanner.visit.render.observe_window import WindowRecord, observe_window
from coldread.scanner.visit.render.renderer import ANYBODY, Renderer
from coldread.scanner.visit.render.secrets import Secrets
from coldread.scanner.visit.render.tab import TabLost
from coldread.scanner.visit.render.tabs import Tabs
from coldread.scanner.visit.render.try_controls import use_all
from coldread.scanner.visit.render.turns import Turn
from coldread.scanner.visit.render.windows import DESKTOP, MOBILE, Window, in_language_of

#: signs of a hostile page: its browser is not used again
FOUGHT = frozenset({"budget-requests", "axe-failed"})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rendered:
    """What the browser returned; a window that failed is None and has its caveat."""

    desktop: WindowRecord | None
    mobile: WindowRecord | None
    handled: tuple[UseResult, ...]
    caveats: tuple[str, ...]


#: called with both windows' records, before anything is clicked
Planner = Callable[[WindowRecord | None, WindowRecord | None], Awaitable[ProbePlan]]


async def render(
    renderer: Renderer,
    url: str,
    *,
    policy: Policy,
    names: Names,
    plan: Planner,
    seconds: float,
    ends: float,
    deadlines: Deadlines,
    secrets: Secrets | None = None,
    alone: bool = False,
    turn: Turn = ANYBODY,
    html: str = "",
) -> Rendered:
    """Renders `url` for at most `seconds` once it has a browser, and never after `ends`; raises RenderError if there is
    no result.

    Raises BrowserLost if the browser ended while others used it too: worth another try, `alone`. `html` is the page's source, which
    says in which language to open it.
    """
    needed = deadlines.shortest + deadlines.kept_for_use
    patience = min(
        deadlines.background_turn if turn.background else deadlines.turn, ends - needed - time.monotonic()
    )
    async with renderer.lease_browser(patience, alone=alone, turn=turn) as chromium:
        ends = min(ends, time.monotonic() + seconds)
        tabs = Tabs(chromium, policy, names, deadlines)
        try:
            left = ends - deadlines.kept_for_use - time.monotonic()
            if left < deadlines.shortest:
                raise BrowserBusy("the browser came too late for this scan")
            windows = (in_language_of(DESKTOP, html), in_language_of(MOBILE, html))
            desktop, mobile = await _look_in_both_windows(
                tabs, windows, url, secrets or Secrets(), left, deadlines.windows_grace
            )
            if desktop is None or mobile is None or FOUGHT & {*_caveats(desktop, mobile)}:
                chromium.retired = True  # what such a page left running would slow the next one down
            if desktop is None and not chromium.alive and chromium.shared:
                raise BrowserLost("the browser ended while others used it")
            if desktop is None and mobile is None:
                raise RenderFailed("neither window brought anything back")
            handled, failed = await _use_controls(tabs, desktop, mobile, plan, ends)
        finally:
            await tabs.close()
    return Rendered(
        desktop=desktop, mobile=mobile, handled=handled, caveats=(*_caveats(desktop, mobile), *failed)
    )


async def _look_in_window(
    tabs: Tabs, window: Window, url: str, secrets: Secrets, seconds: float
) -> WindowRecord:
    began = time.monotonic()
    tab = await tabs.open(window, secrets)
    opened = time.monotonic() - began
    seen = await observe_window(tab, window, url, seconds=seconds - opened, waited=tabs.chromium.waited_ms)
    return dataclasses.replace(seen, spent={"open": opened, **seen.spent})


async def _look_in_both_windows(
    tabs: Tabs, windows: tuple[Window, Window], url: str, secrets: Secrets, seconds: float, grace: float
) -> tuple[WindowRecord | None, WindowRecord | None]:
    looks = [asyncio.create_task(_look_in_window(tabs, window, url, secrets, seconds)) for window in windows]
    try:
        await asyncio.wait(looks, timeout=seconds + grace)
    finally:
        for task in looks:
            task.cancel()
        # awaited also on cancellation: tabs that are half open must be registered before closing
        desktop, mobile = await asyncio.gather(*looks, return_exceptions=True)
    return _record_or_none(desktop), _record_or_none(mobile)


def _record_or_none(outcome: WindowRecord | BaseException) -> WindowRecord | None:
    """A window's record, or None if the page could not be observed; our own faults are raised."""
    if isinstance(outcome, WindowRecord):
        return outcome
    if isinstance(outcome, (TabLost, asyncio.CancelledError)):
        return None
    raise outcome


async def _use_controls(
    tabs: Tabs, desktop: WindowRecord | None, mobile: WindowRecord | None, plan: Planner, ends: float
) -> tuple[tuple[UseResult, ...], tuple[str, ...]]:
    left = max(0.1, ends - time.monotonic())
    try:
        async with asyncio.timeout(left):  # a late plan does not lose what the windows saw
            wanted = await plan(desktop, mobile)
    except TimeoutError:
        return (), ("probe-failed",)
    if desktop is None or not (wanted.clicks or wanted.submits):
        return (), ()
    left = max(0.1, ends - time.monotonic())
    try:
        async with asyncio.timeout(left):
            # nothing that a button starts leaves this machine
            return await use_all(tabs.cut_off(DESKTOP), wanted, seconds=left), ()
    except (TabLost, TimeoutError):
        return (), ("probe-failed",)


def _caveats(desktop: WindowRecord | None, mobile: WindowRecord | None) -> tuple[str, ...]:
    found = [
        "desktop-failed" if desktop is None else None,
        "mobile-failed" if mobile is None else None,
        *(caveat for seen in (desktop, mobile) if seen is not None for caveat in seen.caveats),
    ]
    return tuple(dict.fromkeys(caveat for caveat in found if caveat is not None))

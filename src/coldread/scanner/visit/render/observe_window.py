"""One window's look at a page: load, wait, measure, axe, picture, each with its own deadline."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time

from coldread.scanner.page.observations import AxeViolation, Viewport
from coldread.scanner.visit.render.script_results import (
    HookNotes,
    axe_source,
    expression,
    hook_notes,
    viewport,
    violations,
)
from coldread.scanner.visit.render.tab import Tab, TabLost
from coldread.scanner.visit.render.windows import Window

#: pixels of page below which a picture stops
TALLEST_PICTURE = 4000
LARGEST_HTML = 5_000_000

#: rubric: WCAG A and AA up to 2.2, and axe's best practices; tap targets are judged on the mobile window
AXE_DESKTOP = {
    "tags": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "without": ["target-size"],
}
AXE_MOBILE = {"rules": ["target-size"]}


@dataclasses.dataclass(frozen=True, kw_only=True)
class WindowRecord:
    """What one window brought back."""

    viewport: Viewport
    url: str
    html: str | None
    axe: tuple[AxeViolation, ...] | None
    picture: bytes
    caveats: tuple[str, ...]
    #: seconds per step, for the bench
    spent: dict[str, float]


class Stopwatch:
    """Seconds per step, and how many are left of the whole."""

    def __init__(self, seconds: float) -> None:
        self.spent: dict[str, float] = {}
        self._ends = time.monotonic() + seconds
        self._last = time.monotonic()

    def left(self, at_most: float, keep: float = 0.0) -> float:
        return max(0.1, min(at_most, self._ends - keep - time.monotonic()))

    def lap(self, step: str) -> None:
        now = time.monotonic()
        self.spent[step] = now - self._last
        self._last = now


async def observe_window(tab: Tab, window: Window, url: str, *, seconds: float) -> WindowRecord:
    """The page in this window; raises TabLost when nothing at all could be seen."""
    limits = tab.deadlines
    watch = Stopwatch(seconds)
    loaded = await tab.load(url, watch.left(limits.navigation, keep=limits.kept_for_sight))
    watch.lap("load")
    if not loaded:
        await _free(tab)
    await asyncio.sleep(limits.observation)
    watch.lap("observation")
    traffic = await tab.meter.read()
    sight = json.loads(await _sight(tab, window, watch))
    if not sight["url"].startswith(("http:", "https:")):
        raise TabLost(f"the page led on to {sight['url'][:100]}")  # the browser's own page about a refusal
    notes = await _kept(tab, watch)
    watch.lap("sight")
    axe, failed = await _axe(tab, window, watch)
    # last: without a viewport tag the picture lays the page out anew
    picture = await _picture(tab, window, sight["scroll_height"], watch)
    seen = viewport(
        name=window.name,
        size=window.size,
        sight=sight,
        kept=notes,
        traffic=traffic,
        screenshot=f"{window.name}.jpg" if picture else "",
        loaded=loaded,
    )
    late = () if loaded else ("navigation-timeout",)
    return WindowRecord(
        viewport=seen,
        url=sight["url"],
        html=sight["html"],
        axe=axe,
        picture=picture,
        caveats=(*late, *_spent_caveats(tab), *failed),
        spent=watch.spent,
    )


async def _free(tab: Tab) -> None:
    """If the page does not answer after the load timeout, a script blocks it: terminate that script."""
    try:
        await tab.run('"here"', tab.deadlines.answer)
    except TabLost:
        await tab.unblock()


async def _sight(tab: Tab, window: Window, watch: Stopwatch) -> str:
    """Measure the page; where it does not answer, terminate its running script and try once more."""
    wanted = {
        "width": window.width,
        "height": window.height,
        "html": 0 if window.mobile else LARGEST_HTML,
    }
    try:
        return await tab.run(expression("sight", wanted), watch.left(tab.deadlines.measure))
    except TabLost:
        await tab.unblock()
        return await tab.run(expression("sight", wanted), watch.left(tab.deadlines.measure))


async def _kept(tab: Tab, watch: Stopwatch) -> HookNotes:
    try:
        return hook_notes(await tab.run(expression("kept"), watch.left(tab.deadlines.measure), in_page=True))
    except TabLost:
        return HookNotes()


async def _picture(tab: Tab, window: Window, height: int, watch: Stopwatch) -> bytes:
    """A JPEG, or nothing: no check needs it."""
    try:
        shown = max(window.height, min(height, TALLEST_PICTURE))
        return await tab.take_screenshot(window.width, shown, watch.left(tab.deadlines.picture))
    except TabLost:
        return b""
    finally:
        watch.lap("picture")


async def _axe(
    tab: Tab, window: Window, watch: Stopwatch
) -> tuple[tuple[AxeViolation, ...] | None, tuple[str, ...]]:
    wanted = AXE_MOBILE if window.mobile else AXE_DESKTOP
    try:
        patience = watch.left(tab.deadlines.axe, keep=tab.deadlines.kept_for_picture)
        found = await tab.run(expression("axe_run", wanted, before=axe_source()), patience)
        return violations(found), ()
    except TabLost:
        return None, ("axe-failed",)
    finally:
        watch.lap("axe")


def _spent_caveats(tab: Tab) -> tuple[str, ...]:
    reason = tab.meter.exhausted
    return (f"budget-{reason}",) if reason else ()

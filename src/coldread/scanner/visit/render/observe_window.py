"""Observes a page in one window: load, wait, freeze the first screen, scroll, measure, axe, picture, each with its deadline."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
from collections.abc import Callable
from typing import Any

from coldread.scanner.page.observations import SHRUNK, AxeViolation, Viewport
from coldread.scanner.visit.render.script_results import (
    HookNotes,
    axe_source,
    expression,
    hook_notes,
    read_painted,
    read_viewport,
    read_violations,
)
from coldread.scanner.visit.render.tab import Tab, TabLost
from coldread.scanner.visit.render.text_pixels import Look, bands_of, read_pixels, take_frames
from coldread.scanner.visit.render.windows import Window

#: a picture stops at this height, in pixels
TALLEST_PICTURE = 4000
LARGEST_HTML = 5_000_000
#: a longer page is observed for this many screens
SCROLL_STEPS = 12

#: milliseconds that the browser has waited for a core so far; None if unknown
Waited = Callable[[], float | None]

#: rubric: WCAG A and AA up to 2.2, and axe's best practices; tap targets are judged on the mobile window
AXE_DESKTOP = {
    "tags": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "without": ["target-size"],
}
AXE_MOBILE = {"rules": ["target-size"]}


@dataclasses.dataclass(frozen=True, kw_only=True)
class WindowRecord:
    """What one window returned."""

    viewport: Viewport
    url: str
    html: str | None
    axe: tuple[AxeViolation, ...] | None
    picture: bytes
    #: the first screen, before any scrolling
    first_picture: bytes
    caveats: tuple[str, ...]
    #: seconds for each step, for the benchmark
    spent: dict[str, float]


class Stopwatch:
    """Seconds for each step, and how many are left of the whole."""

    def __init__(self, seconds: float) -> None:
        self.spent: dict[str, float] = {}
        #: the page was observed before it had answered
        self.cut = False
        self._ends = time.monotonic() + seconds
        self._last = time.monotonic()

    def left(self, at_most: float, keep: float = 0.0) -> float:
        return max(0.1, min(at_most, self._ends - keep - time.monotonic()))

    def lap(self, step: str) -> None:
        now = time.monotonic()
        self.spent[step] = now - self._last
        self._last = now


async def observe_window(
    tab: Tab, window: Window, url: str, *, seconds: float, waited: Waited = lambda: None
) -> WindowRecord:
    """The page in this window; raises TabLost if nothing at all could be seen.

    Timings, overlays and the first screen are read before any scrolling, everything else afterwards.
    This has more than 50 lines, since the steps are one order in time.
    """
    limits = tab.deadlines
    watch = Stopwatch(seconds)
    began = waited()
    loaded = await tab.load(url, watch.left(limits.navigation, keep=limits.kept_for_sight))
    watch.lap("load")
    if not loaded:
        await _stop_blocking_script(tab)
    await _observe(tab, watch, limits.observation, keep=limits.kept_for_sight)
    watch.lap("observation")
    await _let_appear(tab, watch)
    traffic = await tab.meter.read()
    first = json.loads(await _run_or_unblock(tab, expression("first"), watch))
    if not first["url"].startswith(("http:", "https:")):
        raise TabLost(f"the page led on to {first['url'][:100]}")  # the browser's own page about a refusal
    ended = waited()
    shrunk = first["layout_width"] > SHRUNK * window.width
    first_picture = await _first_picture(tab, window, watch, shrunk=shrunk)
    watch.lap("first")
    await _scroll(tab, watch)
    watch.lap("scroll")
    sight = json.loads(await _read_sight(tab, window, watch))
    notes = await _hook_notes(tab, watch)
    watch.lap("sight")
    look = await _take_frames_without_letters(tab, window, sight, first["at"], watch)
    axe, failed = await _run_axe(tab, window, watch)
    picture = await _take_picture(tab, window, sight["scroll_height"], watch, shrunk=shrunk)
    failures = tab.meter.failures
    texts, empty = await asyncio.to_thread(
        read_pixels, sight, look, (first_picture, picture), window.height, failures
    )
    watch.lap("pixels")
    seen = read_viewport(
        name=window.name,
        size=window.size,
        first=first,
        sight=sight,
        painted=read_painted(sight, texts, empty, failures),
        kept=notes,
        traffic=traffic,
        pictures=(
            f"{window.name}.jpg" if picture else "",
            f"{window.name}-first.jpg" if first_picture else "",
        ),
        loaded=loaded,
        waited_ms=None if began is None or ended is None else round(ended - began),
    )
    late = () if loaded else ("navigation-timeout",)
    moving = ("still-moving",) if watch.cut or sight["cut"] else ()
    return WindowRecord(
        viewport=seen,
        url=sight["url"],
        html=sight["html"],
        axe=axe,
        picture=picture,
        first_picture=first_picture,
        caveats=(*late, *moving, *_spent_caveats(tab), *failed),
        spent=watch.spent,
    )


async def _stop_blocking_script(tab: Tab) -> None:
    """If the page does not answer after the load timeout, a script blocks it: terminate that script."""
    try:
        await tab.run('"here"', tab.deadlines.answer)
    except TabLost:
        await tab.unblock()


async def _observe(tab: Tab, watch: Stopwatch, page_time: float, *, keep: float) -> None:
    """Lets this much page time pass and waits for the network, until `keep` seconds of the whole are left."""
    wanted = tab.deadlines.quiet + tab.deadlines.passing
    try:
        await tab.pass_time(page_time, keep=wanted - watch.left(wanted, keep=keep))
    except TabLost:
        watch.cut = True
        await tab.unblock()


async def _let_appear(tab: Tab, watch: Stopwatch) -> None:
    """Some pages hide their first words from visitors who prefer reduced motion, as we do: these are observed with motion.

    If they are invisible either way, such as the other slides of a carousel, nothing is set in motion.
    """
    try:
        held_back = await _count_held_back(tab, watch)
        if held_back:
            await tab.let_move("no-preference")  # what starts now has ended before it is measured
            if await _count_held_back(tab, watch) >= held_back:
                await tab.let_move("reduce")
    except TabLost:
        return


async def _count_held_back(tab: Tab, watch: Stopwatch) -> int:
    told: int = json.loads(await tab.run(expression("held_back"), watch.left(tab.deadlines.answer)))
    return told


async def _run_or_unblock(tab: Tab, script: str, watch: Stopwatch) -> str:
    """The page's answer; if there is none, terminate its running script and try once more."""
    try:
        return await tab.run(script, watch.left(tab.deadlines.measure))
    except TabLost:
        await tab.unblock()
        return await tab.run(script, watch.left(tab.deadlines.measure))


async def _read_sight(tab: Tab, window: Window, watch: Stopwatch) -> str:
    wanted = {
        "width": window.width,
        "height": window.height,
        "html": 0 if window.mobile else LARGEST_HTML,
    }
    return await _run_or_unblock(tab, expression("sight", wanted), watch)


async def _scroll(tab: Tab, watch: Stopwatch) -> None:
    """Scrolls through the page and back; a page that cannot be scrolled is judged as far as it was seen."""
    limits = tab.deadlines
    wanted = {
        "steps": SCROLL_STEPS,
        "patience": round(1000 * watch.left(limits.scroll, keep=limits.measure)),
        "step": round(1000 * limits.scroll_step),
    }
    try:
        await tab.run(expression("scroll", wanted), wanted["patience"] / 1000 + limits.scroll_grace)
    except TabLost:
        watch.cut = True
        await tab.unblock()
    await _observe(tab, watch, limits.rest, keep=limits.measure)
    pictures = watch.left(limits.lazy_pictures, keep=limits.measure)
    try:
        await tab.run(
            expression("still", {"pictures": round(1000 * pictures)}), pictures + limits.scroll_grace
        )
    except TabLost:
        await tab.unblock()


async def _take_frames_without_letters(
    tab: Tab, window: Window, sight: dict[str, Any], since: float, watch: Stopwatch
) -> Look:
    """Frames of the page without its letters, if a text needs them."""
    texts = sight["letters"]["texts"]
    # without a viewport tag a frame would be laid out anew
    bands = bands_of(texts, window, sight["reached"]) if sight["has_viewport"] or not window.mobile else []
    patience = watch.left(tab.deadlines.letters, keep=tab.deadlines.kept_for_axe)
    try:
        return await take_frames(tab, bands, since, patience) if bands else Look()
    except TabLost:
        return Look()
    finally:
        watch.lap("letters")


async def _hook_notes(tab: Tab, watch: Stopwatch) -> HookNotes:
    try:
        return hook_notes(await tab.run(expression("kept"), watch.left(tab.deadlines.measure), in_page=True))
    except TabLost:
        return HookNotes()


async def _first_picture(tab: Tab, window: Window, watch: Stopwatch, *, shrunk: bool) -> bytes:
    patience = watch.left(tab.deadlines.picture)
    try:
        if shrunk:  # a part of it would be laid out anew, as wide as the window
            return await tab.take_window(patience)
        return await tab.take_screenshot(*window.size, patience, beyond=False)
    except TabLost:
        return b""


async def _take_picture(tab: Tab, window: Window, height: int, watch: Stopwatch, *, shrunk: bool) -> bytes:
    """A JPEG, or nothing: no check needs it. Of a shrunk page only what the window shows, as a phone does."""
    try:
        if shrunk:
            return await tab.take_window(watch.left(tab.deadlines.picture))
        shown = max(window.height, min(height, TALLEST_PICTURE))
        return await tab.take_screenshot(window.width, shown, watch.left(tab.deadlines.picture))
    except TabLost:
        return b""
    finally:
        watch.lap("picture")


async def _run_axe(
    tab: Tab, window: Window, watch: Stopwatch
) -> tuple[tuple[AxeViolation, ...] | None, tuple[str, ...]]:
    wanted = AXE_MOBILE if window.mobile else AXE_DESKTOP
    try:
        patience = watch.left(tab.deadlines.axe, keep=tab.deadlines.kept_for_picture)
        found = await tab.run(expression("axe_run", wanted, before=axe_source()), patience)
        return read_violations(found), ()
    except TabLost:
        return None, ("axe-failed",)
    finally:
        watch.lap("axe")


def _spent_caveats(tab: Tab) -> tuple[str, ...]:
    reason = tab.meter.exhausted
    return (f"budget-{reason}",) if reason else ()

"""A page's first screen with other HTML, and with other words in its own places. Nothing is judged."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
from collections.abc import Mapping
from typing import Any, Literal

from coldread.egress.names import Names
from coldread.egress.policy import Policy
from coldread.scanner.visit.deadlines import Deadlines
from coldread.scanner.visit.render.errors import BrowserBusy
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.render.script_results import expression
from coldread.scanner.visit.render.secrets import Secrets
from coldread.scanner.visit.render.stand_in import StandIn
from coldread.scanner.visit.render.tab import Tab, TabLost
from coldread.scanner.visit.render.tabs import Tabs
from coldread.scanner.visit.render.turns import Turn
from coldread.scanner.visit.render.windows import DESKTOP, MOBILE, Window

#: the state of a word: visible without scrolling, further down, or its place is gone
Outcome = Literal["seen", "below", "lost"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class NewWords:
    """Words for one place of the page."""

    selector: str
    #: the present words; a place with other words is left alone
    was: str
    new: str
    how: Literal["replace", "under headline", "under button"]
    #: the element whose colour a new line gets
    like: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Redrawing:
    """The replacement."""

    url: str
    words: tuple[NewWords, ...] = ()
    #: replaces the address's answer; None: its own answer
    html: str | None = None
    #: headers of the page's own answer, which the replacement keeps
    headers: tuple[tuple[str, str], ...] = ()
    #: selectors of elements whose place is reported
    watched: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Redrawn:
    """One window's first screen with the changes."""

    picture: bytes
    #: the state of each of the words, in their order
    words: tuple[Outcome, ...]
    #: the state of each watched element, in their order
    watched: tuple[Outcome, ...] = ()
    #: the page's width in px; 0: not measured
    wide: int = 0


async def redraw(
    renderer: Renderer,
    wanted: Redrawing,
    *,
    policy: Policy,
    names: Names,
    seconds: float,
    deadlines: Deadlines,
) -> Mapping[str, Redrawn]:
    """By the name of the window, without those that could not be drawn. Raises RenderError without a browser."""
    ends = time.monotonic() + seconds
    async with renderer.lease_browser(deadlines.turn, turn=Turn(background=True)) as chromium:
        if ends - time.monotonic() < deadlines.shortest:
            raise BrowserBusy("the browser came too late")
        tabs = Tabs(chromium, policy, names, deadlines)
        looks = [
            asyncio.create_task(_redraw_in_window(tabs, window, wanted, ends)) for window in (DESKTOP, MOBILE)
        ]
        try:
            await asyncio.wait(looks, timeout=ends - time.monotonic())
        finally:
            for task in looks:
                task.cancel()
            # awaited also on cancellation: tabs that are half open must be registered before closing
            drawn = await asyncio.gather(*looks, return_exceptions=True)
            if any(isinstance(one, BaseException) for one in drawn):
                chromium.retired = True  # what such a page left running would slow the next one down
            await tabs.close()
    for one in drawn:
        if isinstance(one, BaseException) and not isinstance(one, (TabLost, asyncio.CancelledError)):
            raise one
    return {
        window.name: one
        for window, one in zip((DESKTOP, MOBILE), drawn, strict=True)
        if isinstance(one, Redrawn)
    }


async def _redraw_in_window(tabs: Tabs, window: Window, wanted: Redrawing, ends: float) -> Redrawn:
    tab = await tabs.open(window, Secrets())
    if wanted.html is not None:
        await tab.stand_in(StandIn(url=wanted.url, html=wanted.html, headers=wanted.headers))
    limits = tab.deadlines
    left = max(0.1, min(limits.navigation, ends - limits.kept_for_sight - time.monotonic()))
    if not await tab.load(wanted.url, left):
        await tab.unblock()
    await tab.pass_time(limits.observation)
    answer = await _put_new_words(tab, wanted)
    picture = await tab.take_screenshot(*window.size, limits.picture, beyond=False)
    return Redrawn(
        picture=picture,
        words=tuple(answer["told"]),
        watched=tuple(answer["watched"]),
        wide=int(answer["wide"]),
    )


async def _put_new_words(tab: Tab, wanted: Redrawing) -> dict[str, Any]:
    asked = {"words": [dataclasses.asdict(word) for word in wanted.words], "watched": wanted.watched}
    answer: dict[str, Any] = json.loads(await tab.run(expression("redraw", asked), tab.deadlines.measure))
    if not str(answer["url"]).startswith(("http:", "https:")):
        raise TabLost(f"the page led on to {answer['url'][:100]}")  # the browser's own page about a refusal
    return answer

"""The pixels under letters: frames of the page with its text made transparent, taken where no declared style can tell."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

from coldread.scanner.page.painted import Box, EmptyPart, PaintedText
from coldread.scanner.visit.render.pixels import Band, Frames, blank_parts, read_texts
from coldread.scanner.visit.render.script_results import expression
from coldread.scanner.visit.render.tab import Tab
from coldread.scanner.visit.render.windows import Window

#: strips below the first screen that are worth a frame, how high one may be, and what lies between two
MOST_STRIPS, TALLEST, NEAR = 4, 1200.0, 300.0
#: half of the resolution tells a ground as well, in a third of the time
HALF = 0.5


def bands_of(texts: list[dict[str, Any]], window: Window, reached: int) -> list[Band]:
    """The first screen as the window shows it, and strips of what lies below, the upper ones first."""
    seen = [one for one in texts if not one["covered"]]
    first = [one for one in seen if _bottom(one) <= window.height]
    below = [one for one in seen if one["still"] and window.height < _bottom(one) <= reached]
    strips = _strips(sorted(below, key=_bottom))[:MOST_STRIPS]
    return [
        Band(
            box=_around(members, window.width),
            scale=1.0 if any(one["painted"] for one in members) else HALF,
            beyond=beyond,
            selectors=frozenset(one["selector"] for one in members),
            letters=any(one["painted"] for one in members),
        )
        for members, beyond in ((first, False), *((strip, True) for strip in strips))
        if members
    ]


def _strips(texts: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Texts that stand near each other share a frame."""
    strips: list[list[dict[str, Any]]] = []
    for text in texts:
        top = min(float(y) for _, y, _, _ in text["rects"])
        last = strips[-1] if strips else []
        if last and top - _bottom(last[-1]) < NEAR and _bottom(text) - _top(last) <= TALLEST:
            last.append(text)
        else:
            strips.append([text])
    return strips


async def take_frames(tab: Tab, bands: list[Band], patience: float) -> list[Frames]:
    """Each band with its letters where they are needed, and twice without; raises TabLost."""
    lettered = [await _clip(tab, band, patience) if band.letters else None for band in bands]
    await tab.run(expression("letters_off"), patience)
    try:
        once = [await _clip(tab, band, patience) for band in bands]
        again = [await _clip(tab, band, patience) for band in bands]
    finally:
        await tab.run(expression("letters_off", {"on": True}), patience)
    return [
        Frames(band=band, lettered=full, bare=bare, bare_again=other)
        for band, full, bare, other in zip(bands, lettered, once, again, strict=True)
    ]


async def measure_texts(
    sight: dict[str, Any], frames: list[Frames], pictures: tuple[bytes, bytes], height: int
) -> tuple[PaintedText, ...]:
    """Contrast of every text that needs pixels; `pictures` are the first screen before and the page after scrolling."""
    texts = sight["letters"]["texts"]
    return await asyncio.to_thread(read_texts, texts, frames, pictures, height) if texts else ()


async def confirm_empty(sight: dict[str, Any], picture: bytes) -> tuple[EmptyPart, ...]:
    """Parts without content, and whether the picture shows one colour there."""
    parts = [
        EmptyPart(selector=one["selector"], box=tuple(one["box"]), silent=tuple(one["silent"]))
        for one in sight["empty"]
    ]
    if not parts or not picture:
        return tuple(parts)
    blank = await asyncio.to_thread(blank_parts, [part.box for part in parts], picture)
    return tuple(dataclasses.replace(part, blank=one) for part, one in zip(parts, blank, strict=True))


async def _clip(tab: Tab, band: Band, patience: float) -> bytes:
    return await tab.take_clip(band.box, band.scale, patience, beyond=band.beyond)


def _bottom(one: dict[str, Any]) -> float:
    return max(float(y + height) for _, y, _, height in one["rects"])


def _top(members: list[dict[str, Any]]) -> float:
    return min(float(y) for one in members for _, y, _, _ in one["rects"])


def _around(members: list[dict[str, Any]], width: int) -> Box:
    """As wide as the window: pictures reach from edge to edge."""
    top = max(0, int(_top(members)) - 4)
    bottom = int(max(map(_bottom, members))) + 5
    return (0, top, width, bottom - top)

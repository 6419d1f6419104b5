"""The pixels under letters: frames of the page with transparent text, taken if no declared style gives the background."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

from pydantic import TypeAdapter, ValidationError

from coldread.scanner.page.observations import FailedRequest
from coldread.scanner.page.painted import Box, EmptyPart, PaintedText
from coldread.scanner.visit.render.pixels import Band, Frames, blank_parts, open_picture, read_texts
from coldread.scanner.visit.render.script_results import expression
from coldread.scanner.visit.render.tab import Tab
from coldread.scanner.visit.render.windows import Window

#: how many strips below the first screen get a frame, their greatest height, and the distance between two
MOST_STRIPS, TALLEST, NEAR = 4, 1200.0, 300.0
#: page time in milliseconds between two frames: an element that paints all the time has painted again
BETWEEN_FRAMES = 60
#: half of the resolution shows a background as well, in a third of the time
HALF = 0.5


def bands_of(texts: list[dict[str, Any]], window: Window, reached: int) -> list[Band]:
    """The first screen as the window shows it, and strips of the page below, the upper ones first."""
    seen = [one for one in texts if not one["covered"]]
    first = [one for one in seen if _bottom_edge(one) <= window.height]
    below = [one for one in seen if one["still"] and window.height < _bottom_edge(one) <= reached]
    strips = _group_into_strips(sorted(below, key=_bottom_edge))[:MOST_STRIPS]
    return [
        Band(
            box=_box_around(members, window.width),
            scale=1.0 if any(one["painted"] for one in members) else HALF,
            beyond=beyond,
            selectors=frozenset(one["selector"] for one in members),
            letters=any(one["painted"] for one in members),
        )
        for members, beyond in ((first, False), *((strip, True) for strip in strips))
        if members
    ]


def _group_into_strips(texts: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Texts close to each other share a frame."""
    strips: list[list[dict[str, Any]]] = []
    for text in texts:
        top = min(float(y) for _, y, _, _ in text["rects"])
        last = strips[-1] if strips else []
        if last and top - _bottom_edge(last[-1]) < NEAR and _bottom_edge(text) - _top_edge(last) <= TALLEST:
            last.append(text)
        else:
            strips.append([text])
    return strips


@dataclasses.dataclass(frozen=True, kw_only=True)
class Look:
    """What was seen of the background of letters."""

    frames: tuple[Frames, ...] = ()
    #: parts of the page that were painted again since the first frame: equal frames there are chance
    restless: tuple[Box, ...] = ()


_BOXES = TypeAdapter(tuple[Box, ...])


async def take_frames(tab: Tab, bands: list[Band], since: float, patience: float) -> Look:
    """Each band once with letters if they are needed, and twice without; as many as the time allows, the upper first.

    `since` is the page's own time of the first frame. Raises TabLost if the page no longer answers.
    """
    ends = time.monotonic() + patience
    lettered = dict[Box, bytes]()
    for band in bands:
        if band.letters and time.monotonic() < ends:
            lettered[band.box] = await _take_clip_of_band(tab, band, patience)
    await tab.run(expression("letters_off"), patience)
    once, taken = dict[Box, bytes](), list[Frames]()
    try:
        for band in bands:
            if time.monotonic() < ends and (not band.letters or band.box in lettered):
                once[band.box] = await _take_clip_of_band(tab, band, patience)
        await tab.run(expression("pass", {"ms": BETWEEN_FRAMES, "patience": round(500 * patience)}), patience)
        for band in bands:
            if band.box in once:
                again = await _take_clip_of_band(tab, band, patience)
                bare = once[band.box]
                taken.append(Frames(band=band, lettered=lettered.get(band.box), bare=bare, bare_again=again))
        restless = read_boxes(await tab.run(expression("restless", {"since": since}), patience, in_page=True))
    finally:
        changed = read_boxes(await tab.run(expression("letters_off", {"on": True}), patience))
    return Look(frames=tuple(taken), restless=(*restless, *changed))


def read_boxes(result: str) -> tuple[Box, ...]:
    """Boxes that a script returned; none if the page spoiled them."""
    try:
        return _BOXES.validate_json(result)
    except ValidationError:
        return ()


def read_pixels(
    sight: dict[str, Any],
    look: Look,
    pictures: tuple[bytes, bytes],
    height: int,
    failed: tuple[FailedRequest, ...],
) -> tuple[tuple[PaintedText, ...], tuple[EmptyPart, ...]]:
    """Contrast of each text that needs pixels, and whether empty parts are blank; takes a tenth of a second of CPU.

    `pictures` are the first screen before scrolling and the page after it. If a picture behind a text did not load for us,
    though visitors may get it (no answer, our own refusal), the contrast is unknown.
    """
    away = {one.url for one in failed if not one.status}
    texts = [{**one, "bare": bool(away.intersection(one["grounds"]))} for one in sight["letters"]["texts"]]
    empty = [
        EmptyPart(selector=one["selector"], box=tuple(one["box"]), silent=tuple(one["silent"]))
        for one in sight["empty"]
    ]
    if not texts and not empty:
        return (), ()
    before, after = map(open_picture, pictures)
    blank = blank_parts([part.box for part in empty], after)
    return (
        read_texts(texts, look.frames, (before, after), height, restless=look.restless),
        tuple(dataclasses.replace(part, blank=one) for part, one in zip(empty, blank, strict=True)),
    )


async def _take_clip_of_band(tab: Tab, band: Band, patience: float) -> bytes:
    return await tab.take_clip(band.box, band.scale, patience, beyond=band.beyond)


def _bottom_edge(one: dict[str, Any]) -> float:
    return max(float(y + height) for _, y, _, height in one["rects"])


def _top_edge(members: list[dict[str, Any]]) -> float:
    return min(float(y) for one in members for _, y, _, _ in one["rects"])


def _box_around(members: list[dict[str, Any]], width: int) -> Box:
    """As wide as the window: pictures go from edge to edge."""
    top = max(0, int(_top_edge(members)) - 4)
    bottom = int(max(map(_bottom_edge, members))) + 5
    return (0, top, width, bottom - top)

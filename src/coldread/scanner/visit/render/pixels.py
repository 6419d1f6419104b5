"""Contrast from pixels: what is behind the letters of a text, and which parts of a picture are one colour."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageChops, ImageStat

from coldread.scanner.page.contrast import blend_over, luminance, ratio
from coldread.scanner.page.painted import Box, Colour, PaintedText

#: pixels examined of a text; more do not change the result
SAMPLE = (64, 24)
#: mean difference of two frames (0–255) above which something moves there
MOVES, MOVES_LOSSY = 4.0, 14.0
#: least difference between a letter's own pixels and its background
VISIBLE = 8
#: share of the strongest difference from which on a pixel is completely inside a letter
SOLID = 0.85
#: shares of the letters that reach the ratio, and the share reported as `least`
QUARTER, TENTH = 0.25, 0.10
#: spread of a channel that a lossy picture gives to one colour
ONE_COLOUR = 20
#: pixels of an empty part that must be in the picture
ENOUGH = 200.0


@dataclass(frozen=True, kw_only=True)
class Band:
    """A part of the page that is worth a frame."""

    box: Box
    scale: float
    #: below the window: only a new layout shows it
    beyond: bool
    selectors: frozenset[str]
    #: a frame with the letters is needed too
    letters: bool


@dataclass(frozen=True, kw_only=True)
class Frames:
    """One band in PNG: with its letters where that was needed, and twice without."""

    band: Band
    lettered: bytes | None
    bare: bytes
    bare_again: bytes


@dataclass(frozen=True, kw_only=True)
class _Opened:
    band: Band
    lettered: Image.Image | None
    bare: Image.Image
    again: Image.Image


def read_texts(
    texts: list[dict[str, Any]],
    frames: Sequence[Frames],
    pictures: tuple[Image.Image | None, Image.Image | None],
    height: int,
    *,
    restless: Sequence[Box] = (),
) -> tuple[PaintedText, ...]:
    """Every text with its ratio, or with the reason why it is unknown; on `restless` parts two frames prove nothing."""
    opened = [_open_frames(one) for one in frames]
    before, after = pictures
    seen = [{**text, "restless": _any_overlap(text["rects"], restless)} for text in texts]
    return tuple(_read_painted_text(text, opened, before, after, height) for text in seen)


class _Unclear(Exception):
    """The ratio is unknown; its text is the reason."""


def _read_painted_text(
    text: dict[str, Any],
    frames: list[_Opened],
    before: Image.Image | None,
    after: Image.Image | None,
    height: int,
) -> PaintedText:
    known: dict[str, Any] = {
        "selector": text["selector"],
        "box": tuple(text["box"]),
        "size": round(text["size"], 1),
        "weight": text["weight"],
    }
    color: Colour = tuple(text["color"])
    try:
        frame, parts = _frame_and_parts(text, frames)
        _must_hold_still(frame, parts)
        if before and after:
            _must_not_have_moved(text["rects"], before, after, height)
        pairs = _colour_pairs(frame, parts, color, by_pixels=text["painted"])
    except _Unclear as why:
        return PaintedText(**known, reason=str(why))
    reached = sorted((ratio(letter, ground), count) for letter, ground, count in pairs)
    grounds = sorted((luminance(ground), count, ground) for _, ground, count in pairs)
    return PaintedText(
        **known,
        ratio=round(_weighted_quantile(reached, QUARTER), 2),
        least=round(_weighted_quantile(reached, TENTH), 2),
        color=color,
        ground=_median_ground(grounds),
    )


def _frame_and_parts(
    text: dict[str, Any], frames: list[_Opened]
) -> tuple[_Opened, list[tuple[int, int, int, int]]]:
    """The frame that shows the text, and where in it."""
    if text["covered"]:
        raise _Unclear("covered")
    if text["bare"]:
        raise _Unclear("picture-away")
    if text["restless"]:
        raise _Unclear("moving")
    frame = next((one for one in frames if text["selector"] in one.band.selectors), None)
    parts = [part for rect in text["rects"] if frame and (part := _part_of_frame(frame, rect))]
    if frame is None or not parts:
        raise _Unclear("out-of-reach")
    return frame, parts


def _any_overlap(rects: list[list[float]], boxes: Sequence[Box]) -> bool:
    return any(
        x < left + wide and left < x + width and y < top + high and top < y + height
        for x, y, width, height in rects
        for left, top, wide, high in boxes
    )


def _must_hold_still(frame: _Opened, parts: list[tuple[int, int, int, int]]) -> None:
    """Both frames agree."""
    if any(_mean_difference(frame.bare.crop(part), frame.again.crop(part)) > MOVES for part in parts):
        raise _Unclear("moving")


def _weighted_quantile(values: list[tuple[float, int]], share: float) -> float:
    """The value that `share` of the weight stays below."""
    wanted = share * sum(count for _, count in values)
    passed = 0.0
    for value, count in values:
        passed += count
        if passed >= wanted:
            return value
    return values[-1][0]


def _median_ground(grounds: list[tuple[float, int, Colour]]) -> Colour:
    half = sum(count for _, count, _ in grounds) / 2
    passed = 0
    for _, count, colour in grounds:
        passed += count
        if passed >= half:
            return colour
    return grounds[-1][2]


def _colour_pairs(
    frame: _Opened, parts: list[tuple[int, int, int, int]], color: Colour, *, by_pixels: bool
) -> list[tuple[Colour, Colour, int]]:
    """Colours of a letter and its background, and how often they occur."""
    pairs = _painted_pairs(frame, parts) if by_pixels else _declared_pairs(frame, parts, color)
    if not pairs:
        raise _Unclear("no-pixels")
    return pairs


def _declared_pairs(
    frame: _Opened, parts: list[tuple[int, int, int, int]], color: Colour
) -> list[tuple[Colour, Colour, int]]:
    """The declared colour of the letters over each colour behind them."""
    found: dict[Colour, int] = {}
    for part in parts:
        crop = frame.bare.crop(part)
        small = crop.resize(
            (min(SAMPLE[0], crop.width), min(SAMPLE[1], crop.height)), Image.Resampling.NEAREST
        )
        for count, (red, green, blue) in small.getcolors(SAMPLE[0] * SAMPLE[1]) or ():  # type: ignore[misc]
            ground = (red, green, blue, 1.0)
            found[ground] = found.get(ground, 0) + count
    return [(blend_over(color, ground), ground, count) for ground, count in found.items()]


def _painted_pairs(
    frame: _Opened, parts: list[tuple[int, int, int, int]]
) -> list[tuple[Colour, Colour, int]]:
    """Pixels completely inside a letter, each beside the same pixel without it."""
    if frame.lettered is None:
        return []
    found: dict[tuple[Colour, Colour], int] = {}
    for part in parts:
        with_letters, without = frame.lettered.crop(part), frame.bare.crop(part)
        apart = ImageChops.difference(with_letters, without).convert("L")
        strongest = apart.getextrema()[1]
        if not isinstance(strongest, int) or strongest < VISIBLE:
            continue
        letters, grounds = with_letters.tobytes(), without.tobytes()
        for index, difference in enumerate(apart.tobytes()):
            if difference >= SOLID * strongest:
                pair = (_colour_at(letters, index), _colour_at(grounds, index))
                found[pair] = found.get(pair, 0) + 1
    return [(letter, ground, count) for (letter, ground), count in found.items()]


def _colour_at(data: bytes, index: int) -> Colour:
    red, green, blue = data[3 * index : 3 * index + 3]
    return red, green, blue, 1.0


def _part_of_frame(frame: _Opened, rect: list[float]) -> tuple[int, int, int, int] | None:
    """A rectangle of the page in the frame's pixels."""
    x, y, width, height = rect
    left, top, _, _ = frame.band.box
    scale = frame.band.scale
    box = (
        max(0, round((x - left) * scale)),
        max(0, round((y - top) * scale)),
        min(frame.bare.width, round((x + width - left) * scale)),
        min(frame.bare.height, round((y + height - top) * scale)),
    )
    return box if box[2] - box[0] >= 2 and box[3] - box[1] >= 2 else None


def _must_not_have_moved(
    rects: list[list[float]], before: Image.Image, after: Image.Image, height: int
) -> None:
    """The first screen showed the same there a second ago; nothing was recorded further down."""
    for x, y, wide, high in rects:
        part = (max(0, round(x)), max(0, round(y)), round(x + wide), round(y + high))
        inside = part[3] <= min(height, before.height, after.height) and part[2] <= before.width
        if (
            inside
            and part[2] > part[0]
            and _mean_difference(before.crop(part), after.crop(part)) > MOVES_LOSSY
        ):
            raise _Unclear("moving")


def _mean_difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def blank_parts(boxes: list[Box], image: Image.Image | None) -> list[bool | None]:
    """Whether the picture shows one colour in each box; None if the box is outside of it."""
    return [_is_blank(image, box) for box in boxes] if image is not None else [None] * len(boxes)


def _is_blank(image: Image.Image, box: Box) -> bool | None:
    _, top, _, height = box
    part = (0, round(top) + 8, image.width, min(image.height, round(top + height) - 8))
    if part[3] - part[1] < ENOUGH:
        return None
    spread = ImageStat.Stat(image.crop(part)).extrema
    return all(high - low <= ONE_COLOUR for low, high in spread)


def _open_frames(frames: Frames) -> _Opened:
    lettered = open_picture(frames.lettered) if frames.lettered else None
    bare, again = open_picture(frames.bare), open_picture(frames.bare_again)
    if bare is None or again is None:
        raise ValueError("a frame without a picture")
    return _Opened(band=frames.band, lettered=lettered, bare=bare, again=again)


def open_picture(data: bytes) -> Image.Image | None:
    return Image.open(io.BytesIO(data)).convert("RGB") if data else None

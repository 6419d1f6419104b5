"""Shades that can be read: the nearest to the present one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from coldread.scanner.page.contrast import blend_over, luminance, ratio
from coldread.scanner.page.observations import Colour

#: browsers round shades, so a little more than the rule asks for keeps the result above it
MARGIN = 0.05
_BLACK: Colour = (0, 0, 0, 1.0)
_WHITE: Colour = (255, 255, 255, 1.0)
#: with this difference between its channels, a colour was chosen and is not a grey
COLOURED = 40


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The colour that a shade must contrast with, and the ratio."""

    against: Colour
    ratio: float


def shade_passing_everywhere(colour: Colour, wants: Collection[Wanted]) -> Colour | None:
    """The nearest grey that passes everywhere; None for a colour that its owner chose, or if there is none.

    Light text stays light and dark text dark. A translucent grey becomes less translucent.
    """
    if max(colour[:3]) - min(colour[:3]) > COLOURED:
        return None
    if colour[3] < 1:
        steps = (round(percent / 100, 2) for percent in range(round(colour[3] * 100) + 1, 101))
        clearer = ((*colour[:3], alpha) for alpha in steps)
        return next((shade for shade in clearer if _passes_everywhere(shade, wants)), None)
    for shade in _passing_shades(colour, wants):
        if all(_is_lighter(shade, one.against) == _is_lighter(colour, one.against) for one in wants):
            return shade
    return None


def _is_lighter(one: Colour, other: Colour) -> bool:
    return luminance(one) > luminance(other)


def _passes_everywhere(shade: Colour, wants: Collection[Wanted]) -> bool:
    return all(ratio(blend_over(shade, one.against), one.against) >= one.ratio + MARGIN for one in wants)


def _passing_shades(colour: Colour, wants: Collection[Wanted]) -> Iterator[Colour]:
    for percent in range(1, 101):
        for end in (_BLACK, _WHITE):
            if _passes_everywhere(shade := _mix_colours(colour, end, percent), wants):
                yield shade


def _mix_colours(colour: Colour, end: Colour, percent: int) -> Colour:
    red, green, blue = (round(a + (b - a) * percent / 100) for a, b in zip(colour[:3], end[:3], strict=True))
    return red, green, blue, 1.0


def colour_distance(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True))

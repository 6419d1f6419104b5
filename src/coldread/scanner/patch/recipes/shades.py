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
#: how far a chosen colour may go towards black or white, in percent, and still look the same
SAME_TO_THE_EYE = 10


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The colour that a shade must contrast with, and the ratio."""

    against: Colour
    ratio: float


def nearest_passing_shade(colour: Colour, against: Colour, wanted: float) -> Colour | None:
    """The first passing shade on the way to black or white; None if neither end passes."""
    return next(
        (shade for shade, _ in _passing_shades(colour, [Wanted(against=against, ratio=wanted)])), None
    )


def shade_passing_everywhere(colour: Colour, wants: Collection[Wanted]) -> Colour | None:
    """The nearest shade that passes everywhere and still looks like the same colour; None if there is none.

    Light text stays light and dark text dark. A grey may change as far as needed, a chosen colour only so
    far that it looks the same. A translucent colour becomes less translucent.
    """
    if colour[3] < 1:
        steps = (round(percent / 100, 2) for percent in range(round(colour[3] * 100) + 1, 101))
        clearer = ((*colour[:3], alpha) for alpha in steps)
        return next((shade for shade in clearer if _passes_everywhere(shade, wants)), None)
    for shade, percent in _passing_shades(colour, wants):
        is_chosen = max(colour[:3]) - min(colour[:3]) > COLOURED
        if is_chosen and percent > SAME_TO_THE_EYE:
            return None
        if all(_is_lighter(shade, one.against) == _is_lighter(colour, one.against) for one in wants):
            return shade
    return None


def _is_lighter(one: Colour, other: Colour) -> bool:
    return luminance(one) > luminance(other)


def _passes_everywhere(shade: Colour, wants: Collection[Wanted]) -> bool:
    return all(ratio(blend_over(shade, one.against), one.against) >= one.ratio + MARGIN for one in wants)


def _passing_shades(colour: Colour, wants: Collection[Wanted]) -> Iterator[tuple[Colour, int]]:
    for percent in range(1, 101):
        for end in (_BLACK, _WHITE):
            if _passes_everywhere(shade := _mix_colours(colour, end, percent), wants):
                yield shade, percent


def _mix_colours(colour: Colour, end: Colour, percent: int) -> Colour:
    red, green, blue = (round(a + (b - a) * percent / 100) for a, b in zip(colour[:3], end[:3], strict=True))
    return red, green, blue, 1.0


def colour_distance(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True))

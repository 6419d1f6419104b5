"""Contrast between colours as WCAG defines it."""

from __future__ import annotations

from typing import Literal

from coldread.scanner.page.observations import Colour
from coldread.scanner.page.painted import PaintedText

TEXT_RATIO, LARGE_RATIO = 4.5, 3.0
#: below this ratio letters are invisible if no colour channel differs by more: blue on a grey of the same luminance is hard to
#: read, but visible
UNSEEN_RATIO, UNSEEN_CHANNEL = 1.5, 60
#: letters with less opacity are meant to be faint, or fade in
MEANT = 0.5
#: relative error of pixel measurements: so near to the threshold the result is unclear
MARGIN = 0.05


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 black to 1 white."""
    channels = [value / 255 for value in colour[:3]]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: Colour, other: Colour) -> float:
    """1 for equal colours, 21 for black on white."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def blend_over(top: Colour, ground: Colour) -> Colour:
    """The colour of a translucent colour over an opaque one."""
    alpha = top[3]
    red, green, blue = (round(a * alpha + b * (1 - alpha)) for a, b in zip(top[:3], ground[:3], strict=True))
    return red, green, blue, 1.0


def is_large(font_size: float, font_weight: int) -> bool:
    """18 pt, or 14 pt and bold."""
    return font_size >= 24 or (font_size >= 18.66 and font_weight >= 700)


def wanted_ratio(font_size: float, font_weight: int) -> float:
    return LARGE_RATIO if is_large(font_size, font_weight) else TEXT_RATIO


def painted_verdict(text: PaintedText) -> Literal["fine", "pale", "unclear"]:
    """Pale if a quarter of the letters is; fine only if nine tenths are; else unclear."""
    wanted = wanted_ratio(text.size, text.weight)
    if text.ratio is None or text.least is None:
        return "unclear"
    if text.ratio < wanted * (1 - MARGIN):
        return "pale"
    is_fine = text.ratio >= wanted * (1 + MARGIN) and text.least >= wanted * (1 - MARGIN)
    return "fine" if is_fine else "unclear"


def cannot_be_seen(letters: Colour | None, ground: Colour | None) -> bool:
    """The letters have almost the colour of their background."""
    if letters is None or ground is None:
        return False
    apart = max(abs(one - other) for one, other in zip(letters[:3], ground[:3], strict=True))
    return ratio(letters, ground) < UNSEEN_RATIO and apart <= UNSEEN_CHANNEL

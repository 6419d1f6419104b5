"""Contrast between colours as WCAG defines it."""

from __future__ import annotations

from coldread.scanner.page.observations import Colour

TEXT_RATIO, LARGE_RATIO = 4.5, 3.0


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 black to 1 white."""
    channels = [value / 255 for value in colour[:3]]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: Colour, other: Colour) -> float:
    """1 for equal colours, 21 for black on white."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def over(top: Colour, ground: Colour) -> Colour:
    """What the eye sees when a translucent colour lies on an opaque one."""
    alpha = top[3]
    red, green, blue = (round(a * alpha + b * (1 - alpha)) for a, b in zip(top[:3], ground[:3], strict=True))
    return red, green, blue, 1.0


def is_large(font_size: float, font_weight: int) -> bool:
    """18 pt, or 14 pt and bold."""
    return font_size >= 24 or (font_size >= 18.66 and font_weight >= 700)

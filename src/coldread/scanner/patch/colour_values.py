"""Colours as style sheets write them: parsing, and writing in the same notation."""

from __future__ import annotations

import re

from PIL import ImageColor

from coldread.scanner.page.observations import Colour

_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,[^()]*)?\)")
_CHANNELS = re.compile(
    r"rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*(?:[,/]\s*(\d*\.?\d+)(%?)\s*)?\)",
    re.IGNORECASE,
)


def variable_in(value: str) -> str:
    """The name of the custom property, if the value is only that; else empty."""
    told = _VARIABLE.fullmatch(value)
    return told[1] if told else ""


def read_colour(value: str) -> Colour | None:
    """None if it is not a plain colour: a variable, a gradient, `inherit`."""
    channels = _CHANNELS.fullmatch(value)
    if channels is not None:
        red, green, blue = (int(channels[at]) for at in (1, 2, 3))
        alpha = float(channels[4]) / (100 if channels[5] else 1) if channels[4] else 1.0
        return red, green, blue, alpha
    try:
        told = ImageColor.getrgb(value)
    except ValueError:
        return None
    red, green, blue = told[:3]
    return red, green, blue, round(told[3] / 255, 2) if len(told) > 3 else 1.0


def format_like(old: str, colour: Colour) -> str:
    """With alpha as `rgba()` in the spacing of the old value; else six digits in its letter case."""
    if colour[3] < 1:
        gap = " " if ", " in old else ""
        alpha = f"{colour[3]:.2f}".rstrip("0")
        alpha = alpha.removeprefix("0") if re.search(r"[, ]\.\d", old) else alpha
        return f"rgba({f',{gap}'.join(map(str, colour[:3]))},{gap}{alpha})"
    digits = "#" + "".join(f"{channel:02x}" for channel in colour[:3])
    return digits.upper() if re.search(r"#[^#]*[A-F]", old) else digits


def is_same_colour(one: Colour, other: Colour) -> bool:
    """Compares after rounding, since browsers round alpha."""
    return one[:3] == other[:3] and abs(one[3] - other[3]) <= 0.011

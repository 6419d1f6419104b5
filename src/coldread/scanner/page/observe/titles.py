"""The parts of a page's title: an offer, a firm, a place, with signs between them."""

from __future__ import annotations

import re

#: a colon parts only where a clause follows: “Acme: bread” is one thing, “Acme: fresh bread by seven” two
_SIGN = re.compile(r"\s*[|·•]\s*|\s+[–—-]\s+|:\s+(?=\S+\s+\S+\s+\S)")
#: the strongest first
_SIGNS = ("|", "–", "—", " - ", "·", ":")


def title_parts(title: str) -> list[str]:
    """Between all signs, in their order."""
    return [part.strip() for part in _SIGN.split(title) if part.strip()]


def outer_parts(title: str) -> list[str]:
    """Between signs of the strongest kind alone: what the brand is read from, and verdicts on greetings hang on it."""
    for sign in _SIGNS:
        if sign in title:
            return [part.strip() for part in title.split(sign)]
    return [title]

"""The parts of a page's title, such as offer, firm and place, by the signs between them."""

from __future__ import annotations

import re

#: a colon separates only if a clause follows: “Acme: bread” is one part, “Acme: fresh bread by seven” are two
_SIGN = re.compile(r"\s*[|·•]\s*|\s+[–—-]\s+|:\s+(?=\S+\s+\S+\s+\S)")
#: the strongest first
_SIGNS = ("|", "–", "—", " - ", "·", ":")


def title_parts(title: str) -> list[str]:
    """The parts between all signs, in their order."""
    return [part.strip() for part in _SIGN.split(title) if part.strip()]


def outer_parts(title: str) -> list[str]:
    """The parts between signs of the strongest kind only, for the brand."""
    for sign in _SIGNS:
        if sign in title:
            return [part.strip() for part in title.split(sign)]
    return [title]

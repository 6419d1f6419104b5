"""The parts of a page's title: an offer, a firm, a place, with signs between them."""

from __future__ import annotations

import re
from itertools import islice

#: a colon parts only where a clause follows: “Acme: bread” is one thing, “Acme: fresh bread by seven” two
_SIGN = re.compile(r"\s*[|·•]\s*|\s+[–—-]\s+|:\s+(?=\S+\s+\S+\s+\S)")
#: of one title that are looked at: every part up to every other is a run of it
MOST_SIGNS = 20
#: the strongest first
_SIGNS = ("|", "–", "—", " - ", "·", ":")


def title_parts(title: str) -> list[str]:
    """Between all signs, in their order."""
    return [part.strip() for part in _SIGN.split(title) if part.strip()]


def title_runs(title: str) -> list[str]:
    """The title without its last parts, then without its first, then the parts between; the longest of each first."""
    signs = [(match.start(), match.end()) for match in islice(_SIGN.finditer(title), MOST_SIGNS)]
    starts, ends = [0, *(end for _, end in signs)], [*(start for start, _ in signs), len(title)]
    last = len(ends) - 1
    runs = [(0, end) for end in range(last - 1, -1, -1)] + [(start, last) for start in range(1, last + 1)]
    runs += [(start, end) for start in range(1, last) for end in range(last - 1, start - 1, -1)]
    return [title[starts[start] : ends[end]].strip() for start, end in runs]


def outer_parts(title: str) -> list[str]:
    """Between signs of the strongest kind alone: what the brand is read from, and verdicts on greetings hang on it."""
    for sign in _SIGNS:
        if sign in title:
            return [part.strip() for part in title.split(sign)]
    return [title]

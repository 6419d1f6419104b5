"""The page's markup as its server sent it, thinned for a model: its owner knows it by heart, and asks why a review does not. Pure.

What scripts say is told elsewhere; drawings, embedded files and packed styles tell nobody anything.
"""

from __future__ import annotations

import re

from coldread.scanner.page.page import Page

#: characters of the source that are looked at, of what is told of it, and of a style sheet in it
MOST_SOURCE, LONGEST, LONGEST_STYLE = 1_000_000, 60_000, 6_000
_EMBEDDED = re.compile(r"data:[\w/+.;=-]{0,80},[^\"'\s)>]{40,}")
_BLANKS = re.compile(r"[ \t\r\f\v]+")


def source_text(page: Page) -> str:
    """Line by line."""
    text = page.seen.html[:MOST_SOURCE]
    for tag, most in (("script", 0), ("svg", 0), ("style", LONGEST_STYLE)):
        text = _shortened(text, tag, most)
    text = _EMBEDDED.sub("data:…", text)
    lines = (_BLANKS.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(filter(None, lines))[:LONGEST]


def _shortened(text: str, tag: str, most: int) -> str:
    """Of the inside of such elements the beginning."""
    opening, closing = re.compile(rf"<{tag}\b", re.IGNORECASE), re.compile(rf"</{tag}\b", re.IGNORECASE)
    kept, at = [], 0
    while (opened := opening.search(text, at)) is not None:
        begins = text.find(">", opened.end()) + 1
        closed = closing.search(text, begins) if begins else None
        if closed is None:
            break
        kept.append(text[at : min(begins + most, closed.start())])
        at = closed.start()
    return "".join([*kept, text[at:]])

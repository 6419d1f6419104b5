"""The page's markup as the server sent it, shortened for a model. Pure.

Without the content of scripts and drawings, embedded files and most of each style sheet, since they say little about the page.
"""

from __future__ import annotations

import re

from coldread.scanner.page.page import Page

#: characters: of the source that are read, of the result, and of each style sheet in it
MOST_SOURCE, LONGEST, LONGEST_STYLE = 1_000_000, 60_000, 6_000
_EMBEDDED = re.compile(r"data:[\w/+.;=-]{0,80},[^\"'\s)>]{40,}")
_BLANKS = re.compile(r"[ \t\r\f\v]+")


def source_text(page: Page) -> str:
    """The shortened markup, without blank lines."""
    text = page.seen.html[:MOST_SOURCE]
    for tag, most in (("script", 0), ("svg", 0), ("style", LONGEST_STYLE)):
        text = _with_short_elements(text, tag, most)
    text = _EMBEDDED.sub("data:…", text)
    lines = (_BLANKS.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(filter(None, lines))[:LONGEST]


def _with_short_elements(text: str, tag: str, most: int) -> str:
    """The text with at most `most` characters inside each element of this tag."""
    opening, closing = re.compile(rf"<{tag}\b", re.IGNORECASE), re.compile(rf"</{tag}\b", re.IGNORECASE)
    pieces, at = [], 0
    while (opened := opening.search(text, at)) is not None:
        begins = text.find(">", opened.end()) + 1
        closed = closing.search(text, begins) if begins else None
        if closed is None:
            break
        pieces.append(text[at : min(begins + most, closed.start())])
        at = closed.start()
    return "".join([*pieces, text[at:]])

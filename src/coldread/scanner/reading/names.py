"""Whether a line is the page's own name and nothing more."""

from __future__ import annotations

import re

from coldread.scanner.page.observe.head import meta_content, structured_values
from coldread.scanner.page.observe.titles import outer_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words
from coldread.scanner.reading.quotes import read_blocks

#: longer ones say something beside the name
LONGEST, SHORT = 5, 3
#: what a firm's registered name ends with
_LEGAL = re.compile(r"\b(?:AB|HB|KB|UF|Ltd|LLC|Inc|GmbH|AS|ApS|Oy|Pty)\b\.?$")
_COPYRIGHT = re.compile(r"©|\bcopyright\b", re.IGNORECASE)
#: small words that stand in names
_SMALL = frozenset(["&", "and", "och", "of", "de", "the", "i", "på", "by"])
#: titles that name nobody
_NO_NAMES = frozenset(
    [
        "coming soon",
        "under construction",
        "kommer snart",
        "snart här",
        "home",
        "hem",
        "start",
        "welcome",
        "välkommen",
    ]
)


def is_name(page: Page, said: str) -> bool:
    """Written like a name, and the page calls itself so in another place as well."""
    parts = words(said)
    own = _plain(said)
    if not 1 <= len(parts) <= LONGEST or own in _NO_NAMES or phrases("reading.kinds").fullmatch(own):
        return False
    named = [meta_content(page.dom, "og:site_name"), *structured_values(page.dom, "name")]
    if any(own == _plain(part) for part in named):
        return True
    if not all(part[:1].isupper() or part in _SMALL for part in parts):
        return False
    # a title often repeats what the headline offers: only a short one that is written like a name is taken for one
    titled = [_plain(part) for part in outer_parts(page.title)] if len(parts) <= SHORT else []
    signed = [block.text for block in read_blocks(page) if _COPYRIGHT.search(block.text)]
    return (
        bool(_LEGAL.search(said.strip()))
        or any(own == part or _holds(own, part) for part in titled)
        or any(f" {own} " in f" {_plain(line)} " for line in signed)
    )


def _holds(own: str, part: str) -> bool:
    """ "Tandläkare Anders Rosendahl" under the title "Tandläkare Rosendahl"."""
    return len(part.split()) > 1 and set(part.split()) <= set(own.split())


def _plain(text: str) -> str:
    return " ".join(words(text.lower()))

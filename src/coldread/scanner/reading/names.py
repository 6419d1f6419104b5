"""Whether a line is the page's own name and nothing more."""

from __future__ import annotations

import re

from coldread.scanner.page.phrases import words

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


def _holds(own: str, part: str) -> bool:
    """ "Tandläkare Anders Rosendahl" under the title "Tandläkare Rosendahl"."""
    return len(part.split()) > 1 and set(part.split()) <= set(own.split())


def _plain(text: str) -> str:
    return " ".join(words(text.lower()))

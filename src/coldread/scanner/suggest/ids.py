"""Ids for elements that have none: made of what the element is called, and free on the page. Pure."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Collection


def free_id(called: str, taken: Collection[str], numbered: dict[str, int] | None = None) -> str:
    """The name as an id, with a number where that is taken; `numbered` remembers from which number on to look."""
    plain = unicodedata.normalize("NFKD", called).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-")[:40]
    stem = stem if stem[:1].isalpha() else f"field-{stem}".rstrip("-")
    if stem not in taken:
        return stem
    since = (numbered or {}).get(stem, 2)
    number = next(one for one in itertools.count(since) if f"{stem}-{one}" not in taken)
    if numbered is not None:
        numbered[stem] = number
    return f"{stem}-{number}"

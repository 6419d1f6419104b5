"""Ids for elements without one: made from the element's name, and not yet used on the page. Pure."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Collection


def free_id(called: str, taken: Collection[str], numbered: dict[str, int] | None = None) -> str:
    """The name as an id, with a number if it is taken; `numbered` remembers where to continue."""
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

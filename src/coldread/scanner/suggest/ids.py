"""Ids for elements that have none: made of what the element is called, and free on the page. Pure."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Collection


def free_id(called: str, taken: Collection[str]) -> str:
    """The name as an id, with a number where that is taken."""
    plain = unicodedata.normalize("NFKD", called).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-")[:40]
    stem = stem if stem[:1].isalpha() else f"field-{stem}".rstrip("-")
    numbered = (f"{stem}-{number}" for number in itertools.count(2))
    return next(one for one in itertools.chain([stem], numbered) if one not in taken)

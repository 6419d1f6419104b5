"""Which skill a message means: by its name, by its fields, by its words. Pure."""

from __future__ import annotations

import re
from typing import Any

from coldread.base import ids
from coldread.web.skills import BY_ID, Skill

URL = re.compile(r"https?://[^\s<>\"'`]+")
#: where nobody names a skill: the first of these whose marks are all there, the most particular first
GUESSED = tuple(
    BY_ID[name] for name in ("quick-fix", "cold-read-rescan", "cold-read-status", "cold-read-request", "scan")
)


def skill_for(data: dict[str, Any]) -> Skill | None:
    """The skill that is named, else the first whose marks are all there; None for a name that we do not know."""
    named = data.get("skill")
    if named is not None:
        return BY_ID.get(str(named))
    if {"goal", "contact_email"} & set(data):
        return BY_ID["cold-read-request"]
    return next(skill for skill in GUESSED if set(skill.marks or ()) <= set(data))


def from_text(text: str) -> dict[str, Any]:
    """What plain words name without doubt: an address, an order, a wish for a person's review."""
    found: dict[str, Any] = {}
    if url := URL.search(text):
        found["url"] = url.group().rstrip(".,;:!?)]}")
    if order := ids.ORDER_ID.search(text):
        found["order_id"] = order.group()
    words = text.lower()
    if "order_id" not in found and ("cold-read" in words or "cold read" in words):
        found["skill"] = "cold-read-request"
    return found

"""Which skill a message means: by its name, by its fields, by its words. Pure."""

from __future__ import annotations

import re
from typing import Any

from coldread.base import ids
from coldread.web.skills import BY_ID, Skill

URL = re.compile(r"https?://[^\s<>\"'`]+")
#: words for a review by a person, and for a look by a machine
ORDERED = re.compile(r"\bcold[- ]read|(?<!in )\border\b", re.IGNORECASE)
SCANNED = re.compile(r"\bscan", re.IGNORECASE)
#: words for a rehearsal, not for a page about sandboxes; and for none
REHEARSED = re.compile(
    r"^\W*sandbox\b|\bsandbox(?:ed)?[ -](?:order|mode|run|test|cold|review|request)|\bin (?:the |a |your )?sandbox\b|\brehears(?:e|al)\b",
    re.IGNORECASE,
)
REFUSED = re.compile(r"\b(?:no|not|without)\b[^.!?\n]{0,20}\b(?:sandbox|rehears)", re.IGNORECASE)
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
    words = URL.sub(" ", text)
    if "order_id" not in found and ORDERED.search(words) and not SCANNED.search(words):
        found["skill"] = "cold-read-request"
    return found


def rehearsal_in(text: str) -> dict[str, Any]:
    """The fields of a rehearsal, where plain words ask for one; whoever sends fields says `sandbox` there."""
    words = URL.sub(" ", text)
    if not REHEARSED.search(words) or REFUSED.search(words) or ids.ORDER_ID.search(words):
        return {}
    return {"skill": "cold-read-request", "sandbox": True}

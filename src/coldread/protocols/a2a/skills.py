"""Which skill a message means: by name, by fields, or by words. Pure."""

from __future__ import annotations

import re
from typing import Any

from coldread.base import ids
from coldread.web.skills import BY_ID, Skill

URL = re.compile(r"https?://[^\s<>\"'`]+")
#: words for a review by a person, and for a scan by a machine
ORDERED = re.compile(r"\bcold[- ]read|(?<!in )\border\b", re.IGNORECASE)
SCANNED = re.compile(r"\bscan", re.IGNORECASE)
#: words that ask for a sandbox order, but not words about a page on sandboxes; and words that deny it
REHEARSED = re.compile(
    r"^\W*sandbox\b|\bsandbox(?:ed)?[ -](?:order|mode|run|test|cold|review|request)|\bin (?:the |a |your )?sandbox\b|\brehears(?:e|al)\b",
    re.IGNORECASE,
)
REFUSED = re.compile(r"\b(?:no|not|without)\b[^.!?\n]{0,20}\b(?:sandbox|rehears)", re.IGNORECASE)
#: for messages that name no skill: the first skill whose required fields are all there; the most specific first
GUESSED = tuple(
    BY_ID[name] for name in ("quick-fix", "cold-read-rescan", "cold-read-status", "cold-read-request", "scan")
)


def skill_for(data: dict[str, Any]) -> Skill | None:
    """The named skill, else the first whose required fields are all there; None for an unknown name."""
    named = data.get("skill")
    if named is not None:
        return BY_ID.get(str(named))
    if {"goal", "contact_email"} & set(data):
        return BY_ID["cold-read-request"]
    return next(skill for skill in GUESSED if set(skill.marks or ()) <= set(data))


def from_text(text: str) -> dict[str, Any]:
    """What plain words state clearly: an address, an order, a review by a person."""
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
    """The fields of a sandbox order, if plain words ask for one. A client that sends fields sets `sandbox` itself."""
    words = URL.sub(" ", text)
    if not REHEARSED.search(words) or REFUSED.search(words) or ids.ORDER_ID.search(words):
        return {}
    return {"skill": "cold-read-request", "sandbox": True}

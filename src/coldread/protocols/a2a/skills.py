"""The table of skills: which of our routes does each, and how to tell which one a message means. Pure."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Literal

from coldread.base import ids

URL = re.compile(r"https?://[^\s<>\"'`]+")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Skill:
    """One row: a skill of the agent card and the route behind it."""

    id: str
    method: str
    path: str
    #: what the answer is turned into
    makes: Literal["order", "scan", "answer"]
    #: fields without which the skill cannot be meant; for guessing it from data alone
    marks: tuple[str, ...] = ()
    #: what a person is asked when these are missing
    asks: str


SKILLS: tuple[Skill, ...] = (
    Skill(
        id="quick-fix",
        method="POST",
        path="/v1/quick-fix",
        makes="answer",
        marks=("element_selector", "problem"),
        asks="Which page, which element and what is wrong with it?",
    ),
    Skill(
        id="cold-read-rescan",
        method="POST",
        path="/v1/orders/{order_id}/rescan",
        makes="scan",
        marks=("order_id", "url"),
        asks="Which order, and at which address is the changed page?",
    ),
    Skill(
        id="cold-read-status",
        method="GET",
        path="/v1/orders/{order_id}",
        makes="order",
        marks=("order_id",),
        asks="Which order?",
    ),
    Skill(
        id="cold-read-request",
        method="POST",
        path="/v1/cold-read-requests",
        makes="order",
        marks=("contact_email",),
        asks="Which page, what should it achieve, for whom, and where is the buyer reached by e-mail?",
    ),
    Skill(
        id="scan",
        method="POST",
        path="/v1/scan",
        makes="scan",
        marks=(),
        asks="Which page, and what is it for?",
    ),
    Skill(
        id="audit",
        method="POST",
        path="/v1/audit",
        makes="answer",
        marks=("skill",),  # its fields are those of a scan: it must be named
        asks="Which page, what is it for, and whom does it address?",
    ),
    Skill(
        id="scan-paid",
        method="POST",
        path="/v1/scan-paid",
        makes="scan",
        marks=("skill",),
        asks="Which page, and what is it for?",
    ),
)
BY_ID = {skill.id: skill for skill in SKILLS}


def skill_for(data: dict[str, Any]) -> Skill | None:
    """The skill that is named, else the first whose marks are all there; None for a name that we do not know."""
    named = data.get("skill")
    if named is not None:
        return BY_ID.get(str(named))
    if {"goal", "contact_email"} & set(data):
        return BY_ID["cold-read-request"]
    return next(skill for skill in SKILLS if set(skill.marks) <= set(data))


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

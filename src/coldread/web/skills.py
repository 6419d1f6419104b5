"""The table of skills: what an agent can order here, and the route behind it. The card lists them, A2A executes them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Literal

from coldread.base.settings import Settings
from coldread.payments.on_sale import UNAVAILABLE, is_sold, with_sale_note
from coldread.payments.prices import CALL


@dataclasses.dataclass(frozen=True, kw_only=True)
class Skill:
    """One row."""

    id: str
    name: str
    #: what it does; `{price}` is filled from the table of prices
    text: str
    tags: tuple[str, ...]
    method: Literal["GET", "POST"]
    path: str
    #: the kind of task that the answer becomes
    makes: Literal["order", "scan", "answer"]
    #: fields that identify the skill if a message does not name it; None: it must be named
    marks: tuple[str, ...] | None
    #: the question to a person when fields are missing
    asks: str
    #: example fields, as the data part of a message
    example: Mapping[str, str]
    #: what is said with an answer that is a task of its own
    done: str = "Done."
    #: fields that try it in the sandbox, if the operator allows that; None: it cannot be tried
    rehearsal: Mapping[str, object] | None = None
    #: the setting that offers it; empty: it is always there
    offered_by: str = ""
    #: the contract names the skills of the card; others are in the guide
    is_on_card: bool = True

    def is_offered(self, settings: Settings) -> bool:
        return not self.offered_by or bool(getattr(settings, self.offered_by))

    def examples(self, settings: Settings) -> list[str]:
        """For the card: messages that a client can send with the card alone."""
        rehearsed = {**self.example, **self.rehearsal} if self.rehearsal and settings.sandbox else None
        return [
            json.dumps({"skill": self.id, **fields}, ensure_ascii=False)
            for fields in (self.example, rehearsed)
            if fields
        ]

    def described(self, settings: Settings) -> str:
        text = self.text.format(price=CALL[self.id].usdc) if self.id in CALL else self.text
        return with_sale_note(text, self.id, settings)

    def tagged(self, settings: Settings) -> list[str]:
        is_unsold = self.id in CALL and not is_sold(CALL[self.id], settings)
        return [*self.tags, *([UNAVAILABLE] if is_unsold else [])]


PAGE, ORDER = "https://shop.example/", "INV-7Hq2mXpR"
SKILLS: tuple[Skill, ...] = (
    Skill(
        id="scan",
        name="Scan a landing page",
        text="Scores, evidenced findings and a summary to paste into chat; free.",
        tags=("landing-page", "review", "free"),
        method="POST",
        path="/v1/scan",
        makes="scan",
        marks=(),
        asks="Which page, and what is it for?",
        example={"url": PAGE, "primary_goal": "book_call"},
    ),
    Skill(
        id="cold-read-request",
        name="Order a cold-read",
        text="A person reviews the page within 72 hours; a person pays.",
        tags=("landing-page", "review", "human"),
        method="POST",
        path="/v1/cold-read-requests",
        makes="order",
        marks=("contact_email",),
        asks="Which page, what should it achieve, for whom, and where is the buyer reached by e-mail?",
        example={
            "url": PAGE,
            "goal": "More booked calls",
            "audience": "Café owners",
            "contact_email": "buyer@shop.example",
        },
        rehearsal={"sandbox": True},
    ),
    Skill(
        id="cold-read-status",
        name="Follow an order",
        text="The status of an order and what to do next; also after a push, which names the task and its state alone.",
        tags=("order", "status"),
        method="GET",
        path="/v1/orders/{order_id}",
        makes="order",
        marks=("order_id",),
        asks="Which order?",
        example={"order_id": ORDER},
    ),
    Skill(
        id="cold-read-rescan",
        name="Rescan after delivery",
        text="One free look at the changed page.",
        tags=("landing-page", "rescan"),
        method="POST",
        path="/v1/orders/{order_id}/rescan",
        makes="scan",
        marks=("order_id", "url"),
        asks="Which order, and at which address is the changed page?",
        example={"order_id": ORDER, "url": PAGE},
    ),
    Skill(
        id="quick-fix",
        name="Fix one element",
        text="One diagnosis, rewrite and rationale; paid per call: {price} USDC.",
        tags=("landing-page", "copy", "paid"),
        method="POST",
        path="/v1/quick-fix",
        makes="answer",
        marks=("element_selector", "problem"),
        asks="Which page, which element and what is wrong with it?",
        example={"url": PAGE, "element_selector": "h1", "problem": "It only says Welcome"},
    ),
    Skill(
        id="audit",
        name="Audit a page by its description",
        text="Five ranked findings with an executive summary; paid per call: {price} USDC.",
        tags=("landing-page", "audit", "paid"),
        method="POST",
        path="/v1/audit",
        makes="answer",
        marks=None,  # its fields are those of a scan
        asks="Which page, what is it for, and whom does it address?",
        example={"url": PAGE, "primary_goal": "book_call", "audience": "Café owners"},
    ),
    Skill(
        id="scan-paid",
        name="Scan without the free limits",
        text="The scan, paid per call: {price} USDC.",
        tags=("landing-page", "review", "paid"),
        method="POST",
        path="/v1/scan-paid",
        makes="scan",
        marks=None,
        asks="Which page, and what is it for?",
        example={"url": PAGE, "primary_goal": "book_call"},
    ),
    Skill(
        id="page-watch",
        name="Watch a page",
        text="Looks at a page every day or week, and writes to its owner when something that matters changes; free. It begins once "
        "the button in our letter was pressed.",
        tags=("landing-page", "watch", "free"),
        method="POST",
        path="/v1/watches",
        makes="answer",
        marks=None,  # its fields are those of a scan and an address
        asks="Which page, what is it for, and who is told by e-mail?",
        done="A letter with a link is on its way. The watch begins when its button has been pressed.",
        example={"url": PAGE, "primary_goal": "book_call", "email": "owner@shop.example"},
        offered_by="watch",
        is_on_card=False,
    ),
)
BY_ID = {skill.id: skill for skill in SKILLS}


def offered_skills(settings: Settings) -> list[Skill]:
    return [skill for skill in SKILLS if skill.is_offered(settings)]

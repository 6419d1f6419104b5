"""The table of moves as the console words them: what each button says, asks and warns of."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import Any, Literal

from coldread.base.problems import Problem
from coldread.orders.acts.advance import Move
from coldread.orders.rules.lifecycle import STATE, STATES, Status
from coldread.orders.rules.order import Order
from coldread.orders.rules.status_words import WORDS
from coldread.pages.console.filters import plain
from coldread.payments.prices import BillingMethod
from coldread.web.forms import Form

Field = Literal["question", "substatus", "method", "reference", "amount", "note"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class MoveForm:
    """One row."""

    to: Status
    label: str
    #: what follows for the buyer
    follows: str
    fields: tuple[Field, ...] = ("note",)
    #: a tick without which nothing happens
    confirm: str | None = None
    danger: bool = False


S = Status
#: in the order in which they are offered: the likely one first
STEPS: tuple[MoveForm, ...] = (
    MoveForm(
        to=S.REVIEWING, label="Start the review", follows="The buyer sees that somebody is looking at it."
    ),
    MoveForm(to=S.ACCEPTED, label="Accept", follows="The buyer sees that billing instructions follow."),
    MoveForm(
        to=S.NEEDS_INFO,
        label="Wait for an answer",
        follows="The buyer's page and the buyer's agent show the question. No letter is sent: "
        "write to the buyer yourself, the text is ready once the order waits.",
        fields=("question", "note"),
    ),
    MoveForm(
        to=S.BILLING_PENDING,
        label="Ask for payment",
        follows="The pay page opens, with the amount and how to pay. No letter goes out by itself: write to the buyer yourself, the text is ready on this page.",
        fields=("method", "reference", "note"),
    ),
    MoveForm(
        to=S.PAID,
        label="Mark as paid",
        follows="The draft is prepared and published an hour later; 72 hours begin. This cannot be undone.",
        fields=("amount", "method", "reference", "note"),
        confirm="I have seen the money, or the invoice is as good as paid",
    ),
    MoveForm(
        to=S.IN_PROGRESS, label="Start the final", follows="The buyer sees that a person is working on it."
    ),
    MoveForm(
        to=S.REJECTED,
        label="Decline",
        follows="The order is closed for good. No letter is sent.",
        fields=("substatus", "note"),
        confirm="Close this order for good",
        danger=True,
    ),
    MoveForm(
        to=S.EXPIRED,
        label="Close as expired",
        follows="The order is closed for good. No letter is sent.",
        confirm="Close this order for good",
        danger=True,
    ),
)
STEP = {step.to: step for step in STEPS}
#: what a form of the order's page may lead to; delivering has a page of its own (`delivery`)
MOVABLE = frozenset(to for row in STATES for to in row.to) - {S.DELIVERED}


def step_to(status: Status) -> MoveForm:
    """Its form; a status that nobody has worded yet gets a plain one, by what its row says."""
    if status in STEP:
        return STEP[status]
    closes = STATE[status].is_declined
    return MoveForm(
        to=status,
        label=f"Move to {plain(status)}",
        follows=f"The buyer reads: “{WORDS[status].to_buyer('en')}”",
        fields=("substatus", "note"),
        confirm="Close this order for good" if closes else None,
        danger=closes,
    )


def steps_of(moves: Collection[Status]) -> list[MoveForm]:
    """The forms of these moves: the likely one first, those that nobody has worded last."""
    rank = [step.to for step in STEPS]
    wanted = [status for status in moves if status in MOVABLE]
    return [
        step_to(status)
        for status in sorted(wanted, key=lambda to: rank.index(to) if to in rank else len(rank))
    ]


def move_of(order: Order, step: MoveForm, form: Form, actor: str) -> Move:
    """The move that a form asks for; 400 with a sentence where something is missing."""
    if step.confirm and form.get("confirm") != "yes":
        raise Problem("invalid-input", f"Tick the box first: {step.confirm}.")
    if "question" in step.fields and not form.text("question"):
        raise Problem("invalid-input", "Question: say what you want to know.")
    note = form.text("note")
    if "amount" in step.fields:
        note = f"{_checked_amount(order, form)} {note}".strip()
    return Move(
        to_status=step.to,
        actor=actor,
        substatus=_short(form, "substatus", 120),
        question=_short(form, "question", 2000),
        note=note[:2000] or None,
        patch=_patch(step, form),
    )


def _patch(step: MoveForm, form: Form) -> dict[str, Any]:
    patch = {}
    if "method" in step.fields and form.text("method") in tuple(BillingMethod):
        patch["billing_method_final"] = form.text("method")
    if "reference" in step.fields and (reference := _short(form, "reference", 200)):
        patch["external_reference"] = reference
    return patch


def _short(form: Form, name: str, most: int) -> str | None:
    value = form.text(name)
    if len(value) > most:
        raise Problem("invalid-input", f"{name.capitalize()}: at most {most} characters.")
    return value or None


def _checked_amount(order: Order, form: Form) -> str:
    """What came in, as the audit trail says it; another amount than the price needs a second tick."""
    digits = form.text("amount").replace(" ", "").replace("\u00a0", "")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        raise Problem("invalid-input", "Amount: whole kronor, please.")
    price = _total(order, form)
    if int(digits) != price and form.get("differs") != "yes":
        raise Problem(
            "invalid-input",
            f"The price is {price} SEK, not {digits}. If that is right, tick “another amount”.",
        )
    return f"{digits} SEK received."


def _total(order: Order, form: Form) -> int:
    chosen = form.text("method")
    if chosen in tuple(BillingMethod):
        order = dataclasses.replace(order, billing_method_final=chosen)
    return order.price.total

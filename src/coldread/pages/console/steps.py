"""The table of moves as the console words them: what each button says, asks and warns of."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
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
    #: what the page says when it is done, with what comes next
    done: str = "Done. The order has moved."
    fields: tuple[Field, ...] = ("note",)
    #: a tick without which nothing happens
    confirm: str | None = None
    danger: bool = False
    #: it accepts the order, and no picture of the page has been shown here: somebody says to have looked
    needs_look: bool = False


S = Status
#: in the order in which they are offered: the likely one first
STEPS: tuple[MoveForm, ...] = (
    MoveForm(
        to=S.BILLING_PENDING,
        label="Ask for payment",
        follows="The pay page opens, with the amount and how to pay. An invoice is yours to write and send; its number "
        "is the reference. Who ordered on the form gets a letter; for others the mail is ready afterwards.",
        done="The pay page is open. Who ordered on the form was sent a letter; for others the mail is ready below.",
        fields=("method", "reference", "note"),
    ),
    MoveForm(
        to=S.NEEDS_INFO,
        label="Ask the buyer a question",
        follows="The order waits for the answer; the buyer's page and agent show the question. "
        "Who ordered on the form gets a letter; for others the mail is ready afterwards.",
        done="The order waits for the answer. Who ordered on the form was sent the question; for others the mail is ready below.",
        fields=("question", "note"),
    ),
    MoveForm(
        to=S.ACCEPTED,
        label="Accept, ask for payment later",
        follows="The buyer sees that it is accepted and that the payment comes next. From here on a question goes by e-mail. "
        "No letter says so: the mail is ready afterwards, and who ordered on the form gets a letter with the way to pay.",
        done="Accepted. Next: ask for payment; the letter or mail about that says yes, too.",
    ),
    MoveForm(
        to=S.REVIEWING,
        label="Start the review",
        follows="The buyer sees that somebody is looking at it. Nothing is accepted yet.",
        done="The buyer sees that somebody is reading it. Next: accept, ask or decline.",
    ),
    MoveForm(
        to=S.PAID,
        label="Mark as paid",
        follows="The draft is prepared and published an hour later; 72 hours begin. This cannot be undone.",
        done="Paid. The draft is being prepared, and the 72 hours run.",
        fields=("amount", "method", "reference", "note"),
        confirm="I have seen the money, or the invoice is as good as paid",
    ),
    MoveForm(
        to=S.IN_PROGRESS,
        label="Start the final",
        follows="The buyer sees that a person is working on it.",
        done="The buyer sees that a person is working on it. Next: write the final.",
    ),
    MoveForm(
        to=S.REJECTED,
        label="Decline",
        follows="The order is closed for good. Its page says why, and a letter where the buyer ordered on the form; for others the mail is ready afterwards.",
        done="The order is closed; its page says why. Who ordered on the form was sent a letter; for others the mail is ready below.",
        fields=("substatus", "note"),
        confirm="Close this order for good",
        danger=True,
    ),
    MoveForm(
        to=S.EXPIRED,
        label="Close as expired",
        follows="The order is closed for good. No letter is sent.",
        done="The order is closed. No letter was sent.",
        confirm="Close this order for good",
        danger=True,
    ),
)
#: how an order ends that its buyer has withdrawn from before paying
CLOSE_WITHDRAWN = MoveForm(
    to=S.REJECTED,
    label="Close the withdrawn order",
    follows="The buyer reads: you have withdrawn, the order is closed, you owe nothing. No letter is sent.",
    confirm="Close this order for good",
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


def steps_of(
    ways: Mapping[Status, tuple[Status, ...]], *, withdrawn: bool = False, looked: bool = False
) -> list[MoveForm]:
    """The forms of these ways: the likely one first, those that nobody has worded last; each says what it includes."""
    if withdrawn:
        return [CLOSE_WITHDRAWN] if S.REJECTED in ways else []
    rank = [step.to for step in STEPS]
    wanted = [status for status in ways if status in MOVABLE]
    return [
        way_step(status, ways[status], looked=looked)
        for status in sorted(wanted, key=lambda to: rank.index(to) if to in rank else len(rank))
    ]


def way_step(status: Status, way: tuple[Status, ...], *, looked: bool) -> MoveForm:
    """The form of a way; who accepts has seen the page, here or elsewhere."""
    return dataclasses.replace(_including(step_to(status), way), needs_look=S.ACCEPTED in way and not looked)


def _including(step: MoveForm, way: tuple[Status, ...]) -> MoveForm:
    """A step that accepts on its way says so: by the terms that makes the contract."""
    if S.ACCEPTED not in way[:-1]:
        return step
    return dataclasses.replace(
        step,
        label=f"Accept, and {step.label[:1].lower()}{step.label[1:]}",
        follows=f"The order is accepted, which makes the contract. {step.follows}",
    )


def move_of(order: Order, step: MoveForm, form: Form, actor: str) -> Move:
    """The move that a form asks for; 400 with a sentence where something is missing."""
    if step.confirm and form.get("confirm") != "yes":
        raise Problem("invalid-input", f"Tick the box first: {step.confirm}.")
    if step.needs_look and form.get("looked") != "yes":
        raise Problem(
            "invalid-input",
            "Look at the page first (“Look at the page now”), or tick that you have looked at it.",
        )
    if "question" in step.fields and not form.text("question"):
        raise Problem("invalid-input", "Question: say what you want to know.")
    note = form.text("note")
    if form.get("looked") == "yes":
        note = f"Looked at the page without a scan. {note}".strip()
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
    amount, price = whole_kronor(form), _total(order, form)
    if amount != price and form.get("differs") != "yes":
        raise Problem(
            "invalid-input",
            f"The price is {price} SEK, not {amount}. If that is right, tick “another amount”.",
        )
    return f"{amount} SEK received."


#: digits in threes, with one kind of sign or blank between them
_GROUPS = re.compile(r"\d{1,3}(?:([ .,\u00a0\u202f])\d{3})(?:\1\d{3})?")


def whole_kronor(form: Form) -> int:
    """The form's amount, written as people write it: `3900`, `3 900`, `3,900`, `3.900`."""
    digits = form.text("amount").strip()
    grouped = _GROUPS.fullmatch(digits)
    digits = "".join(filter(str.isdigit, digits)) if grouped else digits
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        raise Problem("invalid-input", "Amount: whole kronor, please, such as 1950 or 1,950.")
    return int(digits)


def _total(order: Order, form: Form) -> int:
    chosen = form.text("method")
    if chosen in tuple(BillingMethod):
        order = dataclasses.replace(order, billing_method_final=chosen)
    return order.price.total

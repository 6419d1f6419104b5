"""The table of moves as the console words them: what each button says, asks and warns of."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any, Literal

from coldread.orders.acts.advance import Move
from coldread.orders.rules.lifecycle import STATE, STATES, Status
from coldread.orders.rules.order import Order
from coldread.orders.rules.part_payments import WAYS, MoneyIn, received_at
from coldread.orders.rules.status_words import WORDS
from coldread.pages.console.console_texts import console_texts, invalid_input_problem
from coldread.pages.page_texts import Say
from coldread.payments.prices import BillingMethod
from coldread.web.forms import Form

Field = Literal["question", "substatus", "method", "reference", "amount", "received", "note"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class MoveForm:
    """One row. Its words are in `[step]` of `texts/`: the button's label, what follows, and what the page says afterwards."""

    to: Status
    fields: tuple[Field, ...] = ("note",)
    #: a checkbox without which nothing happens
    confirms: bool = False
    danger: bool = False
    #: it ends an order without an answer to its buyer: shown with less weight than a no
    silent: bool = False
    #: the group of its words, if that is not the status
    key: str = ""
    #: it accepts on its way to another status
    accepts: bool = False
    #: it accepts the order, and no picture of the page was taken here: the operator confirms to have seen the page
    needs_look: bool = False

    @property
    def words(self) -> str:
        return self.key or self.to.value

    def label(self, lang: str) -> str:
        say = step_texts(lang)
        if self.key == "other":
            return say("other", status=WORDS[self.to].name(lang))
        label = say(self.words)
        return say("accept_and", step=label[:1].lower() + label[1:]) if self.accepts else label

    def follows(self, lang: str) -> str:
        """What follows for the buyer. A step that also accepts the order says so, because by the terms that makes the contract."""
        say = step_texts(lang)
        if self.key == "other":
            return say("other_follows", sentence=WORDS[self.to].to_buyer(lang))
        follows = say(f"{self.words}_follows")
        return say("accept_follows", follows=follows) if self.accepts else follows

    def confirm(self, lang: str) -> str:
        """The checkbox's label; empty if there is none."""
        return step_texts(lang)(f"{self.words}_confirm") if self.confirms else ""


def step_texts(lang: str) -> Say:
    return console_texts(lang, "step")


S = Status
#: in the order in which they are offered: the likely one first
STEPS: tuple[MoveForm, ...] = (
    MoveForm(to=S.BILLING_PENDING, fields=("method", "reference", "note")),
    MoveForm(to=S.NEEDS_INFO, fields=("question", "note")),
    MoveForm(to=S.ACCEPTED),
    MoveForm(to=S.REVIEWING),
    MoveForm(to=S.PAID, fields=("amount", "method", "received", "reference", "note"), confirms=True),
    MoveForm(to=S.IN_PROGRESS),
    MoveForm(to=S.REJECTED, fields=("substatus", "note"), confirms=True, danger=True),
    MoveForm(to=S.EXPIRED, confirms=True, danger=True, silent=True),
)
#: how an order ends that its buyer has withdrawn from before paying
CLOSE_WITHDRAWN = MoveForm(to=S.REJECTED, key="withdrawn", confirms=True)
STEP = {step.to: step for step in STEPS}
#: what a form of the order's page may lead to; delivering has a separate page (`delivery`)
MOVABLE = frozenset(to for row in STATES for to in row.to) - {S.DELIVERED}


def step_to(status: Status) -> MoveForm:
    """Its form; a status without words yet gets a plain one, made from its row."""
    if status in STEP:
        return STEP[status]
    closes = STATE[status].is_declined
    return MoveForm(to=status, key="other", fields=("substatus", "note"), confirms=closes, danger=closes)


def steps_of(
    ways: Mapping[Status, tuple[Status, ...]], *, withdrawn: bool = False, looked: bool = False
) -> list[MoveForm]:
    """The forms for these moves: the likely one first, those without words last; each says which steps it includes."""
    if withdrawn:
        return [CLOSE_WITHDRAWN] if S.REJECTED in ways else []
    rank = [step.to for step in STEPS]
    wanted = [status for status in ways if status in MOVABLE]
    return [
        way_step(status, ways[status], looked=looked)
        for status in sorted(wanted, key=lambda to: rank.index(to) if to in rank else len(rank))
    ]


def way_step(status: Status, way: tuple[Status, ...], *, looked: bool) -> MoveForm:
    """The form of a move; the operator who accepts has seen the page, here or elsewhere."""
    return dataclasses.replace(
        step_to(status),
        accepts=S.ACCEPTED in way[:-1],
        needs_look=S.ACCEPTED in way and not looked,
    )


def move_of(order: Order, step: MoveForm, form: Form, actor: str, lang: str, *, now: int) -> Move:
    """The move that a form asks for; 400 with a sentence if something is missing."""
    say = step_texts(lang)
    if step.confirms and form.get("confirm") != "yes":
        raise invalid_input_problem(say, "fault_box", box=step.confirm(lang))
    if step.needs_look and form.get("looked") != "yes":
        raise invalid_input_problem(say, "fault_look")
    if "question" in step.fields and not form.text("question"):
        raise invalid_input_problem(say, "fault_question")
    note = form.text("note")
    money = None
    if form.get("looked") == "yes":
        note = f"{say('note_looked')} {note}".strip()
    if "amount" in step.fields:
        note = f"{_checked_amount(order, form, say)} {note}".strip()
        money = money_of(form, say, now=now)
    return Move(
        to_status=step.to,
        actor=actor,
        substatus=_short_field(form, "substatus", 120, say),
        question=_short_field(form, "question", 2000, say),
        note=note[:2000] or None,
        patch=_patch_from_form(step, form, say),
        money=money,
    )


def money_of(form: Form, say: Say, *, now: int) -> MoneyIn:
    """The sum that the form says came in: how much, on which day, which way; 400 with a sentence where it is none.
    Without a day it is today."""
    way, reference = form.text("way"), form.text("payer_reference")
    if len(reference) > 200:
        raise invalid_input_problem(say, "fault_long", field=say("field_reference"), most=200)
    return MoneyIn(
        amount=whole_kronor(form, say),
        received_at=_received_at(form.text("received"), say, now=now),
        way=way if way in WAYS else None,
        reference=reference or None,
    )


def _received_at(typed: str, say: Say, *, now: int) -> int:
    at = received_at(typed, now)
    if at is None:
        raise invalid_input_problem(say, "fault_day")
    return at


def _patch_from_form(step: MoveForm, form: Form, say: Say) -> dict[str, Any]:
    patch = {}
    if "method" in step.fields and form.text("method") in tuple(BillingMethod):
        patch["billing_method_final"] = form.text("method")
    if "reference" in step.fields and (reference := _short_field(form, "reference", 200, say)):
        patch["external_reference"] = reference
    return patch


def _short_field(form: Form, name: str, most: int, say: Say) -> str | None:
    value = form.text(name)
    if len(value) > most:
        raise invalid_input_problem(say, "fault_long", field=say(f"field_{name}"), most=most)
    return value or None


def _checked_amount(order: Order, form: Form, say: Say) -> str:
    """The amount that came in, as the audit trail writes it; an amount other than the rest needs a second checkbox."""
    amount, price = whole_kronor(form, say), _remaining(order, form)
    if amount != price and form.get("differs") != "yes":
        key = "fault_price" if amount > price else "fault_part"
        raise invalid_input_problem(say, key, price=str(price), amount=str(amount))
    return say("note_received", amount=str(amount))


#: digits in groups of three, with one kind of separator between them
_GROUPS = re.compile(r"\d{1,3}(?:([ .,\u00a0\u202f])\d{3})(?:\1\d{3})?")


def whole_kronor(form: Form, say: Say) -> int:
    """The form's amount, written as people write it: `3900`, `3 900`, `3,900`, `3.900`. `say` knows `[step]`."""
    digits = form.text("amount").strip()
    grouped = _GROUPS.fullmatch(digits)
    digits = "".join(filter(str.isdigit, digits)) if grouped else digits
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        raise invalid_input_problem(say, "fault_amount")
    return int(digits)


def _remaining(order: Order, form: Form) -> int:
    chosen = form.text("method")
    if chosen in tuple(BillingMethod):
        order = dataclasses.replace(order, billing_method_final=chosen)
    return order.remaining

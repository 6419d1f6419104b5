"""The status of an order and whose turn it is: every answer about an order takes these fields from one function."""

from __future__ import annotations

from typing import Any

from coldread.base.clock import rfc3339
from coldread.base.figures import kronor
from coldread.base.shapes import checked_body
from coldread.base.texts.shared_texts import say
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.order import Order
from coldread.orders.rules.status_words import WORDS
from coldread.orders.rules.whose_turn import SETTLED, Wait, WaitFacts, wait_of
from coldread.orders.views import shapes


def turn_fields(order: Order, wait: Wait) -> dict[str, Any]:
    """The contract derives these fields from the status alone. What happened since then is only in `waits_for`."""
    return {
        "status": order.status,
        "next_action": order.state.next_action,
        "question": order.question,
        "human_action_required": order.state.asks is not None,
        "waits_for": waits_for(wait),
    }


def waits_for(wait: Wait) -> dict[str, Any]:
    return checked_body(shapes.WaitsFor, {"on": wait.on, "why": wait.name, "since": rfc3339(wait.since)})


def wait_when_placed(order: Order) -> Wait:
    """Whose turn it is when an order has just been placed."""
    return wait_of(WaitFacts(order=order, entered_at=order.created_at))


def needs_no_buyer(order: dict[str, Any]) -> bool:
    """Whether the buyer owes nothing that the status asks for: the buyer answered, has withdrawn or was refunded."""
    return order["waits_for"]["why"] in SETTLED


def a2a_state(order: dict[str, Any]) -> str:
    """A2A's word for whose turn it is: `working` if the status asks for something that was given."""
    state = STATE[Status(order["status"])]
    return "working" if state.asks and needs_no_buyer(order) else state.a2a


def words_of(order: Order, turn: dict[str, Any]) -> str:
    """The words about an order that has no files or pages yet."""
    nothing = {"pay_url": None, "draft_url": None, "message": None, "rescan_available": False}
    projected = {
        **turn,
        **nothing,
        "substatus": order.substatus,
        "language": order.language,
        "sandbox": order.sandbox,
    }
    return order_words(projected, "rest")


def order_words(order: dict[str, Any], way: str) -> str:
    """The text to relay, in the order's language: its status, the open question and how to answer it by this
    `way` (rest, a2a or mcp), or why it was declined.

    `order` is the projection, or the fields of it that are used here."""
    status, lang, why = Status(order["status"]), order["language"], order["waits_for"]["why"]
    ends = [order["message"]] if order["message"] else []
    if needs_no_buyer(order) and (why != "answered" or STATE[status].asks):
        return "\n".join([say(lang, f"task.turn_{why}"), *ends])
    lines = [say(lang, "task.rehearsal")] if order["sandbox"] else []
    lines.append(WORDS[status].to_agent(lang, pay_url=order["pay_url"]))
    if STATE[status].asks == "payment" and order.get("amount_received"):
        received, remaining = order["amount_received"], order["amount_remaining"]
        lines.append(
            say(lang, "task.part", received=kronor(received, lang), remaining=kronor(remaining, lang))
        )
    if STATE[status].in_work and order["draft_url"]:
        lines.append(say(lang, "task.draft", draft_url=order["draft_url"]))
    if order["rescan_available"]:
        lines.append(say(lang, "task.rescan"))
    if STATE[status].asks == "answer":
        if order["question"]:
            lines.append(say(lang, "task.question", question=order["question"]))
        lines.append(say(lang, f"task.answer_{way}"))
    elif STATE[status].is_declined and order["substatus"]:
        lines.append(say(lang, "task.reason", reason=order["substatus"]))
    return "\n".join([*lines, *ends])

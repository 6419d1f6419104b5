"""An order in a few lines for whoever relays it: A2A's status message and MCP's text say the same. Pure."""

from __future__ import annotations

from typing import Any

from coldread.base.texts.say import say
from coldread.orders.rules.lifecycle import STATE, NextAction, Status
from coldread.orders.rules.status_words import WORDS
from coldread.orders.rules.waits import SETTLED

#: of an order whose question was answered, or whose buyer has withdrawn: nothing is left to relay
NOT_ASKED = {
    "next_action": NextAction.WAIT_FOR_REVIEW.value,
    "question": None,
    "human_action_required": False,
}


def is_settled(order: dict[str, Any]) -> bool:
    """More has happened than the status knows: the answer came, the buyer has withdrawn, the money went back."""
    return order["waits_for"]["why"] in SETTLED


def as_it_stands(order: dict[str, Any]) -> dict[str, Any]:
    """The order without what nobody is asked any more. REST derives these fields from the status, as its contract says."""
    return {**order, **NOT_ASKED} if is_settled(order) else order


def order_words(order: dict[str, Any], way: str) -> str:
    """In the order's language: where it stands, what was asked and how to answer by this `way` (a2a or mcp), why not."""
    status, lang, why = Status(order["status"]), order["language"], order["waits_for"]["why"]
    ends = [order["message"]] if order["message"] else []
    if is_settled(order) and (why != "answered" or STATE[status].asks):
        return "\n".join([say(lang, f"task.turn_{why}"), *ends])
    lines = [say(lang, "task.rehearsal")] if order["sandbox"] else []
    lines.append(WORDS[status].to_agent(lang, pay_url=order["pay_url"]))
    if STATE[status].in_work and order["draft_url"]:
        lines.append(say(lang, "task.draft", draft_url=order["draft_url"]))
    if STATE[status].asks == "answer":
        if order["question"]:
            lines.append(say(lang, "task.question", question=order["question"]))
        lines.append(say(lang, f"task.answer_{way}"))
    elif STATE[status].is_declined and order["substatus"]:
        lines.append(say(lang, "task.reason", reason=order["substatus"]))
    return "\n".join([*lines, *ends])

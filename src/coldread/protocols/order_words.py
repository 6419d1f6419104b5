"""An order in a few lines for whoever relays it: A2A's status message and MCP's text say the same. Pure."""

from __future__ import annotations

from typing import Any

from coldread.base.texts.say import say
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.status_words import WORDS
from coldread.orders.rules.waits import Wait

#: turns of which more is said than the status knows; keys of `task.turn_…`
TURNS = frozenset({"answered", "withdrawal", "refunded"})


def order_words(order: dict[str, Any], way: str, wait: Wait | None = None) -> str:
    """In the order's language: where it stands, what was asked and how to answer by this `way` (a2a or mcp), why not.

    `wait`, where it is known: what has happened since, so that nobody relays a question that was answered.
    """
    status, lang = Status(order["status"]), order["language"]
    if wait is not None and wait.name in TURNS and not (wait.name == "answered" and not STATE[status].asks):
        return say(lang, f"task.turn_{wait.name}")
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
    return "\n".join(lines)

"""An order in a few lines for whoever relays it: A2A's status message and MCP's text say the same. Pure."""

from __future__ import annotations

from typing import Any

from coldread.base.texts.say import say
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.status_words import WORDS


def order_words(order: dict[str, Any], way: str) -> str:
    """In the order's language: where it stands, what was asked and how to answer by this `way` (a2a or mcp), why not."""
    status, lang = Status(order["status"]), order["language"]
    lines = [WORDS[status].to_agent(lang, pay_url=order["pay_url"])]
    if STATE[status].in_work and order["draft_url"]:
        lines.append(say(lang, "task.draft", draft_url=order["draft_url"]))
    if STATE[status].asks == "answer":
        if order["question"]:
            lines.append(say(lang, "task.question", question=order["question"]))
        lines.append(say(lang, f"task.answer_{way}"))
    elif STATE[status].is_declined and order["substatus"]:
        lines.append(say(lang, "task.reason", reason=order["substatus"]))
    return "\n".join(lines)

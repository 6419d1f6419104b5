"""The messages of an order, both ways: what was ordered, every status and question of ours, every answer. Bounded."""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

from coldread.base.clock import rfc3339
from coldread.base.db import Session
from coldread.orders.queries import events_of, find_order, messages_of
from coldread.protocols.a2a.task import Message, Part
from coldread.web.skills import BY_ID

#: the most messages in a task, the latest ones; an order takes 20 answers, and moves about ten times
MOST = 100
#: the public fields of the order; nothing about the buyer
ORDERED = ("url", "goal", "audience", "primary_goal")


@dataclasses.dataclass(frozen=True, kw_only=True)
class HistoryEntry:
    """One message, before it is tied to a task."""

    at: int
    role: Literal["user", "agent"]
    #: the end of its id, the same on every read
    number: str
    text: str | None = None
    data: dict[str, Any] | None = None

    def as_message(self, task_id: str, context_id: str) -> Message:
        parts = [Part(text=self.text)] if self.text else []
        parts += [Part(data=self.data)] if self.data else []
        return Message(
            id=f"{task_id}.{self.number}",
            role=self.role,
            parts=tuple(parts),
            task_id=task_id,
            context_id=context_id,
        )


def history_of(session: Session, order_id: str) -> tuple[HistoryEntry, ...]:
    """All messages, oldest first. A status that was entered twice is there twice."""
    order = find_order(session, order_id)
    if order is None:
        return ()
    ordered = {name: order.asked[name] for name in ORDERED if order.asked.get(name)}
    first = HistoryEntry(
        at=order.created_at,
        role="user",
        number="order",
        data={"skill": BY_ID["cold-read-request"].id, **ordered},
    )
    moves = [
        HistoryEntry(
            at=event.at,
            role="agent",
            number=f"{event.to_status}.{index}",
            text=event.question,
            data={"status": event.to_status, "at": rfc3339(event.at)},
        )
        for index, event in enumerate(events_of(session, order_id))
    ]
    answers = [
        HistoryEntry(at=row.received_at, role="user", number=f"answer.{index}", text=row.message)
        for index, row in enumerate(messages_of(session, order_id))
    ]
    return tuple([first, *sorted((*moves, *answers), key=lambda entry: entry.at)][-MOST:])

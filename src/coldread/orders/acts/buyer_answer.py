"""The buyer's answer to the operator's question. It is stored with the order and never moves it."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any

import sqlalchemy as sa
from pydantic_core import to_json

from coldread.base.db import Session
from coldread.base.links import order_link
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.base.shapes import checked_body
from coldread.orders.acts.advance import illegal_move
from coldread.orders.acts.place import keep_source
from coldread.orders.letters import write_notice
from coldread.orders.queries import dossier_of, events_of, hold_order, messages_of
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.rules.whose_turn import Wait
from coldread.orders.tables import order_messages
from coldread.orders.views.order_state import order_words, turn_fields
from coldread.orders.views.projection import project
from coldread.orders.views.shapes import InfoTaken
from coldread.orders.views.stored_view import require_readable, store_view
from coldread.orders.views.whose_turn import whose_turn

MOST = 20


@dataclasses.dataclass(frozen=True, kw_only=True)
class InfoAnswer:
    """What the buyer answers."""

    message: str
    html: str | None = None
    jsx: str | None = None
    repo_url: str | None = None

    def digest(self, asked_at: int = 0) -> str:
        """`asked_at`: the moment of the question, because “Yes” may answer several."""
        said = to_json(dataclasses.asdict(self)) + (str(asked_at).encode() if asked_at else b"")
        return hashlib.sha256(said).hexdigest()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Taken:
    """The order after the answer is stored."""

    dossier: Dossier
    wait: Wait
    #: how many answers the order has
    answers: int


def store_answer(session: Session, settings: Settings, order_id: str, reply: InfoAnswer) -> Taken:
    """Store the answer. The same answer to the same question is stored once; “Yes” may answer several questions."""
    order = require_readable(hold_order(session, order_id), session.now)
    if order.state.asks != "answer":
        raise illegal_move(order, None, session.now, "Nothing is asked now: info is taken in needs_info.")
    earlier = messages_of(session, order_id)
    asked_at = _asked_at(session, order)
    digest = reply.digest(asked_at)
    # the digest names the question, whatever the clock said when the answer came
    if any(row.digest == digest or _is_repeat(row, reply, asked_at) for row in earlier):
        return _order_after_answer(session, order, len(earlier))
    if len(earlier) >= MOST:
        raise Problem("rate-limited", f"An order takes {MOST} answers.", limit=MOST)
    session.run(
        sa.insert(order_messages),
        {
            "order_id": order_id,
            "digest": digest,
            "received_at": session.now,
            "message": reply.message,
            "repo_url": reply.repo_url,
        },
    )
    keep_source(session, order_id, reply.html, reply.jsx)
    about = f"{order_id}/{digest[:16]}"
    write_notice(
        session,
        settings,
        "info_answered",
        order,
        about=about,
        question=order.question or order.substatus,
        message=reply.message,
    )
    taken = _order_after_answer(session, order, len(earlier) + 1)
    store_view(session, settings, taken.dossier, taken.wait)
    return taken


def _is_repeat(row: sa.Row[Any], reply: InfoAnswer, asked_at: int) -> bool:
    """Stored as answers were before 2026-11-19, whose digest named no question."""
    return bool(row.digest == reply.digest() and row.received_at >= asked_at)


def _asked_at(session: Session, order: Order) -> int:
    """When the order began to wait for this answer."""
    entered = (event.at for event in events_of(session, order.id) if event.to_status == order.status)
    return max(entered, default=order.created_at)


def _order_after_answer(session: Session, order: Order, answers: int) -> Taken:
    return Taken(
        dossier=dossier_of(session, order), wait=whose_turn(session, [order])[order.id], answers=answers
    )


def info_answer(taken: Taken, now: int, settings: Settings) -> dict[str, Any]:
    """The body of the 202: what the next read of the order returns, and what the agent should relay."""
    order = taken.dossier.order
    return checked_body(
        InfoTaken,
        {
            "order_id": order.id,
            **turn_fields(order, taken.wait),
            "message": order_words(project(taken.dossier, taken.wait, now, settings), "rest"),
            "answers": taken.answers,
            "_links": {"self": order_link(settings.base_url, "self", order.id)},
        },
    )

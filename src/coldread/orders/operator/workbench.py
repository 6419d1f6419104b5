"""One order with everything that an operator needs, in one read."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.base.settings import Settings
from coldread.base.texts.inline_text import InlineText, Sentence
from coldread.mail.tables import letters
from coldread.orders.acts.audit_notes import BUYER, KINDS, remarks_of
from coldread.orders.acts.part_payments import parts_of
from coldread.orders.acts.refunds import Refund, left_to_refund, may_refund, refunds_of
from coldread.orders.acts.reply_to_buyer import may_reply
from coldread.orders.acts.withdrawals import Withdrawal, withdrawals
from coldread.orders.operator.queue import QueueLine, with_clocks
from coldread.orders.push.deliver import events_about
from coldread.orders.queries import dossier_of, events_of, find_order, messages_of, sources_of
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.offered_moves import offered_moves
from coldread.orders.rules.order import Order
from coldread.orders.rules.part_payments import Part, may_note_money
from coldread.orders.rules.status_words import WORDS
from coldread.orders.tables import artifacts, order_scans
from coldread.orders.views.messages import Exchange, OurReply, Reply, last_read, thread, unanswered
from coldread.orders.views.projection import Addresses, addresses


@dataclasses.dataclass(frozen=True, kw_only=True)
class TrailEntry:
    """One line of the audit trail."""

    at: int
    actor: str
    did: InlineText | Sentence
    note: str | None
    substatus: str | None = None
    question: str | None = None
    #: what changed with it, as name and value
    patch: tuple[tuple[str, str], ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Workbench:
    order: Order
    line: QueueLine
    where: Addresses
    #: the moves that the operator is offered (`rules.offered_moves`)
    moves: tuple[Status, ...]
    lapsed: bool
    trail: tuple[TrailEntry, ...]
    sources: Sequence[sa.Row[Any]]
    #: what the buyer was asked, with the answers, oldest first
    thread: tuple[Exchange, ...]
    #: the id up to which the buyer's messages are read
    last_read: int
    #: the id of the last remark; 0: there is none
    last_remark: int
    #: the buyer would read a reply to a message
    may_reply: bool
    withdrawal: Withdrawal | None
    #: the refunds, oldest first
    refunds: tuple[Refund, ...]
    #: sums that came in, oldest first
    parts: tuple[Part, ...]
    #: when the latest remark of each kind was written
    remark_times: dict[str, int]
    letters: Sequence[sa.Row[Any]]
    files: Sequence[sa.Row[Any]]
    scans: Sequence[sa.Row[Any]]
    #: the events that receivers of the order get
    events: Sequence[sa.Row[Any]]

    @property
    def withdrawn(self) -> bool:
        """Whether a withdrawal waits for a decision."""
        return self.line.wait.name == "withdrawal"

    @property
    def asks_by_mail(self) -> bool:
        """Whether a question has to go by e-mail: the order's page can no longer take an answer. The question
        is stored."""
        order = self.order
        return bool(order.accepted_at and order.contact_email and order.state.is_open) and not (
            self.line.wait.ends_promises
        )

    @property
    def unread(self) -> list[Reply]:
        """The buyer's messages that are not marked as read, oldest first."""
        return [reply for reply in self.messages if (reply.remark_id or 0) > self.last_read]

    @property
    def messages(self) -> list[Reply]:
        """What the buyer wrote on the order's page beside the answers that a status asks for, oldest first."""
        replies = (reply for each in self.thread for reply in each.replies if reply.remark_id)
        return sorted(replies, key=lambda reply: reply.remark_id or 0)

    @property
    def unanswered(self) -> list[Reply]:
        """The messages that came after the last one that we replied to, oldest first."""
        return unanswered(self.messages)

    @property
    def last_reply(self) -> tuple[Reply, OurReply] | None:
        """The message that we replied to last, and the reply."""
        ours = [(said, reply) for each in self.thread for said in each.replies for reply in said.ours]
        return max(ours, key=lambda pair: pair[1].at, default=None)

    def may_reply_to(self, said: Reply) -> bool:
        """Whether the page offers a reply to it. Of the answers to questions of a status, only to the last."""
        if said.remark_id:
            return self.may_reply
        answers = [reply for each in self.thread for reply in each.replies if not reply.remark_id]
        return self.may_reply and said is max(answers, key=lambda reply: reply.at)

    @property
    def last_to_reply_to(self) -> Reply | None:
        """The latest message that a reply can go to."""
        said = [reply for each in self.thread for reply in each.replies if self.may_reply_to(reply)]
        return max(said, key=lambda reply: reply.at, default=None)

    def question_of(self, said: Reply) -> str | None:
        """The question that a message answers."""
        return next((each.question for each in self.thread if said in each.replies), None)

    @property
    def mailed_question(self) -> Exchange | None:
        """The last question that was asked by e-mail."""
        return next((each for each in reversed(self.thread) if each.by_mail), None)

    @property
    def may_note_money(self) -> bool:
        return may_note_money(self.order)

    @property
    def left_to_refund(self) -> int:
        return left_to_refund(self.order, self.refunds)

    @property
    def may_refund(self) -> bool:
        return may_refund(self.order, self.refunds)

    @property
    def done_until_withdrawal(self) -> list[str]:
        """What was stored for the buyer when the withdrawal came: it shows how much was done."""
        asked_at = self.withdrawal.asked_at if self.withdrawal else 0
        return [row.file for row in self.files if row.stored_at <= asked_at]


def workbench(session: Session, settings: Settings, order_id: str) -> Workbench | None:
    order = find_order(session, order_id)
    if order is None:
        return None
    lapsed = order.has_lapsed(session.now)
    line = with_clocks(session, settings, [order])[0]
    remarks = remarks_of(session, order_id)
    return Workbench(
        order=order,
        line=line,
        where=addresses(dossier_of(session, order), session.now, settings),
        moves=offered_moves(order, line.wait, lapsed=lapsed),
        lapsed=lapsed,
        trail=audit_trail(session, order_id, by_form=order.by_form),
        sources=sources_of(session, order_id),
        thread=thread(events_of(session, order_id), messages_of(session, order_id), remarks),
        last_read=last_read(remarks),
        may_reply=may_reply(order, settings, session.now),
        last_remark=max((row.id for row in remarks), default=0),
        withdrawal=withdrawals(session, [order_id]).get(order_id),
        refunds=refunds_of(session, order_id),
        parts=parts_of(session, order_id),
        remark_times={row.kind: row.at for row in remarks},
        letters=letters_about(session, order_id),
        files=session.rows(sa.select(artifacts).where(artifacts.c.order_id == order_id)),
        events=events_about(session, order_id),
        scans=session.rows(sa.select(order_scans).where(order_scans.c.order_id == order_id)),
    )


def audit_trail(session: Session, order_id: str, *, by_form: bool) -> tuple[TrailEntry, ...]:
    """Moves, remarks and the buyer's answers together, newest first. `by_form`: the buyer placed the order by hand."""
    entries = [
        TrailEntry(
            at=row.at,
            actor=BUYER if row.from_status is None and by_form else row.actor,
            did=_words_of_move(row.from_status, row.to_status),
            note=row.note,
            substatus=row.substatus,
            question=row.question,
            patch=_patch(row.patch),
        )
        for row in events_of(session, order_id)
    ]
    entries += [
        TrailEntry(at=row.at, actor=row.actor, did=_words_of_remark(row.kind), note=row.note)
        for row in remarks_of(session, order_id)
    ]
    entries += [
        TrailEntry(at=row.received_at, actor=BUYER, did=ANSWERED, note=row.message)
        for row in messages_of(session, order_id)
    ]
    return tuple(sorted(entries, key=lambda entry: entry.at)[::-1])


ANSWERED = InlineText(en="answered the question", sv="besvarade frågan")
PLACED = InlineText(en="placed the order", sv="lade beställningen")
MOVED = InlineText(
    en="moved it from “{before}” to “{after}”", sv="ändrade läget från ”{before}” till ”{after}”"
)


def _words_of_remark(kind: str) -> InlineText:
    """The words of a kind of remark; its name where the kind is retired."""
    return KINDS.get(kind) or InlineText(**dict.fromkeys(Language, kind))


def _words_of_move(before: str | None, after: str) -> InlineText | Sentence:
    if before is None:
        return PLACED
    return MOVED.about(before=WORDS[Status(before)].name, after=WORDS[Status(after)].name)


def letters_about(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    """Letters to the buyer and notices to the operator."""
    about = letters.c.about
    return session.rows(
        sa.select(letters)
        .where(sa.or_(about == order_id, sa.and_(about > f"{order_id}/", about < f"{order_id}0")))
        .order_by(letters.c.id)
    )


def _patch(stored: str | None) -> tuple[tuple[str, str], ...]:
    """Names and values for people: a document shows its size, a key its last four characters."""
    if not stored:
        return ()
    return tuple((name, _words_of_value(value)) for name, value in json.loads(stored).items())


def _words_of_value(value: Any) -> str:
    if isinstance(value, dict) and "bytes" in value:
        return f"{value['bytes']} bytes, SHA-256 {value['sha256'][:12]}…"
    if isinstance(value, dict):
        return f"…{value.get('last4') or ''}"
    return str(value)

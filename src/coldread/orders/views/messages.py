"""Questions to the buyer with their answers, and the buyer's own notes, oldest first. Pure.

The pages, the console and the notice read the same list."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from coldread.orders.rules.lifecycle import STATE, Status


@dataclasses.dataclass(frozen=True, kw_only=True)
class OurReply:
    """What the operator replied to one message."""

    at: int
    words: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer of the buyer."""

    at: int
    message: str
    repo_url: str | None
    #: the id of the remark that holds it; None: an answer to a question that the status asked
    remark_id: int | None = None
    #: what we replied to it, oldest first
    ours: tuple[OurReply, ...] = ()

    @property
    def key(self) -> str:
        """Names it among the messages of its order."""
        return f"{self.remark_id or 0}-{self.at}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Exchange:
    """One question, and its answers in the order in which they came."""

    #: None: asked by e-mail only, or erased
    question: str | None
    asked_at: int
    replies: tuple[Reply, ...]
    #: the order still has the status in which the question was asked
    is_open: bool
    #: asked by e-mail after the order was accepted: the answer comes on the order's page, or by e-mail
    by_mail: bool = False
    #: a note of the buyer without a question
    is_note: bool = False


#: kinds of remarks: a question asked by e-mail, an answer that came by e-mail, and what the buyer said on the order's page
ASKED_BY_MAIL, ANSWERED_BY_MAIL, SAID = "asked_by_mail", "answered_by_mail", "said"
#: a kind of remark: an operator has read the buyer's messages, up to the one that it names (`read_up_to`)
READ = "read"
#: a kind of remark: the operator's reply to the message that it names (`read_up_to`; 0: the last answer in a wait)
REPLIED = "replied"


def last_read(remarks: Iterable[sa.Row[Any]]) -> int:
    """The id up to which the buyer's messages are read; 0: none is. Who replies has read."""
    return max(
        (
            row.id if row.read_up_to is None else row.read_up_to
            for row in remarks
            if row.kind in (READ, REPLIED)
        ),
        default=0,
    )


def unanswered(messages: Iterable[Reply]) -> list[Reply]:
    """The messages that came after the last one that we replied to. The oldest message comes first."""
    found: list[Reply] = []
    for message in messages:
        found = [] if message.ours else [*found, message]
    return found


def thread(
    events: Iterable[sa.Row[Any]], messages: Iterable[sa.Row[Any]], remarks: Iterable[sa.Row[Any]] = ()
) -> tuple[Exchange, ...]:
    """Oldest first. A message belongs to the question that was open when it came; otherwise it is a note."""
    rows = list(remarks)
    found = [*_exchanges_in_waits(events, messages), *_exchanges_outside_waits(rows)]
    ours = [row for row in rows if row.kind == REPLIED and row.note is not None]
    if ours:
        found = _with_our_replies(found, ours)
    return tuple(sorted(found, key=lambda each: each.asked_at))


def _with_our_replies(found: list[Exchange], ours: list[sa.Row[Any]]) -> list[Exchange]:
    """Put each of our replies below its message. One that names no message belongs to the last answer before it."""
    in_waits = [reply for each in found for reply in each.replies if reply.remark_id is None]

    def is_to(row: sa.Row[Any], reply: Reply) -> bool:
        if row.read_up_to:
            return bool(row.read_up_to == reply.remark_id)
        before = [each for each in in_waits if each.at <= row.at]
        return bool(before) and reply is max(before, key=lambda each: each.at)

    return [
        dataclasses.replace(
            each,
            replies=tuple(
                dataclasses.replace(
                    reply,
                    ours=tuple(OurReply(at=row.at, words=row.note) for row in ours if is_to(row, reply)),
                )
                for reply in each.replies
            ),
        )
        for each in found
    ]


def _exchanges_outside_waits(remarks: Iterable[sa.Row[Any]]) -> list[Exchange]:
    """Questions and messages while the order did not wait. A question by e-mail is open until an answer comes."""
    found: list[Exchange] = []
    standing: list[int] = []
    for row in remarks:
        if row.kind == ASKED_BY_MAIL:
            standing.append(len(found))
            found.append(Exchange(question=row.note, asked_at=row.at, replies=(), is_open=True, by_mail=True))
        elif row.kind == ANSWERED_BY_MAIL or (row.kind == SAID and standing):
            replies = (_reply(row),) if _is_buyer_message(row) else ()
            for place in standing:
                last = place == standing[-1]
                found[place] = dataclasses.replace(
                    found[place], is_open=False, replies=replies if last else ()
                )
            standing = []
        elif _is_buyer_message(row):
            found.append(
                Exchange(question=None, asked_at=row.at, replies=(_reply(row),), is_open=False, is_note=True)
            )
    return found


def _reply(row: sa.Row[Any]) -> Reply:
    return Reply(at=row.at, message=row.note, repo_url=None, remark_id=row.id)


def _is_buyer_message(row: sa.Row[Any]) -> bool:
    """Whether the remark is a message of the buyer that is not erased."""
    return row.kind == SAID and row.note is not None


def _exchanges_in_waits(
    events: Iterable[sa.Row[Any]], messages: Iterable[sa.Row[Any]]
) -> tuple[Exchange, ...]:
    moves = list(events)
    all_messages = list(messages)
    asked = [row for row in moves if STATE[Status(row.to_status)].asks == "answer"]
    ends = [*(row.at for row in asked[1:]), None][: len(asked)]
    return tuple(
        Exchange(
            question=row.question or row.substatus,
            asked_at=row.at,
            replies=tuple(
                Reply(at=each.received_at, message=each.message, repo_url=each.repo_url)
                for each in all_messages
                if each.received_at >= row.at and (end is None or each.received_at < end)
            ),
            is_open=row is moves[-1],
        )
        for row, end in zip(asked, ends, strict=True)
    )

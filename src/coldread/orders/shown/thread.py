"""Questions to the buyer with what was answered to each: the pages, the console and the notice read the same list. Pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from coldread.orders.rules.lifecycle import STATE, Status


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer of the buyer."""

    at: int
    message: str
    repo_url: str | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Exchange:
    """One question, and its answers in the order in which they came."""

    #: None: asked by e-mail alone, or forgotten
    question: str | None
    asked_at: int
    replies: tuple[Reply, ...]
    #: the order still stands where it was asked
    is_open: bool
    #: asked by e-mail after the order was accepted: the answer comes by e-mail, too
    by_mail: bool = False


#: the kind of remark that holds a question asked by e-mail
ASKED_BY_MAIL = "asked_by_mail"


def thread(
    events: Iterable[sa.Row[Any]], messages: Iterable[sa.Row[Any]], remarks: Iterable[sa.Row[Any]] = ()
) -> tuple[Exchange, ...]:
    """The oldest first. An answer belongs to the question that stood when it came: answers are taken at no other time."""
    mailed = [
        Exchange(question=row.note, asked_at=row.at, replies=(), is_open=False, by_mail=True)
        for row in remarks
        if row.kind == ASKED_BY_MAIL
    ]
    return tuple(sorted([*_stood(events, messages), *mailed], key=lambda each: each.asked_at))


def _stood(events: Iterable[sa.Row[Any]], messages: Iterable[sa.Row[Any]]) -> tuple[Exchange, ...]:
    moves = list(events)
    said = list(messages)
    asked = [row for row in moves if STATE[Status(row.to_status)].asks == "answer"]
    ends = [*(row.at for row in asked[1:]), None][: len(asked)]
    return tuple(
        Exchange(
            question=row.question or row.substatus,
            asked_at=row.at,
            replies=tuple(
                Reply(at=each.received_at, message=each.message, repo_url=each.repo_url)
                for each in said
                if each.received_at >= row.at and (end is None or each.received_at < end)
            ),
            is_open=row is moves[-1],
        )
        for row, end in zip(asked, ends, strict=True)
    )

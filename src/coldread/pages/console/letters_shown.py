"""The letters of an order as its console page shows them: what each says, and whether it has left."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Literal

import sqlalchemy as sa

from coldread.mail.compose import words_of
from coldread.orders.rules.order import Order


@dataclasses.dataclass(frozen=True, kw_only=True)
class ShownLetter:
    kind: str
    recipient: str
    language: str
    subject: str
    text: str
    #: `later`: it is written, and goes at its moment. `failed`: a try was refused, and others follow
    state: Literal["sent", "waiting", "later", "failed"]
    #: when it was sent; when it will be; else when it was written
    at: int
    tries: int
    error: str


def shown_letters(letters: Iterable[sa.Row[Any]], order: Order, now: int) -> list[ShownLetter]:
    """Latest first."""
    return [_shown(row, order, now) for row in letters][::-1]


def _shown(row: sa.Row[Any], order: Order, now: int) -> ShownLetter:
    subject, text = words_of(row)
    state: Literal["sent", "waiting", "later", "failed"] = "failed" if row.error else "waiting"
    at = row.written_at
    if row.sent_at is not None:
        state, at = "sent", row.sent_at
    elif row.kind == "draft_published" and order.draft_live_at is not None and order.draft_live_at > now:
        state, at = "later", order.draft_live_at
    return ShownLetter(
        kind=row.kind,
        recipient=row.recipient,
        language=row.language,
        subject=subject,
        text=text,
        state=state,
        at=at,
        tries=row.tries,
        error=row.error or "",
    )

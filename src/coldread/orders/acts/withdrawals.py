"""Withdrawals as they are stored."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.texts.inline_text import InlineText
from coldread.orders.tables import order_withdrawals

#: who withdrew, where no name is known
AGENT = InlineText(en="the buyer's agent", sv="köparens agent")
PERSON = InlineText(en="the buyer", sv="köparen")
#: a `person` on the order's page, or the buyer's `agent`
Asker = Literal["person", "agent"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Withdrawal:
    """One row: the first time that the buyer asked."""

    order_id: str
    asked_at: int
    asked_by: Asker
    #: the name that the person typed; None from an agent, or after erasure
    name: str | None
    #: when and why the operator continued the order nevertheless
    settled_at: int | None = None
    settled_because: str | None = None

    @property
    def stands(self) -> bool:
        """Whether the withdrawal is open: nobody has decided yet that the order goes on."""
        return self.settled_at is None

    def who(self, lang: str) -> str:
        return self.name or (AGENT if self.asked_by == "agent" else PERSON)(lang)


def withdrawals(session: Session, order_ids: Sequence[str]) -> dict[str, Withdrawal]:
    """The withdrawals of these orders, by order."""
    rows = session.rows(sa.select(order_withdrawals).where(order_withdrawals.c.order_id.in_(order_ids)))
    return {row.order_id: Withdrawal(**row._mapping) for row in rows}

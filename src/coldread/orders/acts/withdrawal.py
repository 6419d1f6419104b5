"""The buyer's wish to withdraw: noted once, told to the operator, shown wherever the order is; it moves nothing.

Who may: until the work is delivered, whether it was paid for or not (the terms, "Right of withdrawal").
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.orders.acts.change import change
from coldread.orders.acts.remarks import BUYER, add_remark
from coldread.orders.letters import hold_draft_letter, write_notice
from coldread.orders.queries import hold_order
from coldread.orders.rules.order import Order
from coldread.orders.shown.views import require_readable, require_shown
from coldread.orders.tables import order_withdrawals

#: a `person` on the order's page, or the buyer's `agent`
Asker = Literal["person", "agent"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Withdrawal:
    """One row: the first time that the buyer asked."""

    order_id: str
    asked_at: int
    asked_by: Asker
    #: what the person called themselves; none from an agent, and none once forgotten
    name: str | None

    @property
    def who(self) -> str:
        return self.name or ("the buyer's agent" if self.asked_by == "agent" else "the buyer")


def may_withdraw(order: Order) -> bool:
    return order.state.is_open


def withdraw(
    session: Session, settings: Settings, order_id: str, asked_by: Asker, name: str | None = None
) -> Withdrawal | None:
    """Note the wish; None where it comes too late. Saying it twice is saying it once."""
    require = require_shown if asked_by == "person" else require_readable
    order = require(hold_order(session, order_id), session.now)
    if not may_withdraw(order):
        return None
    if earlier := withdrawals(session, [order_id]).get(order_id):
        return earlier
    asked = Withdrawal(order_id=order_id, asked_at=session.now, asked_by=asked_by, name=name)
    session.run(sa.insert(order_withdrawals), dataclasses.asdict(asked))
    hold_draft_letter(session, order_id)
    add_remark(session, order_id, "withdrawal", BUYER if asked_by == "person" else "agent", name)
    touched = change(
        session, settings, order
    ).order  # pages and polls look again, no operator moves what changed
    write_notice(
        session, settings, "withdrawal_asked", touched, about=f"{order_id}/withdrawal", who=asked.who
    )
    return asked


def withdrawals(session: Session, order_ids: Sequence[str]) -> dict[str, Withdrawal]:
    """By order: those whose buyer has asked to withdraw."""
    rows = session.rows(sa.select(order_withdrawals).where(order_withdrawals.c.order_id.in_(order_ids)))
    return {row.order_id: Withdrawal(**row._mapping) for row in rows}

"""The health of the service in figures, for the console's operations page and for `/metrics`."""

from __future__ import annotations

import dataclasses
from collections import Counter

import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.guard.limits import SCAN_GLOBAL
from coldread.guard.rate import usage_of
from coldread.jobs.defer import queue_depths
from coldread.llm.gate import Purpose, may_spend
from coldread.llm.shared_gate import calls_under_way, endpoint_key, endpoint_state, tokens_by_purpose
from coldread.mail.tables import letters
from coldread.operators.last_backup import last_upkeep
from coldread.orders.operator.queue import with_clocks
from coldread.orders.rules.lifecycle import OPEN
from coldread.orders.rules.order import Order
from coldread.orders.tables import orders
from coldread.payments.accounting.budget import day_of
from coldread.payments.accounting.refunds import open_refunds
from coldread.payments.tables import payment_budgets, payments
from coldread.services import Services

MOST_OPEN = 2000  # the most open orders whose clocks are checked


@dataclasses.dataclass(frozen=True, kw_only=True)
class Outbox:
    waiting: int
    #: tried at least once and not accepted by the mail server
    failing: int
    #: seconds since the oldest unsent letter became due
    oldest_s: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class ModelHealth:
    name: str
    calls: int
    at_once: int
    #: failures in a row
    failures: int
    #: why the last call failed
    reason: str
    #: seconds until the model is asked again; 0: now
    rests_s: int
    #: tokens of this UTC day by purpose: `free`, `draft`, `paid`
    tokens: dict[str, int]
    #: allowed tokens a day; 0: no limit
    daily_tokens: int

    @property
    def tokens_today(self) -> int:
        return sum(self.tokens.values())

    @property
    def free_scans_stopped(self) -> bool:
        """Whether the model reads no more free scans today."""
        return not may_spend(Purpose.FREE, self.tokens_today, self.daily_tokens)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Health:
    orders: dict[str, int]
    #: how many of our promises are broken now, by the clock's name
    breaches: dict[str, int]
    #: jobs by state: `waiting`, `running`, `dead`
    jobs: dict[str, int]
    outbox: Outbox
    #: paid calls of this UTC day by state
    paid_calls: dict[str, int]
    budget_spent: int
    budget: int
    refunds_owed: int
    scans_today: int
    scans_most: int
    last_backup_at: int | None
    last_backup: str
    #: None: no model is configured
    model: ModelHealth | None


def health(session: Session, services: Services) -> Health:
    settings = services.settings
    scans = usage_of(session, SCAN_GLOBAL, "", SCAN_GLOBAL.most(settings))
    backup = last_upkeep(session).get("backup")
    return Health(
        orders=_counts_by_column(session, orders.c.status, orders.c.sandbox.is_(False)),
        breaches=_breaches(session, services),
        jobs=queue_depths(session),
        outbox=_outbox(session),
        paid_calls=_counts_by_column(session, payments.c.state, payments.c.created_at >= day_of(session.now)),
        budget_spent=_reserved_today(session),
        budget=settings.payment_daily_budget_usdc,
        refunds_owed=len(open_refunds(session)),
        scans_today=scans.used if scans else 0,
        scans_most=scans.most if scans else 0,
        last_backup_at=backup.at if backup else None,
        last_backup=backup.detail if backup else "",
        model=model_health(session, settings) if services.model is not None else None,
    )


def model_health(session: Session, settings: Settings) -> ModelHealth:
    endpoint = endpoint_key(settings)
    state = endpoint_state(session, endpoint)
    return ModelHealth(
        name=settings.llm_model,
        calls=calls_under_way(session, endpoint),
        at_once=settings.llm_at_once,
        failures=state.failures,
        reason=state.reason,
        rests_s=max(0, -(-(state.rests_until - session.now) // SECOND)),
        tokens=tokens_by_purpose(session),
        daily_tokens=settings.llm_daily_tokens,
    )


def _counts_by_column(
    session: Session, column: sa.Column[str], *where: sa.ColumnElement[bool]
) -> dict[str, int]:
    statement = (
        sa.select(column.label("name"), sa.func.count().label("number")).where(*where).group_by(column)
    )
    return {row.name: row.number for row in session.rows(statement)}


def _breaches(session: Session, services: Services) -> dict[str, int]:
    rows = session.rows(sa.select(orders).where(orders.c.status.in_(OPEN)).limit(MOST_OPEN))
    lines = with_clocks(session, services.settings, [Order(**row._mapping) for row in rows])
    return dict(
        Counter(
            deadline.clock.name
            for line in lines
            for deadline in line.deadlines
            if deadline.clock.ours and deadline.due <= session.now
        )
    )


def _outbox(session: Session) -> Outbox:
    row = session.row(
        sa.select(
            sa.func.count().label("waiting"),
            sa.func.count().filter(letters.c.tries > 0).label("failing"),
            sa.func.min(letters.c.written_at).filter(letters.c.tries > 0).label("oldest"),
        ).where(letters.c.sent_at.is_(None))
    )
    assert row is not None
    oldest = (session.now - row.oldest) // 1_000_000 if row.oldest else 0
    return Outbox(waiting=row.waiting, failing=row.failing, oldest_s=max(0, oldest))


def _reserved_today(session: Session) -> int:
    row = session.row(
        sa.select(payment_budgets.c.reserved).where(payment_budgets.c.day == day_of(session.now))
    )
    return row.reserved if row else 0

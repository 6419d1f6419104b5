"""What is held of the budget for payments under way: for as long as they can come, and no more than each may hold.

A row stands for money that may come. It goes in the transaction in which the money came (the budget keeps the sum), the
chain refused it, or the network contradicted itself; one whose validity is over counts for nothing, whoever removes it.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Protocol

import sqlalchemy as sa

from coldread.base import money
from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.payments import budget
from coldread.payments.budget import day_of, seconds_until
from coldread.payments.methods.method import PaymentRefused
from coldread.payments.tables import payment_reservations as table

#: after a transaction's own end the chain can be believed to have said all that it will say
GRACE = 20 * SECOND


@dataclasses.dataclass(frozen=True, kw_only=True)
class Allowance:
    """What may be held, in base units; 0 is no bound, except of the day and of what is unproven."""

    day: int
    payer: int
    client: int
    total: int
    unproven: int


def allowance(settings: Settings) -> Allowance:
    return Allowance(
        day=settings.payment_daily_budget_usdc,
        payer=settings.payment_open_payer_usdc,
        client=settings.payment_open_client_usdc,
        total=settings.payment_open_total_usdc,
        unproven=settings.payment_open_unproven_usdc,
    )


class Held(Protocol):
    """The row of the ledger that is held for."""

    @property
    def challenge_id(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def payer(self) -> str | None: ...
    @property
    def payer_proven(self) -> bool: ...
    @property
    def valid_before(self) -> int | None: ...
    @property
    def budget_day(self) -> int: ...


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Cap:
    """One bound: of which rows the sum is taken, and who they are."""

    most: int
    of: Any
    whom: str
    scope: str | None


def hold(session: Session, held: Held, client: str, may: Allowance, balance: int | None) -> None:
    """Take from today's budget; 503 where it is spent, 429 where a cap is reached, 402 where the balance is promised."""
    end_overdue(session)
    day = day_of(session.now)
    # Before anything is summed: the day's row is locked by it, so that the sums cannot grow meanwhile.
    if not budget.count(session, held.amount, day, may.day):
        raise budget.exhausted(session.now, _first_end(session, table.c.day == day))
    _require_funds(session, held, balance)
    for cap in _caps(held, client, may):
        if _sum(session, cap.of) + held.amount > cap.most:
            raise _reached(session, cap)
    session.run(
        session.insert(table).values(
            challenge_id=held.challenge_id,
            day=day,
            amount=held.amount,
            payer=held.payer,
            payer_proven=held.payer_proven,
            client=client,
            ends_at=(held.valid_before or session.now) + GRACE,
        )
    )


def release(session: Session, challenge_id: str) -> None:
    """It cannot be charged, or nobody knows: the budget gets its share back."""
    _given_back(session, table.c.challenge_id == challenge_id)


def keep(session: Session, paid: Held) -> None:
    """The money came: its share is spent, also where it was given back before."""
    gone = session.row(
        sa.delete(table).where(table.c.challenge_id == paid.challenge_id).returning(table.c.challenge_id)
    )
    if gone is None:
        budget.count(session, paid.amount, paid.budget_day)


def end_overdue(session: Session) -> int:
    """Give back what no block can take any more; how many."""
    return _given_back(session, table.c.ends_at <= session.now)


def _given_back(session: Session, where: Any) -> int:
    gone = session.rows(sa.delete(table).where(where).returning(table.c.amount, table.c.day))
    for row in sorted(gone, key=lambda row: row.day):  # one order, so that no two wait for each other
        budget.give_back(session, row.amount, row.day)
    return len(gone)


def _caps(held: Held, client: str, may: Allowance) -> list[_Cap]:
    """An account that is only named has a share of its own: nobody uses up another's by naming it."""
    same_proof = table.c.payer_proven.is_(held.payer_proven)
    caps = [
        _Cap(
            most=may.payer,
            of=sa.and_(table.c.payer == held.payer, same_proof),
            whom="one account",
            scope=None,
        ),
        _Cap(most=may.client, of=table.c.client == client, whom="one client", scope="ip"),
        _Cap(most=may.total, of=sa.true(), whom="all clients together", scope="global"),
    ]
    bounds = [cap for cap in caps if cap.most]
    if not held.payer_proven:
        whom = "signatures that only name their account, together"
        bounds.append(_Cap(most=may.unproven, of=same_proof, whom=whom, scope="global"))
    return bounds


def _require_funds(session: Session, held: Held, balance: int | None) -> None:
    """Promises of one account are no larger than what it holds; promises that are not proven are not the account's."""
    if balance is None:
        return
    mine = table.c.payer == held.payer
    whose = sa.and_(mine, table.c.payer_proven.is_(True)) if held.payer_proven else mine
    if _sum(session, whose) + held.amount > balance:
        raise PaymentRefused(
            "payment-insufficient", "The account holds less than the price and what it has signed before."
        )


def _sum(session: Session, whose: Any) -> int:
    row = session.row(sa.select(sa.func.coalesce(sa.func.sum(table.c.amount), 0)).where(whose))
    return 0 if row is None else int(row[0])


def _first_end(session: Session, whose: Any) -> int | None:
    row = session.row(sa.select(sa.func.min(table.c.ends_at)).where(whose))
    return None if row is None else row[0]


def _reached(session: Session, cap: _Cap) -> Problem:
    ends = _first_end(session, cap.of) or session.now + SECOND
    seconds = seconds_until(ends, session.now)
    most = money.decimal_text(cap.most, money.USDC_DECIMALS)
    scope = {} if cap.scope is None else {"limit_scope": cap.scope}
    return Problem(
        "rate-limited",
        f"Payments that are not settled yet may come to {most} for {cap.whom}. Nothing was charged.",
        headers={"Retry-After": str(seconds)},
        retry_after=seconds,
        **scope,
    )

"""Budget reserved for payments in progress: for as long as they can arrive, and within each caller's limits.

A row is a payment that may arrive. It is deleted in the transaction in which the payment arrived (its sum stays
in the budget), the chain refused it, or the network contradicted itself. A row whose validity is over no longer counts,
even before it is deleted."""

from __future__ import annotations

import dataclasses
from typing import Any, Protocol

import sqlalchemy as sa

from coldread.base import money
from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.payments.accounting import budget
from coldread.payments.accounting.budget import day_of, seconds_until
from coldread.payments.methods.method import PaymentRefused
from coldread.payments.tables import payment_reservations as table

#: this long after a transaction's own end, the chain's answer is final
GRACE = 20 * SECOND


@dataclasses.dataclass(frozen=True, kw_only=True)
class Allowance:
    """The limits, in base units. 0: no limit but the day's, and the one on unproven payers."""

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
    """The row of the ledger that the reservation is for."""

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
    """One limit: which rows are summed, and whose they are."""

    most: int
    of: Any
    whom: str
    scope: str | None


def reserve_amount(session: Session, held: Held, client: str, may: Allowance, balance: int | None) -> None:
    """Reserve from today's budget. 503 if it is spent, 429 at a limit, 402 if the balance is reserved already."""
    end_overdue(session)
    day = day_of(session.now)
    # Before any sum: this locks the day's row, so that no other transaction changes the sums.
    if not budget.count_against_budget(session, held.amount, day, may.day):
        raise budget.exhausted_problem(session.now, _first_end(session, table.c.day == day))
    _require_funds(session, held, balance)
    for cap in _caps_for_payment(held, client, may):
        if _sum_reserved(session, cap.of) + held.amount > cap.most:
            raise _cap_reached_problem(session, cap)
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
    """Give the share back to the budget: the payment cannot be charged, or its outcome is unknown."""
    _give_back_amounts(session, table.c.challenge_id == challenge_id)


def keep(session: Session, paid: Held) -> None:
    """The payment arrived: its share is spent, even if it was given back before."""
    released = session.row(
        sa.delete(table).where(table.c.challenge_id == paid.challenge_id).returning(table.c.challenge_id)
    )
    if released is None:
        budget.count_against_budget(session, paid.amount, paid.budget_day)


def end_overdue(session: Session) -> int:
    """Give back reservations that no block can include any more; returns how many."""
    return _give_back_amounts(session, table.c.ends_at <= session.now)


def _give_back_amounts(session: Session, where: Any) -> int:
    released = session.rows(sa.delete(table).where(where).returning(table.c.amount, table.c.day))
    # a fixed order, so that two transactions do not deadlock
    for row in sorted(released, key=lambda row: row.day):
        budget.give_back(session, row.amount, row.day)
    return len(released)


def _caps_for_payment(held: Held, client: str, may: Allowance) -> list[_Cap]:
    """The limits. Unproven payers have a share of their own: nobody uses up another account's share by naming it."""
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
        whom = "all signatures that only name their account"
        bounds.append(_Cap(most=may.unproven, of=same_proof, whom=whom, scope="global"))
    return bounds


def _require_funds(session: Session, held: Held, balance: int | None) -> None:
    """Reservations of one account must not exceed its balance. Unproven ones do not count against the account."""
    if balance is None:
        return
    of_payer = table.c.payer == held.payer
    whose = sa.and_(of_payer, table.c.payer_proven.is_(True)) if held.payer_proven else of_payer
    if _sum_reserved(session, whose) + held.amount > balance:
        raise PaymentRefused(
            "payment-insufficient", "The account holds less than the price plus what it has already signed."
        )


def _sum_reserved(session: Session, whose: Any) -> int:
    row = session.row(sa.select(sa.func.coalesce(sa.func.sum(table.c.amount), 0)).where(whose))
    return 0 if row is None else int(row[0])


def _first_end(session: Session, whose: Any) -> int | None:
    row = session.row(sa.select(sa.func.min(table.c.ends_at)).where(whose))
    return None if row is None else row[0]


def _cap_reached_problem(session: Session, cap: _Cap) -> Problem:
    ends = _first_end(session, cap.of) or session.now + SECOND
    seconds = seconds_until(ends, session.now)
    most = money.decimal_text(cap.most, money.USDC_DECIMALS)
    scope = {} if cap.scope is None else {"limit_scope": cap.scope}
    return Problem(
        "rate-limited",
        f"Unsettled payments may total at most {most} for {cap.whom}. Nothing was charged.",
        headers={"Retry-After": str(seconds)},
        retry_after=seconds,
        **scope,
    )

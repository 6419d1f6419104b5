"""The table of states holds, whatever is done to a row, in whatever order: nothing that may have been charged is forgotten."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import DAY, MINUTE, SECOND
from coldread.base.db import Session, metadata
from coldread.base.problems import Problem
from coldread.payments.accounting import ledger
from coldread.payments.accounting.ledger_entry import Hold, ReservationInput
from coldread.payments.accounting.reservations import Allowance
from coldread.payments.methods.method import PaymentRefused
from coldread.payments.states import DELETABLE, PAID_FOR, PENDING, REFUNDABLE, STATE, STATES, Left, State
from coldread.payments.tables import payment_budgets, payment_refunds, payment_reservations, payments
from tests.harness.service import START
from tests.payments.test_commands import OWED

ENTRY = dataclasses.replace(OWED, kind="transaction", valid_before=START + 60 * SECOND)
HOLDS = [Hold(challenge_id=ENTRY.challenge_id, holder=name, lease=10 * SECOND) for name in "ab"]
MAY = Allowance(day=10**9, payer=10**9, client=10**9, total=10**9, unproven=10**9)
RICH = ReservationInput(client="somebody", balance=10**9, allowance=MAY)


def test_the_table_is_whole_and_says_what_the_rules_say() -> None:
    assert set(STATE) == set(State)
    assert {row.state for row in STATES if row.left is Left.NOTHING} == set(DELETABLE)
    assert set(REFUNDABLE) == {State.PAID, State.EXECUTING}
    assert all(STATE[to].left is Left.PRICE for row in STATES if row.left is Left.PRICE for to in row.to)


def test_the_table_refuses_a_row_that_would_forget_money(monkeypatch: pytest.MonkeyPatch) -> None:
    charged = [row for row in STATES if row.left is not Left.NOTHING]
    assert not any(row.deletable for row in charged)
    assert len(charged) == 7


def refused(session: Session, hold: Hold) -> None:
    ledger.mark_unknown(session, hold, refused=True)


def acts(hold: Hold) -> list[Any]:
    """Everything that the house does to a row, by name and arguments."""
    return [
        (ledger.open_entry, ENTRY, hold, RICH),
        (ledger.open_entry, dataclasses.replace(ENTRY, paid_at=START), hold, RICH),
        (ledger.take_over, hold),
        (ledger.renew, hold),
        (ledger.mark_settling, hold),
        (ledger.mark_unknown, hold),
        (refused, hold),
        (ledger.mark_disputed, hold, "it says so"),
        (ledger.mark_abandoned_as_disputed, hold.challenge_id, "it says so"),
        (ledger.release_disputed, hold.challenge_id),
        (ledger.owe_void, hold.challenge_id),
        (ledger.follow_open,),
        (ledger.begin_execution, hold),
        (ledger.mark_work_failed, hold),
        (ledger.mark_delivered, hold, b"{}"),
        (ledger.release, hold),
        (ledger.release_abandoned, hold.challenge_id),
        (ledger.void, hold),
        (ledger.void_abandoned_entry, hold.challenge_id),
        (ledger.mark_abandoned_as_paid, hold.challenge_id),
        (ledger.put_unexecuted_on_refund_list,),
        (ledger.forget_answers,),
    ]


@pytest.mark.parametrize("seed", range(10))
def test_no_order_of_acts_forgets_money_or_leaves_the_table(seed: int) -> None:
    chance, now = random.Random(seed), START
    engine = sa.create_engine("sqlite://", poolclass=sa.pool.StaticPool)
    mine = (payments, payment_budgets, payment_reservations, payment_refunds)
    metadata.create_all(engine, tables=[*mine, *job_tables()])
    stood: str | None = None
    disputed = False
    for _ in range(150):
        act, *arguments = chance.choice(acts(chance.choice(HOLDS)))
        now += chance.choice((0, SECOND, 11 * SECOND, MINUTE, DAY if chance.random() < 0.1 else 0))
        try:
            with engine.begin() as connection:
                act(Session(connection=connection, now=now), *arguments)
        except (Problem, PaymentRefused):
            pass
        with engine.begin() as connection:
            session = Session(connection=connection, now=now)
            entry = ledger.find(session, ENTRY.challenge_id)
            stands = entry.state if entry is not None else None
            told = f"seed {seed}: {act.__name__} led from {stood} to {stands}"
            if stood is not None and stands is None:
                assert State(stood) in DELETABLE, told
            if stood is not None and stands is not None and stands != stood:
                assert State(stands) in STATE[State(stood)].to, told
            reserved = held_of(session)
            assert budget_of(session) == reserved + (ENTRY.amount if stands in PAID_FOR else 0), told
            assert reserved == 0 or stands in PENDING, told
            if entry is not None and entry.disputed_at is not None:
                assert entry.state not in {State.RESERVED, State.SETTLING, State.UNKNOWN}, told
            if disputed and stood == State.VOID:
                assert stands is not None, f"{told}: what was disputed is remembered"
            disputed = entry is not None and entry.disputed_at is not None
            owed = session.rows(sa.select(payment_refunds))
            assert len(owed) == (stands == State.REFUND_DUE), told
            if entry is not None:
                assert (entry.paid_at is not None) == (stands in PAID_FOR), told
            stood = stands
        if stood == State.REFUND_DUE or (stood in {State.DELIVERED, State.VOID} and chance.random() < 0.1):
            with engine.begin() as connection:  # another life
                for table in mine:
                    connection.execute(table.delete())
            stood, disputed = None, False
    engine.dispose()


def job_tables() -> list[sa.Table]:
    from coldread.jobs.tables import jobs

    return [jobs]


def budget_of(session: Session) -> int:
    held = session.row(sa.select(sa.func.coalesce(sa.func.sum(payment_budgets.c.reserved), 0)))
    assert held is not None
    return int(held[0])


def held_of(session: Session) -> int:
    held = session.row(sa.select(sa.func.coalesce(sa.func.sum(payment_reservations.c.amount), 0)))
    assert held is not None
    return int(held[0])

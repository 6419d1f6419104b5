"""After every life of payers, lying nodes and dying processes: charged once an execution, served or owed, books equal.

`make simulate-payments` lives through ten thousand of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.payments import ledger
from coldread.payments.methods.method import ChainOutcome, OutcomeUnknown
from coldread.payments.methods.tempo import Tempo
from coldread.payments.states import REFUNDABLE, State
from coldread.payments.tables import payments as payments_table
from tests.harness.service import Service
from tests.payments.simulation import Stage

RUNS = 30
#: seeds within which a fault that we put in must be found
SOON = 60


@pytest.fixture
def stage(quick_service: Service) -> Iterator[Stage]:
    made = Stage(quick_service.services)
    yield made
    made.close()


def test_nobody_pays_for_nothing_or_twice(stage: Stage) -> None:
    died = charged = 0
    for seed in range(RUNS):
        world, found = stage.run(seed)
        assert found == [], f"seed {seed}"
        died += world.died
        charged += len(world.chain.mined)
    assert died > RUNS // 4, "too few deaths to prove anything"
    assert charged > RUNS // 2, "too few payments to prove anything"


def believe_the_node(patch: pytest.MonkeyPatch) -> None:
    """An error as the answer to what was sent counts as a refusal, as it once did."""

    async def settle(self: Tempo, credential: Any, tx_hash: str, valid: int | None, now: int) -> ChainOutcome:
        try:
            await self.node.ask("eth_sendRawTransactionSync", credential.proof)
            return await self.outcome(tx_hash, valid, now)
        except OutcomeUnknown:
            return ChainOutcome.REVERTED

    patch.setattr(Tempo, "settle", settle)


def forget_the_unknown(patch: pytest.MonkeyPatch) -> None:
    """A row whose outcome nobody knows is deleted."""

    def mark_unknown(session: Session, hold: ledger.Hold) -> None:
        session.run(sa.delete(payments_table).where(payments_table.c.challenge_id == hold.challenge_id))

    patch.setattr(ledger, "mark_unknown", mark_unknown)


def refund_the_served(patch: pytest.MonkeyPatch) -> None:
    """What was delivered goes on the refund list after a day, as it once did."""
    patch.setattr(ledger, "REFUNDABLE", (*REFUNDABLE, State.DELIVERED))


@pytest.mark.parametrize("bug", [believe_the_node, forget_the_unknown, refund_the_served])
def test_the_simulation_finds_what_would_cost_a_payer(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, bug: Callable[[pytest.MonkeyPatch], None]
) -> None:
    bug(monkeypatch)
    for seed in range(SOON):
        if stage.run(seed)[1]:
            return
    raise AssertionError(f"{bug.__name__} was not found in {SOON} runs")

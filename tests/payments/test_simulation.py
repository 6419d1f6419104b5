"""After every life of payers, lying nodes and dying processes: charged once an execution, served or owed, books equal.

`make simulate-payments` lives through ten thousand of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from coldread.base.db import Session
from coldread.payments.accounting import ledger
from coldread.payments.accounting.ledger_entry import Hold
from coldread.payments.methods import tempo
from coldread.payments.methods.method import ChainOutcome, Conclusion, Expected, OutcomeUnknown
from coldread.payments.methods.tempo import Tempo
from coldread.payments.methods.tempo_witness import Witness, Word
from coldread.payments.states import REFUNDABLE, State
from tests.harness.service import Service
from tests.payments.simulation import (
    VICES,
    Stage,
    Vice,
    changes_its_chain,
    says_failed,
    withholds_logs,
    withholds_receipts,
)

RUNS = 40
#: seeds within which a fault that we put in must be found
SOON = 60


@pytest.fixture
def stage(quick_service: Service) -> Iterator[Stage]:
    made = Stage(quick_service.services)
    yield made
    made.close()


def test_nobody_pays_for_nothing_or_twice(stage: Stage) -> None:
    died = charged = 0
    vices = set()
    for seed in range(RUNS):
        world, found = stage.run(seed)
        assert found == [], f"seed {seed}"
        died += world.died
        charged += len(world.chain.mined)
        vices.add(world.vice)
    assert died > RUNS // 4, "too few deaths to prove anything"
    assert len(vices) > len(VICES), "each vice, and honesty"
    assert charged > RUNS // 2, "too few payments to prove anything"


def believe_the_node(patch: pytest.MonkeyPatch) -> None:
    """An error as the answer to what was sent counts as a refusal, as it once did."""

    async def settle(self: Tempo, credential: Any, expected: Expected, now: int) -> Conclusion:
        try:
            await self.nodes[0].ask("eth_sendRawTransactionSync", credential.proof)
            return await self.outcome(expected, now)
        except OutcomeUnknown:
            return Conclusion(ChainOutcome.ENDED)

    patch.setattr(Tempo, "settle", settle)


def believe_a_receipt_that_says_failed(patch: pytest.MonkeyPatch) -> None:
    """One fact is enough to be asked for money again, as it once was."""
    honest_word = Witness.word

    async def word(self: Witness, expected: Expected, now: int) -> Word:
        said = await honest_word(self, expected, now)
        return Word(ChainOutcome.ENDED) if "says that it failed" in said.why else said

    patch.setattr(Witness, "word", word)


def believe_that_there_is_no_receipt(patch: pytest.MonkeyPatch) -> None:
    """The end of the validity is enough, as it once was."""

    async def nothing_hidden(*_: Any) -> Word:
        return Word(ChainOutcome.ENDED)

    patch.setattr(Witness, "_without_receipt", nothing_hidden)


def reserve_untried(patch: pytest.MonkeyPatch) -> None:
    """What the chain would not execute is reserved, as it once was."""
    patch.setattr(tempo, "require_executable", lambda *_: None)


def send_to_whatever_chain(patch: pytest.MonkeyPatch) -> None:
    """The chain is asked for its id once, as it once was."""

    async def once(self: Tempo) -> None:
        self._decimals = 6

    patch.setattr(Tempo, "require_fit", once)


def believe_the_logs(patch: pytest.MonkeyPatch) -> None:
    """The cursor moves, whatever the logs left out, as it once did."""

    async def as_told(self: Witness, low: int, high: int) -> int:
        return sum(await self.plain_sums(low, high))

    patch.setattr(Witness, "grown", as_told)


def give_up_the_unknown(patch: pytest.MonkeyPatch) -> None:
    """A row whose outcome nobody knows is taken for one that cannot come any more."""

    def mark_unknown(session: Session, hold: Hold, **_: bool) -> None:
        ledger.void(session, hold)

    patch.setattr(ledger, "mark_unknown", mark_unknown)


def refund_the_served(patch: pytest.MonkeyPatch) -> None:
    """What was delivered goes on the refund list after a day, as it once did."""
    patch.setattr(ledger, "REFUNDABLE", (*REFUNDABLE, State.DELIVERED))


BUGS: list[tuple[Callable[[pytest.MonkeyPatch], None], Vice | None]] = [
    (believe_the_node, None),
    (believe_a_receipt_that_says_failed, says_failed),
    (believe_that_there_is_no_receipt, withholds_receipts),
    (believe_the_logs, withholds_logs),
    (give_up_the_unknown, None),
    (refund_the_served, None),
    (reserve_untried, None),
    (send_to_whatever_chain, changes_its_chain),
]


@pytest.mark.parametrize(("bug", "vice"), BUGS, ids=[bug.__name__ for bug, _ in BUGS])
def test_the_simulation_finds_what_would_cost_a_payer(
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
    bug: Callable[[pytest.MonkeyPatch], None],
    vice: Vice | None,
) -> None:
    bug(monkeypatch)
    for seed in range(SOON):
        if stage.run(seed, vice)[1]:
            return
    raise AssertionError(f"{bug.__name__} was not found in {SOON} runs")

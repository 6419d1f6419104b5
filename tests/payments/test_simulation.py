"""After every life of payers, lying nodes and dying processes: charged once an execution, served or owed, books equal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.harness.service import Service
from tests.payments.simulation import Stage

RUNS = 120


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

"""Operations by chance, with faults at their writes, letters and payments: what must hold holds after each.

A hundred on each database in an ordinary run, two hundred in a whole one and in each of the many of `make faults`.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.conftest import Figures
from tests.faults.operations import LIFE, calm_down
from tests.faults.scene import SEED, loops
from tests.faults.simulation import World
from tests.harness import breadth, postgres
from tests.harness.website import Website

#: SIM_SEED and SIM_STEPS repeat a run; the seed is printed with every failure
FIRST = int(os.environ.get("SIM_SEED", "0")) or SEED
STEPS = int(os.environ.get("SIM_STEPS", "200" if breadth.WHOLE or os.environ.get("FAULT_LOOPS") else "100"))
RUNS = loops(1, part=0.25)
PAGE = "<html lang=en><title>Page {0}</title><h1>Bread {0}</h1>" + "<p>At your door before you wake.</p>" * 20


@pytest.mark.timeout(900 + 60 * RUNS)
@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_what_must_hold_holds_after_every_step(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, figures: Figures
) -> None:
    done: Counter[str] = Counter()
    with Website({"/1": PAGE.format(1), "/2": PAGE.format(2)}) as site:
        for seed in range(FIRST, FIRST + RUNS):
            folder = tmp_path / str(seed)
            url = f"sqlite:///{folder / 'coldread.db'}"
            if kind == "PostgreSQL":
                url = postgres.emptied(request.getfixturevalue("postgres_url"))
            world = World(url, folder, site, seed)
            try:
                lived(world)
            finally:
                world.close()
            done += world.done
    figures(
        f"simulation on {kind}",
        f"{RUNS} runs of {STEPS} steps from SIM_SEED={FIRST}: {done.pop('restart', 0)} deaths; "
        + ", ".join(f"{number} {name}" for name, number in done.most_common()),
    )


def lived(world: World) -> None:
    for number in range(STEPS):
        name = world.step(number, LIFE)
        assert world.found() == [], f"SIM_SEED={world.seed}, step {number} ({name})"
    calm_down(world)
    assert world.found_in_the_end() == [], f"SIM_SEED={world.seed}, in the end"

"""`kill -9` in a loop under load: nothing that was acknowledged is lost, nothing happens twice, and it is back soon."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.faults.conftest import Figures
from tests.faults.invariants import all_readable
from tests.faults.scene import SEED, SETTINGS, a_while, crowd, killed_and_started, loops, spread
from tests.harness.process import ServerProcess
from tests.harness.website import Website

LOOPS = loops(3)
PAGES = {
    f"/{number}": f"<title>Page {number}</title><h1>Bread</h1><p>At your door.</p>" for number in range(40)
}


@pytest.mark.timeout(900 + 60 * LOOPS)
def test_kill_9_in_a_loop_loses_nothing_and_doubles_nothing(
    start_server: Callable[..., ServerProcess], database_url: str, figures: Figures
) -> None:
    chance = random.Random(SEED)
    sqlite = database_url.startswith("sqlite")
    back: list[float] = []
    with Website(PAGES) as site:
        server = start_server(**SETTINGS, scan_allow_hosts=site.place)
        # On PostgreSQL a worker would look at pages; its deaths are another test's.
        pages = [site.url(path) for path in (*PAGES, "/gone")] if sqlite else []
        with crowd(server.url, chance, pages=pages) as users:
            for _ in range(LOOPS):
                a_while(chance, most=1.5)
                # a fresh start takes 10 CPU seconds: on one database, and `make faults` starts all so
                back.append(killed_and_started(server, afresh=sqlite and not back))
            users.goes_on()
    kind = "SQLite" if sqlite else "PostgreSQL"
    figures(
        f"kill -9 of the server on {kind}",
        f"{LOOPS} kills, {users.acknowledged} orders, {sum(len(told.scans) for told in users.history)} scans, "
        f"back in {spread(back)}",
    )
    assert users.violations(database_url) == [], f"seed {SEED}"
    assert all_readable(server.url, users.history) == []

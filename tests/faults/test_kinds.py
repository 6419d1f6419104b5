"""`kill -9` of every kind of process: the API, the worker that writes letters, the worker that looks at pages."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from coldread.jobs.defer import dead_jobs
from tests.faults.conftest import Figures
from tests.faults.invariants import all_readable, post_and_letters_agree
from tests.faults.scene import (
    SEED,
    SETTINGS,
    UNLIMITED,
    a_while,
    asked,
    crowd,
    killed_and_started,
    loops,
    spread,
    until,
    waiting_letters,
)
from tests.harness import postgres
from tests.harness.beside import Worker
from tests.harness.mailbox import Mailbox
from tests.harness.process import ServerProcess
from tests.harness.website import Website

LOOPS = loops(3)
#: more than are scanned: each is looked at once
PAGES = {
    f"/{number}": f"<title>Page {number}</title><h1>Bread</h1><p>At your door.</p>"
    for number in range(100 * LOOPS)
}
#: a dead worker's job is another's after 20 s; a second look at it comes a quarter of that later
TAKEN_OVER_S = 300


class Topology:
    """One API and one worker a queue, over PostgreSQL."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.workers = {queue: Worker(server, queue) for queue in ("work", "scan")}
        self.back: list[float] = []
        self.killed: Counter[str] = Counter()

    def kill(self, kind: str) -> None:
        """Kill the process of this kind and start another in its place."""
        self.killed[kind] += 1
        if kind == "api":
            # how soon a fresh one is back is asked by `test_kill` of SQLite, and here by `make faults`
            self.back.append(killed_and_started(self.server, afresh=False))
        else:
            self.workers[kind].kill()
            self.workers[kind] = Worker(self.server, kind)


@pytest.fixture
def website() -> Iterator[Website]:
    with Website(PAGES) as site:
        yield site


@pytest.fixture
def topology(postgres_url: str, tmp_path: Path, website: Website, mailbox: Mailbox) -> Iterator[Topology]:
    server = ServerProcess(
        postgres.emptied(postgres_url),
        tmp_path / "data",
        **SETTINGS,
        **{
            name: str(getattr(UNLIMITED, name))
            for name in ("scan_limit_ip", "scan_limit_url", "scan_limit_global")
        },
        scan_allow_hosts=website.place,
        smtp_url=mailbox.url,
        mail_from="hello@coldread.test",
    )
    server.start()
    made = Topology(server)
    yield made
    for worker in made.workers.values():
        worker.kill()
    server.stop()


@pytest.mark.timeout(900 + 60 * LOOPS)
def test_kill_9_of_any_process_loses_no_order_and_no_letter(
    topology: Topology, postgres_url: str, website: Website, mailbox: Mailbox, figures: Figures
) -> None:
    chance = random.Random(SEED)
    pages = [website.url(path) for path in ("/gone", *PAGES)]
    with crowd(topology.server.url, chance, pages=pages) as users:
        for kind in itertools.islice(itertools.cycle(("api", "work", "scan")), LOOPS):
            a_while(chance, 0.5, 2.0)
            topology.kill(kind)
        users.goes_on()
        # until there is a letter to lose: a slow machine may not have come so far
        until(
            lambda: bool(mailbox.taken) or bool(asked(postgres_url, waiting_letters)), TAKEN_OVER_S, every=0.3
        )
    until(lambda: not asked(postgres_url, waiting_letters), TAKEN_OVER_S, every=0.3)
    taken = [message["Message-ID"] for message in mailbox.taken]
    scans = Counter(scan.status for told in users.history for scan in told.scans)
    figures(
        "kill -9 of every kind of process on PostgreSQL",
        f"{topology.killed.total()} kills ({', '.join(f'{n} {kind}' for kind, n in topology.killed.items())}), "
        f"{users.acknowledged} orders, {len(set(taken))} letters taken {len(taken)} times, "
        f"{scans[200]} scans answered, the API back in {spread(topology.back)}",
    )
    assert users.violations(postgres_url, settings=UNLIMITED) == [], f"seed {SEED}"
    assert asked(postgres_url, lambda session: post_and_letters_agree(session, taken)) == []
    assert asked(postgres_url, dead_jobs) == []
    assert all_readable(topology.server.url, users.history) == []
    assert taken, "no letter was sent: the test proves nothing about letters"

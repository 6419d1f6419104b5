"""A real server is killed in the middle of runs: one letter for each change, and none is lost."""

from __future__ import annotations

import random
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coldread.base.clock import Clock
from tests.harness.breadth import some
from tests.harness.mailbox import Mailbox
from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.harness.service import Service
from tests.harness.website import Website
from tests.watches.watched import ANNA, shop, watched

#: when the server is killed: while it waits for the page, a chosen moment later, and when the letter is on its way
MOMENTS = ("the page is asked for", "the page has come", "the run is stored")
#: each round has one change and one kill
ROUNDS = 2 * len(MOMENTS)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    made = Mailbox()
    yield made
    made.stop()


def begun(database: Path, data_dir: Path, url: str, place: str) -> None:
    """A watch with its first run, which tells nothing."""
    service = Service(f"sqlite:///{database}", data_dir, scan_engine="lite", scan_allow_hosts=place)
    service.clock.at = Clock().now()
    watched(service, url)
    service.close()


def let_time_pass(database: Path, *, due: bool) -> None:
    """While nothing runs: leases of dead workers end, the host has a free turn, and the watch comes due."""
    now = Clock().now()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE jobs SET due_at = ? WHERE state = 'running'", (now,))
        connection.execute("UPDATE watch_hosts SET free_at = 0")
        if due:
            connection.execute("UPDATE watches SET due_at = ?, queued_until = 0", (now,))


def server_killed_at(
    moment: str, server: ServerProcess, site: Website, database: Path, chance: random.Random
) -> None:
    """A server that begins the run that is due, and is killed then."""
    visits, runs = site.visits["/held"], runs_in(database)
    if moment == "the page is asked for":
        site.released.clear()
    server.start()
    until(lambda: site.visits["/held"] > visits, why=server.log)
    if moment == "the page has come":
        time.sleep(chance.random() * 0.4)  # the moment of the kill, which is what this is about
    if moment == "the run is stored":
        until(lambda: runs_in(database) > runs, why=server.log, every=0.002)
    server.kill()
    site.released.set()
    if moment == "the page is asked for":
        assert runs_in(database) == runs


def runs_in(database: Path) -> int:
    return len(asked(database, "SELECT 1 FROM watch_runs"))


def asked(database: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(question).fetchall()


@pytest.mark.parametrize("seed", some(range(12), 2))
def test_a_server_killed_in_the_middle_of_runs_sends_each_letter_once(
    tmp_path: Path, mailbox: Mailbox, seed: int
) -> None:
    chance, database = random.Random(seed), tmp_path / "coldread.db"
    pages = {"/held": shop("Headline 0")}
    with Website(pages) as site:
        site.released.set()
        begun(database, tmp_path / "data", site.url("/held"), site.place)
        server = ServerProcess(
            f"sqlite:///{database}",
            tmp_path / "data",
            scan_engine="lite",
            scan_allow_hosts=site.place,
            smtp_url=mailbox.url,
            mail_from="hello@coldread.example",
        )
        server.start()
        until(lambda: runs_in(database), why=server.log)
        server.kill()
        for number, moment in enumerate(chance.sample(MOMENTS * 2, ROUNDS), 1):
            pages["/held"] = shop(f"Headline {number}")
            let_time_pass(database, due=True)
            server_killed_at(moment, server, site, database, chance)
            let_time_pass(database, due=False)
            server.start()
            until(lambda number=number: _sent(database) >= number, why=(number, moment, server.log))  # type: ignore[misc]
            server.kill()
    letters = [one for one in mailbox.taken if one["To"] == ANNA and "Headline" in one.as_string()]
    told = Counter(
        next(f"Headline {n}" for n in range(ROUNDS, 0, -1) if f"to “Headline {n}”" in _words(one))
        for one in {one["Message-ID"]: one for one in letters}.values()
    )
    assert told == {f"Headline {number}": 1 for number in range(1, ROUNDS + 1)}
    assert len(asked(database, "SELECT 1 FROM letters WHERE kind = 'watch_changed'")) == ROUNDS
    runs = asked(database, "SELECT number, due_at FROM watch_runs ORDER BY number")
    assert [number for number, _ in runs] == list(range(1, ROUNDS + 2)), "each due run once"
    assert len({due_at for _, due_at in runs}) == ROUNDS + 1


def _words(letter: Any) -> str:
    return " ".join(letter.get_body(("plain",)).get_content().split())


def _sent(database: Path) -> int:
    return len(asked(database, "SELECT 1 FROM letters WHERE kind = 'watch_changed' AND sent_at IS NOT NULL"))

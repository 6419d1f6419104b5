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
from tests.harness.mailbox import Mailbox
from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.harness.service import Service
from tests.harness.website import Website
from tests.watches.watched import ANNA, shop, watched

#: each round has one change and one kill
ROUNDS = 6


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
    """While nothing runs: leases of dead workers end, and the watch comes due."""
    now = Clock().now()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE jobs SET due_at = ? WHERE state = 'running'", (now,))
        if due:
            connection.execute("UPDATE watches SET due_at = ?, queued_until = 0", (now,))


def asked(database: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(question).fetchall()


@pytest.mark.parametrize("seed", [1, 2])
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
        until(lambda: asked(database, "SELECT 1 FROM watch_runs"), why=server.log)
        server.kill()
        for number in range(1, ROUNDS + 1):
            pages["/held"] = shop(f"Headline {number}")
            let_time_pass(database, due=True)
            before, holds = site.visits["/held"], chance.random() < 0.4
            if holds:
                site.released.clear()
            server.start()
            until(lambda before=before: site.visits["/held"] > before, why="the run begins")  # type: ignore[misc]
            if not holds:
                time.sleep(chance.random() * 0.4)  # the moment of the kill, which is what this is about
            server.kill()
            site.released.set()
            let_time_pass(database, due=False)
            server.start()
            until(lambda number=number: _sent(database) >= number, why=(number, holds, server.log))  # type: ignore[misc]
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

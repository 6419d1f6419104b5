"""The process that runs watches is killed in the middle of runs: one letter for each change, and none is lost."""

from __future__ import annotations

import contextlib
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from coldread.base.clock import Clock
from tests.harness.beside import Worker
from tests.harness.breadth import some
from tests.harness.mailbox import Mailbox
from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.harness.service import Service
from tests.harness.website import Website
from tests.watches.watched import ANNA, shop, watched

#: when the process is killed: while it waits for the page, a chosen moment later, and when the letter is on its way
MOMENTS = ("the page is asked for", "the page has come", "the run is stored")
#: each round has one change and one kill
ROUNDS = 2 * len(MOMENTS)


class Running:
    """The process that runs watches: `coldread serve` on SQLite, `coldread work` on PostgreSQL."""

    def __init__(self, database_url: str, data_dir: Path, **settings: str) -> None:
        self.server = ServerProcess(database_url, data_dir, **settings)
        self.is_server = database_url.startswith("sqlite")
        self.worker: Worker | None = None

    def start(self) -> None:
        if self.is_server:
            self.server.start()
        else:
            self.worker = Worker(self.server, "work,scan")

    def kill(self) -> None:
        if self.worker is None:
            self.server.kill()
        else:
            self.worker.kill()

    @property
    def log(self) -> Path:
        return self.server.log if self.worker is None else self.worker.log


class Rows:
    """The database, asked and changed in plain SQL while another process uses it."""

    def __init__(self, database_url: str) -> None:
        self.is_sqlite = database_url.startswith("sqlite")
        self.connection: Any = (
            sqlite3.connect(database_url.removeprefix("sqlite:///"), isolation_level=None, timeout=60)
            if self.is_sqlite
            else psycopg.connect(database_url, autocommit=True)
        )

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self.connection.execute(question).fetchall()]

    def runs(self) -> int:
        return len(self.ask("SELECT 1 FROM watch_runs"))

    def sent(self) -> int:
        return len(self.ask("SELECT 1 FROM letters WHERE kind = 'watch_changed' AND sent_at IS NOT NULL"))

    def let_time_pass(self, *, due: bool) -> None:
        """While nothing runs: dead workers have been silent for long, the host has a free turn, and the watch comes due."""
        now = Clock().now()
        if self.is_sqlite:
            self.connection.execute(f"UPDATE jobs SET due_at = {now} WHERE state = 'running'")
        else:
            self.connection.execute(
                "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour'"
            )
        self.connection.execute("UPDATE watch_hosts SET free_at = 0")
        if due:
            self.connection.execute(f"UPDATE watches SET due_at = {now}, queued_until = 0")


@pytest.fixture
def in_database(database_url: str, tmp_path: Path) -> Iterator[Rows]:
    Service(database_url, tmp_path / "data").close()  # makes the schema
    rows = Rows(database_url)
    with contextlib.closing(rows.connection):
        yield rows


def begun(database_url: str, data_dir: Path, url: str, place: str) -> None:
    """A watch with its first run, which tells nothing."""
    service = Service(database_url, data_dir, scan_engine="lite", scan_allow_hosts=place)
    service.clock.at = Clock().now()
    watched(service, url)
    service.close()


def killed_at(moment: str, running: Running, site: Website, rows: Rows, chance: random.Random) -> None:
    """The process begins the run that is due, and is killed then."""
    visits, runs = site.visits["/held"], rows.runs()
    if moment == "the page is asked for":
        site.released.clear()
    running.start()
    until(lambda: site.visits["/held"] > visits, why=running.log)
    if moment == "the page has come":
        time.sleep(chance.random() * 0.4)  # the moment of the kill, which is what this is about
    if moment == "the run is stored":
        until(lambda: rows.runs() > runs, why=running.log, every=0.002)
    running.kill()
    site.released.set()
    if moment == "the page is asked for":
        assert rows.runs() == runs


@pytest.mark.parametrize("seed", some(range(12), 2))
def test_a_process_killed_in_the_middle_of_runs_sends_each_letter_once(
    database_url: str, in_database: Rows, tmp_path: Path, mailbox: Mailbox, seed: int
) -> None:
    chance = random.Random(seed)
    pages = {"/held": shop("Headline 0")}
    with Website(pages) as site:
        site.released.set()
        begun(database_url, tmp_path / "data", site.url("/held"), site.place)
        running = Running(
            database_url,
            tmp_path / "data",
            scan_engine="lite",
            scan_allow_hosts=site.place,
            smtp_url=mailbox.url,
            mail_from="hello@coldread.example",
        )
        running.start()
        until(in_database.runs, why=running.log)
        running.kill()
        for number, moment in enumerate(chance.sample(MOMENTS * 2, ROUNDS), 1):
            pages["/held"] = shop(f"Headline {number}")
            in_database.let_time_pass(due=True)
            killed_at(moment, running, site, in_database, chance)
            in_database.let_time_pass(due=False)
            running.start()
            until(lambda number=number: in_database.sent() >= number, why=(number, moment, running.log))  # type: ignore[misc]
            running.kill()
    letters = [one for one in mailbox.taken if one["To"] == ANNA and "Headline" in one.as_string()]
    told = Counter(
        next(f"Headline {n}" for n in range(ROUNDS, 0, -1) if f"to “Headline {n}”" in _words(one))
        for one in {one["Message-ID"]: one for one in letters}.values()
    )
    assert told == {f"Headline {number}": 1 for number in range(1, ROUNDS + 1)}
    assert len(in_database.ask("SELECT 1 FROM letters WHERE kind = 'watch_changed'")) == ROUNDS
    runs = in_database.ask("SELECT number, due_at FROM watch_runs ORDER BY number")
    assert [number for number, _ in runs] == list(range(1, ROUNDS + 2)), "each due run once"
    assert len({due_at for _, due_at in runs}) == ROUNDS + 1


def _words(letter: Any) -> str:
    return " ".join(letter.get_body(("plain",)).get_content().split())

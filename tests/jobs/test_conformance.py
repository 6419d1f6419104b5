"""What both job runners promise: one suite, run on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from coldread.base.clock import HOUR, SECOND, Clock
from coldread.base.database.databases import open_database
from coldread.base.db import Database, Session
from coldread.jobs import embedded
from coldread.jobs.defer import dead_jobs, defer, forget_errors, live_keys, revive
from coldread.jobs.kinds import LOOKS, MODEL
from coldread.jobs.runner import runner
from coldread.jobs.tables import job_errors
from coldread.migrations import apply
from tests.jobs import deeds

LEASE_S = 2.0


@pytest.fixture
def url(database_url: str) -> str:
    apply.upgrade(database_url)
    return database_url


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    from coldread.jobs import postgres

    for module in (embedded, postgres):
        monkeypatch.setattr(module, "pause_after", lambda tries: SECOND // 10)
    monkeypatch.setattr(postgres, "ASKED_EVERY_S", 0.2)


def scene(url: str, play: Callable[[Database], Awaitable[Any]]) -> Any:
    """Run `play` with a database that is closed afterwards."""

    async def run() -> Any:
        db = open_database(url, Clock())
        try:
            return await play(db)
        finally:
            await db.close()

    return asyncio.run(run())


async def working(
    db: Database, url: str, until: Callable[[dict[str, int]], bool], *, queues: tuple[str, ...] = ("work",)
) -> dict[str, int]:
    """Work until the marks are as they should be, thirty seconds at most."""
    worker = asyncio.create_task(runner(db, url, db, queues=queues, lease_s=LEASE_S).run())
    try:
        return await seen(db, until)
    finally:
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)


async def seen(db: Database, until: Callable[[dict[str, int]], bool], within: float = 30) -> dict[str, int]:
    deadline = time.monotonic() + within
    while True:
        marks: dict[str, int] = await db.read(deeds.marks)
        if until(marks):
            return marks
        assert time.monotonic() < deadline, marks
        await asyncio.sleep(0.05)


def test_a_job_is_there_if_and_only_if_its_transaction_committed(url: str) -> None:
    def step(session: Session, number: int) -> None:
        deeds.mark(session, f"step-{number}")
        defer(session, "deed.mark", key=f"k{number}", what=f"job-{number}")
        if number % 2:
            raise ValueError("rolled back")

    async def play(db: Database) -> dict[str, int]:
        await asyncio.gather(*(db.write(step, n) for n in range(10)), return_exceptions=True)
        defer_last = await db.write(lambda s: defer(s, "deed.mark", key="last", what="last"))
        assert defer_last
        return await working(db, url, lambda marks: "last" in marks and sum("job" in m for m in marks) == 5)

    marks = scene(url, play)
    assert {name for name in marks if name.startswith("job")} == {f"job-{n}" for n in range(0, 10, 2)}


def test_a_key_has_at_most_one_live_job(url: str) -> None:
    async def play(db: Database) -> tuple[list[bool], dict[str, int]]:
        def put(session: Session) -> bool:
            return defer(session, "deed.mark", key="same", what="same")

        deferred = await asyncio.gather(*(db.write(put) for _ in range(10)))
        await db.write(lambda s: defer(s, "deed.mark", key="after", run_at=s.now + SECOND, what="after"))
        return deferred, await working(db, url, lambda marks: "after" in marks)

    deferred, marks = scene(url, play)
    assert sorted(deferred) == [False] * 9 + [True]
    assert marks["same"] == 1


def test_a_key_can_be_used_again_once_its_job_is_done(url: str) -> None:
    async def play(db: Database) -> bool:
        await db.write(lambda s: defer(s, "deed.mark", key="k", what="once"))
        await working(db, url, lambda marks: "once" in marks)
        assert await db.read(live_keys) == set()
        again: bool = await db.write(lambda s: defer(s, "deed.mark", key="k", what="twice"))
        return again

    assert scene(url, play)


class Ahead(Clock):
    """Of a machine whose clock is wrong."""

    def now(self) -> int:
        return super().now() + HOUR


def test_what_is_due_at_once_does_not_wait_for_another_clock(url: str) -> None:
    async def play(db: Database) -> None:
        ahead = open_database(url, Ahead())
        try:
            await ahead.write(lambda s: defer(s, "deed.mark", key="k", what="now"))
            await working(ahead, url, lambda marks: "now" in marks)
        finally:
            await ahead.close()

    scene(url, play)


def test_a_job_that_fails_is_tried_again(url: str) -> None:
    async def play(db: Database) -> tuple[dict[str, int], list[Any]]:
        await db.write(lambda s: defer(s, "deed.fail", key="k", what="stubborn", until=3))
        marks = await working(db, url, lambda marks: marks.get("stubborn") == 3)
        return marks, await db.read(dead_jobs)

    marks, dead = scene(url, play)
    assert marks == {"stubborn": 3}
    assert dead == []


def test_the_errors_of_a_job_that_succeeded_in_the_end_are_swept(url: str) -> None:
    async def play(db: Database) -> None:
        await db.write(lambda s: defer(s, "deed.fail", key="k", what="stubborn", until=2))
        await working(db, url, lambda marks: marks.get("stubborn") == 2)
        await db.write(forget_errors)
        assert await db.read(lambda s: s.rows(job_errors.select())) == []

    scene(url, play)


def test_a_job_that_fails_too_often_is_kept_for_a_person_and_can_be_revived(url: str) -> None:
    async def play(db: Database) -> None:
        await db.write(lambda s: defer(s, "deed.fail", key="k", what="hopeless", until=4))
        await db.write(lambda s: defer(s, "deed.mark", key="later", run_at=s.now + 3 * SECOND, what="later"))
        await working(db, url, lambda marks: "later" in marks and marks.get("hopeless") == 3)
        assert await db.write(forget_errors) == 0
        (dead,) = await db.read(dead_jobs)
        assert (dead.name, dead.key, dead.arguments) == ("deed.fail", "k", {"what": "hopeless", "until": 4})
        assert "hopeless fails until its try number 4" in (dead.error or "")
        assert await db.write(revive, dead.id)
        assert not await db.write(revive, dead.id + 1000)
        await working(db, url, lambda marks: marks.get("hopeless") == 4)
        assert await db.read(dead_jobs) == []

    scene(url, play)


def test_a_job_waits_for_its_time(url: str) -> None:
    async def play(db: Database) -> dict[str, int]:
        await db.write(lambda s: defer(s, "deed.mark", key="a", run_at=s.now + HOUR, what="much-later"))
        await db.write(lambda s: defer(s, "deed.mark", key="b", run_at=s.now + 2 * SECOND, what="soon"))
        began = time.monotonic()
        marks = await working(db, url, lambda marks: "soon" in marks)
        assert time.monotonic() - began >= 1.5
        return marks

    assert scene(url, play) == {"soon": 1}


def test_a_worker_does_only_its_queues(url: str) -> None:
    async def play(db: Database) -> None:
        await db.write(lambda s: defer(s, "deed.scan", key="a", what="looked"))
        await db.write(lambda s: defer(s, "deed.mark", key="b", what="worked"))
        assert await working(db, url, lambda marks: "worked" in marks) == {"worked": 1}
        await working(db, url, lambda marks: "looked" in marks, queues=("scan",))

    scene(url, play)


async def put_off(db: Database, name: str, what: str, *, holder: str = "", **arguments: Any) -> None:
    await db.write(lambda s: defer(s, name, key=what, holder=holder, what=what, **arguments))


def test_a_kind_that_is_full_keeps_no_other_waiting(url: str) -> None:
    async def play(db: Database) -> None:
        for n in range(3 * MODEL.here):
            await put_off(db, "deed.ask_model", f"m{n}", seconds=60)

        def begun(marks: dict[str, int]) -> bool:
            return sum(name.endswith("-begun") for name in marks) == MODEL.here

        worker = asyncio.create_task(runner(db, url, db, queues=("work",), lease_s=LEASE_S).run())
        try:
            await seen(db, begun)
            await put_off(db, "deed.letter", "letter")
            marks = await seen(db, lambda marks: "letter" in marks)
            assert begun(marks)
        finally:
            worker.cancel()
            await asyncio.gather(worker, return_exceptions=True)

    scene(url, play)


def test_what_all_workers_do_at_once_of_a_kind_is_bounded(url: str) -> None:
    async def play(db: Database) -> None:
        most = MODEL.everywhere
        assert most is not None
        for n in range(3 * most):
            await put_off(db, "deed.ask_model", f"m{n}", seconds=0.4)
        workers = [
            asyncio.create_task(runner(db, url, db, queues=("work",), lease_s=LEASE_S).run())
            for _ in range(3)
        ]
        at_once = []
        try:

            def over(marks: dict[str, int]) -> bool:
                ends = Counter(name.partition("-")[2] for name in marks)
                at_once.append(ends["begun"] - ends["done"])
                return ends["done"] == 3 * most

            await seen(db, over)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        assert max(at_once) == most

    scene(url, play)


def test_the_second_job_of_a_holder_waits_for_everybodys_first(url: str) -> None:
    async def play(db: Database) -> None:
        for n in range(4 * LOOKS.here):
            await put_off(db, "deed.look", f"greedy{n}", holder="greedy", seconds=0.5)
        for name in ("ann", "bob"):
            await put_off(db, "deed.look", name, holder=name, seconds=0.5)
        marks = await working(
            db, url, lambda marks: {"ann-done", "bob-done"} <= marks.keys(), queues=("scan",)
        )
        assert sum(name.startswith("greedy") and name.endswith("-begun") for name in marks) <= 2 * LOOKS.here

    scene(url, play)


def test_what_runs_when_the_worker_stops_is_finished_or_done_again(url: str) -> None:
    async def play(db: Database) -> dict[str, int]:
        await db.write(lambda s: defer(s, "deed.linger", key="k", what="slow", seconds=1))
        await working(db, url, lambda marks: "slow-begun" in marks)
        return await working(db, url, lambda marks: "slow-done" in marks)

    assert scene(url, play)["slow-done"] == 1


def test_a_worker_can_be_told_to_stop_at_any_moment(url: str) -> None:
    """Also while it is still opening its connections."""

    async def play(db: Database) -> dict[str, int]:
        await db.write(lambda s: defer(s, "deed.mark", key="k", what="in-the-end"))
        for pause in (0, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16):
            worker = asyncio.create_task(runner(db, url, db, queues=["scan"], lease_s=LEASE_S).run())
            await asyncio.sleep(pause)
            worker.cancel()
            await asyncio.wait_for(asyncio.gather(worker, return_exceptions=True), 20)
        return await working(db, url, lambda marks: "in-the-end" in marks)

    assert scene(url, play) == {"in-the-end": 1}


@pytest.mark.parametrize("moment", [1, 2])
def test_a_stop_that_comes_together_with_a_connection_is_not_lost(
    url: str, moment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """psycopg's pool waits with `asyncio.wait_for`, which on Python 3.11 swallows such a cancellation."""
    from psycopg_pool import _acompat

    waits = 0

    def swallowing(patient: type, worker: list[asyncio.Task[None]]) -> None:
        wait_timeout = patient.wait_timeout  # type: ignore[attr-defined]

        async def wait_and_swallow(self: Any, timeout: float) -> bool:
            nonlocal waits
            came: bool = await wait_timeout(self, timeout)
            waits += 1
            if waits == moment:
                worker[0].cancel()
                try:
                    await asyncio.sleep(0.1)
                except asyncio.CancelledError:
                    pass
            return came

        monkeypatch.setattr(patient, "wait_timeout", wait_and_swallow)

    async def play(db: Database) -> None:
        worker: list[asyncio.Task[None]] = []
        for patient in (_acompat.AEvent, _acompat.ACondition):
            swallowing(patient, worker)
        worker.append(asyncio.create_task(runner(db, url, db, queues=["work"], lease_s=LEASE_S).run()))
        done, _ = await asyncio.wait(worker, timeout=3)
        if waits < moment:
            worker[0].cancel()  # it never waited so often
        if not done:
            done, _ = await asyncio.wait(worker, timeout=30)
        assert done, "it works on, although it was told to stop"
        assert asyncio.all_tasks() == {asyncio.current_task()}

    scene(url, play)


@pytest.fixture
def start_worker(url: str) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        worker = subprocess.Popen(
            [sys.executable, "-m", "tests.jobs.deeds", url, str(LEASE_S)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert worker.stdout is not None
        assert worker.stdout.readline() == "working\n"
        started.append(worker)
        return worker

    yield start
    for worker in started:
        worker.kill()
        worker.communicate()


def test_a_dead_workers_job_is_done_by_another(
    url: str, start_worker: Callable[[], subprocess.Popen[str]]
) -> None:
    doomed = start_worker()

    async def play(db: Database) -> float:
        await db.write(lambda s: defer(s, "deed.linger", key="k", what="left", seconds=3))
        await seen(db, lambda marks: "left-begun" in marks)
        doomed.kill()
        began = time.monotonic()
        start_worker()
        marks = await seen(db, lambda marks: "left-done" in marks, within=60)
        assert marks["left-begun"] == 2
        return time.monotonic() - began

    assert scene(url, play) < 60


def test_nothing_is_lost_while_workers_are_killed_again_and_again(
    url: str, start_worker: Callable[[], subprocess.Popen[str]]
) -> None:
    chance = random.Random(7)
    names = {f"job-{n}" for n in range(40)}

    def linger(session: Session, name: str) -> None:
        defer(session, "deed.linger", key=name, what=name, seconds=0.2)

    async def play(db: Database) -> dict[str, int]:
        for name in sorted(names):
            await db.write(linger, name)
        workers = [start_worker(), start_worker()]
        for _ in range(3):
            await asyncio.sleep(chance.uniform(0.3, 1.0))
            workers.pop(0).kill()
            workers.append(start_worker())
        done = lambda marks: {f"{name}-done" for name in names} <= marks.keys()  # noqa: E731
        marks = await seen(db, done, within=90)
        await seen(db, lambda _: True)
        assert await db.read(dead_jobs) == []
        return marks

    marks = scene(url, play)
    assert sum(marks[f"{name}-begun"] for name in names) >= 40

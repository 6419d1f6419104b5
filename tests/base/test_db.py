"""A transaction is a function, on both databases; waiting writes share a commit without sharing a fate."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.base.db import Database, PointRead, Session, Unavailable
from coldread.guard.tables import counters
from coldread.migrations import apply
from tests.harness import postgres


@pytest.fixture
def database(database_url: str) -> Database:
    apply.upgrade(database_url)
    return open_database(database_url, Clock())


def insert(session: Session, subject: str, *, then_fail: bool = False) -> str:
    session.run(sa.insert(counters), {"limit_name": "test", "subject": subject, "window_start": 0, "used": 1})
    if then_fail:
        raise ValueError(subject)
    return subject


def subjects(session: Session) -> list[str]:
    return [row.subject for row in session.rows(sa.select(counters.c.subject).order_by(counters.c.subject))]


def run(database: Database, work: Any) -> Any:
    async def scene() -> Any:
        try:
            return await work()
        finally:
            await database.close()

    return asyncio.run(scene())


def test_a_write_that_fails_alone_leaves_nothing_and_the_next_one_is_kept(database: Database) -> None:
    async def scene() -> list[str]:
        with pytest.raises(ValueError, match="lost"):
            await database.write(insert, "lost", then_fail=True)
        await database.write(insert, "kept")
        return await database.read(subjects)

    assert run(database, scene) == ["kept"]


def test_of_many_writes_at_once_only_those_that_fail_are_rolled_back(database: Database) -> None:
    async def scene() -> tuple[list[Any], list[str]]:
        calls = [database.write(insert, f"{n:03}", then_fail=n % 3 == 0) for n in range(60)]
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        return outcomes, await database.read(subjects)

    outcomes, kept = run(database, scene)
    assert [isinstance(outcome, ValueError) for outcome in outcomes] == [n % 3 == 0 for n in range(60)]
    assert kept == [f"{n:03}" for n in range(60) if n % 3]


def test_a_broken_statement_in_one_write_leaves_the_others_whole(database: Database) -> None:
    async def scene() -> tuple[list[Any], list[str]]:
        twice = [database.write(insert, "same") for _ in range(3)]
        others = [database.write(insert, f"other-{n}") for n in range(3)]
        return await asyncio.gather(*twice, *others, return_exceptions=True), await database.read(subjects)

    outcomes, kept = run(database, scene)
    assert sum(isinstance(outcome, sa.exc.IntegrityError) for outcome in outcomes) == 2
    assert kept == ["other-0", "other-1", "other-2", "same"]


def test_what_was_acknowledged_is_there_also_when_the_disk_fills_up(tmp_path: Path) -> None:
    """SQLite gives up the shared transaction of many writes when one of them finds no room."""
    url = f"sqlite:///{tmp_path / 'small.db'}"
    apply.upgrade(url)
    database = open_database(url, Clock())

    def leave_room(session: Session, pages: int) -> None:
        used = session.run(sa.text("PRAGMA page_count")).scalar_one()
        session.run(sa.text(f"PRAGMA max_page_count={used + pages}"))

    async def scene() -> tuple[list[Any], list[str], str]:
        await database.write(leave_room, 12)
        calls = [database.write(insert, f"{n:03}" + "x" * 1000) for n in range(64)]
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        await database.write(leave_room, 100)
        return outcomes, await database.read(subjects), await database.write(insert, "afterwards")

    outcomes, kept, afterwards = run(database, scene)
    told = [outcome for outcome in outcomes if isinstance(outcome, str)]
    refused = [outcome for outcome in outcomes if not isinstance(outcome, str)]
    assert refused
    assert all(isinstance(outcome, Unavailable) for outcome in refused)
    assert kept == told
    assert afterwards == "afterwards"


def test_a_read_cannot_write(database: Database) -> None:
    async def scene() -> None:
        with pytest.raises((Unavailable, sa.exc.DBAPIError)):
            await database.read(insert, "sneaky")
        assert await database.read(subjects) == []

    run(database, scene)


def test_a_caller_that_gives_up_does_not_undo_or_block_the_write(database: Database) -> None:
    async def scene() -> list[str]:
        given_up = asyncio.create_task(database.write(insert, "given-up"))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        await database.write(insert, "next")
        found: list[str] = await database.read(subjects)
        return found

    assert "next" in run(database, scene)


def test_a_point_read_sees_what_was_committed_before_it(database: Database) -> None:
    query = PointRead(sql="SELECT used FROM counters WHERE limit_name = ? AND subject = ?")

    async def scene() -> tuple[Any, Any]:
        before = await database.point(query, "test", "a")
        await database.write(insert, "a")
        return before, await database.point(query, "test", "a")

    before, after = run(database, scene)
    assert before is None
    assert tuple(after) == (1,)


BY_SUBJECT = PointRead(
    sql="SELECT used FROM counters WHERE subject = ?",
    many="SELECT subject, used FROM counters WHERE subject = ANY(?)",
)


def test_many_point_reads_at_once_each_get_their_own_row(database: Database) -> None:
    async def scene() -> list[Any]:
        await asyncio.gather(*(database.write(insert, f"{n}") for n in range(0, 200, 2)))
        return list(await asyncio.gather(*(database.point(BY_SUBJECT, f"{n % 200}") for n in range(1000))))

    found = run(database, scene)
    assert [row is not None for row in found] == [n % 2 == 0 for n in range(1000)]


def test_a_point_read_among_many_sees_what_was_committed_before_it(database: Database) -> None:
    async def scene() -> list[Any]:
        seen = []
        others = [asyncio.create_task(database.point(BY_SUBJECT, "other")) for _ in range(50)]
        for number in range(50):
            await database.write(insert, f"{number}")
            others.append(asyncio.create_task(database.point(BY_SUBJECT, "other")))
            seen.append(await database.point(BY_SUBJECT, f"{number}"))
        await asyncio.gather(*others)
        return seen

    assert None not in run(database, scene)


def test_point_reads_come_again_after_all_were_answered(database: Database) -> None:
    """Who asks in the moment in which the last question ends is not forgotten."""

    async def scene() -> int:
        answered = 0
        for _ in range(300):
            answered += len(await asyncio.gather(*(database.point(BY_SUBJECT, f"{n}") for n in range(3))))
        return answered

    assert run(database, lambda: asyncio.wait_for(scene(), 30)) == 900


def test_a_database_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    folder = tmp_path / "a-file-not-a-folder"
    folder.write_text("")
    database = open_database(f"sqlite:///{folder / 'x.db'}", Clock())

    async def scene() -> None:
        with pytest.raises(Unavailable):
            await database.point(PointRead(sql="SELECT 1"))
        with pytest.raises(Unavailable):
            await database.read(subjects)

    run(database, scene)


def test_postgres_connections_that_a_restart_cut_cost_no_request() -> None:
    url = postgres.new_database()
    database = open_database(url, Clock())

    async def scene() -> None:
        await asyncio.gather(*(database.write(insert, f"{n}") for n in range(5)))
        await asyncio.gather(*(database.point(PointRead(sql="SELECT 1")) for _ in range(5)))
        await asyncio.gather(*(database.point(BY_SUBJECT, f"{n}") for n in range(5)))
        with psycopg.connect(postgres.server_url(), autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                (url.rsplit("/", 1)[1].split("?")[0],),
            )
        found = await asyncio.gather(*(database.point(BY_SUBJECT, f"{n}") for n in range(5)))
        assert None not in found
        assert await database.point(PointRead(sql="SELECT 1")) is not None
        await database.write(insert, "after")
        assert "after" in await database.read(subjects)

    run(database, scene)


def test_what_is_committed_is_on_the_disk_before_anybody_is_told(database: Database) -> None:
    """No copy of a running machine's files can show a missing flush: what the system still holds is in them too."""

    def how(session: Session) -> tuple[Any, ...]:
        words = ("SHOW synchronous_commit", "SHOW fsync") if session.is_postgres else SQLITE_FLUSHES
        return tuple(session.connection.exec_driver_sql(word).scalar() for word in words)

    seen = run(database, lambda: database.write(how))
    assert seen in (("on", "on"), (2, "wal")), "2 is FULL: the log is flushed with every commit"


SQLITE_FLUSHES = ("PRAGMA synchronous", "PRAGMA journal_mode")

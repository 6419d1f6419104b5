"""What goes to PostgreSQL below psycopg's cursors arrives as it was meant, and whatever goes wrong leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import enum
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from coldread.base.clock import Clock
from coldread.base.database import pg_first_statement
from coldread.base.database.databases import open_database
from coldread.base.database.prepared import Prepared, insert_into, param
from coldread.base.db import Database, Session, Unavailable
from coldread.guard.tables import counters
from tests.harness import postgres
from tests.harness.patience import until

_ADD = insert_into(counters)
_USED = Prepared(lambda _: sa.select(counters.c.used).where(counters.c.subject == param("subject")))
_SLEEP = Prepared(lambda _: sa.text("SELECT pg_sleep(CAST(:seconds AS double precision))"))
_SENT_BACK = Prepared(
    lambda _: sa.text(
        "SELECT CAST(:text AS text), CAST(:number AS bigint), CAST(:whether AS boolean), CAST(:share AS double precision),"
        " CAST(:nothing AS text), CAST(:raw AS bytea)"
    )
)


class Word(enum.StrEnum):
    """As columns of statuses hold."""

    YES = "yes"


def add(session: Session, subject: str, used: int = 1) -> None:
    _ADD.put(session, limit_name="test", subject=subject, window_start=0, used=used)


def used(session: Session, subject: str) -> Any:
    row = _USED.run(session, subject=subject)
    return row[0] if row else None


def scene(work: Callable[[Database, str], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        url = postgres.new_database()
        database = open_database(url, Clock())
        try:
            return await work(database, url)
        finally:
            await database.close()

    return asyncio.run(run())


def test_values_come_back_as_they_were_sent() -> None:
    values = {
        "text": "O'Brien ' \\ % $1 åäö 🙂",
        "number": -(2**62),
        "whether": False,
        "share": 0.1,
        "nothing": None,
        "raw": b"\0\xff'\\",
    }

    async def work(database: Database, _: str) -> Any:
        return await database.write(lambda session: _SENT_BACK.run(session, **values))

    assert tuple(scene(work)) == tuple(values.values())


def test_a_word_of_a_table_is_its_text_and_a_list_is_refused() -> None:
    assert pg_first_statement.as_sent([Word.YES, True, 3]) == ([b"yes", b"t", b"3"], [0, 0, 0])
    with pytest.raises(psycopg.ProgrammingError, match="list"):
        pg_first_statement.as_sent([[1]])


def test_a_text_that_c_would_cut_is_refused_as_a_whole() -> None:
    with pytest.raises(psycopg.DataError, match="NUL"):
        pg_first_statement.as_sent(["one\0two"])


def test_what_a_rollback_made_psycopg_forget_is_prepared_again() -> None:
    """With a statement of psycopg's own in the same transaction the server forgets everything; without, nothing."""

    def refused(session: Session, subject: str, *, with_psycopg: bool) -> None:
        if with_psycopg:
            for _ in range(3):  # from the second on it is prepared
                session.run(sa.select(counters.c.used).where(counters.c.subject == subject))
        add(session, subject)
        used(session, subject)
        raise ValueError(subject)

    async def work(database: Database, _: str) -> Any:
        for place, with_psycopg in enumerate((False, True, False, True, True)):
            with pytest.raises(ValueError, match=f"lost {place}"):
                await database.write(refused, f"lost {place}", with_psycopg=with_psycopg)
            await database.write(add, f"kept {place}", place)
        kept = [await database.read(used, f"kept {place}") for place in range(5)]
        lost = [await database.read(used, f"lost {place}") for place in range(5)]
        return kept, lost

    assert scene(work) == ([0, 1, 2, 3, 4], [None] * 5)


def test_a_read_writes_nothing_even_so() -> None:
    async def work(database: Database, _: str) -> Any:
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            await database.read(add, "written by a read")
        return await database.read(used, "written by a read")

    assert scene(work) is None


def test_whoever_gives_up_in_the_middle_takes_no_connection_along() -> None:
    """More often than there are connections."""

    def slow(session: Session, subject: str) -> None:
        add(session, subject)
        _SLEEP.run(session, seconds=600)

    async def work(database: Database, url: str) -> Any:
        for place in range(12):
            waiting = asyncio.create_task(database.write(slow, f"given up {place}"))
            await asyncio.to_thread(until, lambda waiting=waiting: waiting.done() or sleeping(url) > 0)
            waiting.cancel()
            with contextlib.suppress(
                asyncio.CancelledError, Unavailable
            ):  # a slow machine may cut it off first
                await waiting
            end_sleepers(url)
        await asyncio.gather(*(database.write(add, f"kept {place}", place) for place in range(12)))
        return [
            await database.read(used, f"{what} {place}")
            for what in ("kept", "given up")
            for place in range(12)
        ]

    assert scene(work) == [*range(12), *([None] * 12)]


#: a transaction that sleeps at its end
_SLEEPS_AT_COMMIT = (
    "CREATE TEMP TABLE slow (id int)",
    "CREATE FUNCTION pg_temp.sleeps() RETURNS trigger LANGUAGE plpgsql AS"
    " 'BEGIN PERFORM pg_sleep(600); RETURN NULL; END'",
    "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED"
    " FOR EACH ROW EXECUTE FUNCTION pg_temp.sleeps()",
    "INSERT INTO slow VALUES (1)",
)


async def sleeps_in_a_statement(connection: psycopg.AsyncConnection[Any]) -> None:
    await pg_first_statement.first_row(connection, {}, "SELECT pg_sleep(600)", [])


async def sleeps_in_commit(connection: psycopg.AsyncConnection[Any]) -> None:
    for words in _SLEEPS_AT_COMMIT:
        await pg_first_statement.first_row(connection, {}, words, [])
    await pg_first_statement.commit(connection)


@pytest.mark.parametrize("sleeps", [sleeps_in_a_statement, sleeps_in_commit])
def test_a_connection_on_which_something_is_half_done_is_closed(
    sleeps: Callable[[psycopg.AsyncConnection[Any]], Awaitable[None]],
) -> None:
    """By us, at once: what its pool or a rollback would make of it is theirs."""

    async def run() -> tuple[bool, bool]:
        url = postgres.new_database()
        connection = await psycopg.AsyncConnection.connect(url)
        waiting = asyncio.ensure_future(sleeps(connection))
        await asyncio.to_thread(until, lambda: waiting.done() or sleeping(url) > 0)
        waiting.cancel()
        await asyncio.wait([waiting])
        end_sleepers(url)
        return waiting.cancelled(), connection.closed

    assert asyncio.run(run()) == (True, True)


def test_a_connection_that_is_cut_on_the_way_costs_no_request() -> None:
    def cut_once(session: Session, tried: list[int], url: str) -> int:
        tried.append(1)
        add(session, f"try {len(tried)}", len(tried))
        used(session, "begins the transaction")
        if len(tried) == 1:
            end_others(url)
        return int(used(session, f"try {len(tried)}"))

    async def work(database: Database, url: str) -> Any:
        told = await database.write(cut_once, [], url)
        return told, await database.read(used, "try 1"), await database.read(used, "try 2")

    assert scene(work) == (2, None, 2)


_OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
_SLEEPERS = f"{_OTHERS} AND wait_event = 'PgSleep'"


def sleeping(url: str) -> int:
    return asked(url, f"SELECT count(*) {_SLEEPERS}")


def end_sleepers(url: str) -> None:
    """Nobody listens to them; the server would notice when it answers."""
    asked(url, f"SELECT count(pg_terminate_backend(pid, 60000)) {_SLEEPERS}")


def end_others(url: str) -> None:
    asked(url, f"SELECT count(pg_terminate_backend(pid, 60000)) {_OTHERS}")


def asked(url: str, words: str) -> int:
    with psycopg.connect(url, autocommit=True) as admin:
        row = admin.execute(words).fetchone()
    assert row is not None
    return int(row[0])

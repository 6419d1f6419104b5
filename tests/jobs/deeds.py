"""Jobs that tests have done: each leaves a mark that can be counted. Run as a program it is a worker."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

import sqlalchemy as sa

from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.base.db import Database, Session
from coldread.guard.tables import counters
from coldread.jobs.job import job, job_name
from coldread.jobs.kinds import LETTERS, LOOKS, MODEL
from coldread.jobs.runner import runner


def mark(session: Session, what: str) -> None:
    """Count one more of `what`."""
    values = {"limit_name": "deed", "subject": what, "window_start": 0, "used": 1}
    session.run(
        session.insert(counters)
        .values(**values)
        .on_conflict_do_update(
            index_elements=["limit_name", "subject", "window_start"], set_={"used": counters.c.used + 1}
        )
    )


def marks(session: Session) -> dict[str, int]:
    rows: Sequence[sa.Row[tuple[str, int]]] = session.rows(
        sa.select(counters.c.subject, counters.c.used).where(counters.c.limit_name == "deed")
    )
    return {row.subject: row.used for row in rows}


@job("deed.mark")
async def do_mark(db: Database, what: str) -> None:
    await db.write(mark, what)


@job(job_name("deed.scan", LOOKS))
async def do_scan(db: Database, what: str) -> None:
    await db.write(mark, what)


@job("deed.fail", tries=3)
async def do_fail(db: Database, what: str, until: int) -> None:
    await db.write(mark, what)
    if (await db.read(marks))[what] < until:
        raise RuntimeError(f"{what} fails until its try number {until}")


@job("deed.linger")
async def do_linger(db: Database, what: str, seconds: float) -> None:
    await db.write(mark, f"{what}-begun")
    await asyncio.sleep(seconds)
    await db.write(mark, f"{what}-done")


@job(job_name("deed.ask_model", MODEL))
async def do_ask_model(db: Database, what: str, seconds: float) -> None:
    """Notes when it begins and ends, so that a test can count how many run at once."""
    await do_linger(db, what, seconds)


@job(job_name("deed.letter", LETTERS))
async def do_letter(db: Database, what: str) -> None:
    await db.write(mark, what)


@job(job_name("deed.look", LOOKS))
async def do_look(db: Database, what: str, seconds: float) -> None:
    await do_linger(db, what, seconds)


async def main(url: str, lease_s: float) -> None:
    db = open_database(url, Clock())
    print("working", flush=True)
    await runner(db, url, db, queues=["work"], lease_s=lease_s).run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2])))

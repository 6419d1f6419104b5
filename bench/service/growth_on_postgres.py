"""What each query to PostgreSQL reads as the tables grow: 10³ to 10⁶ orders, with the same sixty open ones.

`python -m bench.service.growth_on_postgres`. The database counts rows and blocks, so a crowded machine gives the same figures;
the table also has milliseconds. Old orders are closed and hold only what the retention table leaves.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import functools
import io
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from tests.harness import postgres
from tests.harness.service import WISH, Service

from bench.service import results
from coldread.base import ids
from coldread.base.clock import DAY, HOUR
from coldread.base.db import Session
from coldread.guard import rate
from coldread.guard.limits import CREATE
from coldread.orders.operator import health, queue
from coldread.orders.operator.queue_views import VIEWS
from coldread.orders.queries import dossier_of, find_order, newest_orders
from coldread.orders.tables import order_views
from coldread.worker import SWEEPS

SIZES = (1_000, 10_000, 100_000, 1_000_000)
OPEN = {"submitted": 20, "reviewing": 10, "billing_pending": 10, "paid": 10, "in_progress": 10}
OLDEST = 700 * DAY
#: rows read at the largest size, as a multiple of the smallest, from which a question grows with its table
GROWS = 5
CLAIM = "SELECT id FROM procrastinate_fetch_job_v2(ARRAY['work']::varchar[], NULL)"
READ = (
    "SELECT (SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables)"
    " + (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes),"
    " (SELECT coalesce(sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)), 0)"
    " FROM pg_statio_user_tables)"
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Cost:
    """What one question cost."""

    rows: int
    blocks: int
    ms: float


def grow(admin: psycopg.Connection[Any], like: str, rows: int, now: int) -> None:
    """Closed copies of one order under other ids, with the rows that belong to it, until there are as many."""
    there = _number(admin, "SELECT count(*) FROM orders")
    wanted = rows - there
    if wanted <= 0:
        return
    admin.execute("CREATE TEMP TABLE made (n bigint, id text, status text, at bigint)")
    text = io.StringIO()
    for place in range(wanted):
        share = (place * 7919 % 1000) / 1000
        status = next(
            name
            for name, until in zip(("delivered", "expired", "rejected"), (0.6, 0.9, 1), strict=True)
            if share < until
        )
        at = now - HOUR - (place * 104_729 % 1_000_003) * OLDEST // 1_000_003
        text.write(f"{place}\t{ids.new_order_id()}\t{status}\t{at}\n")
    with admin.cursor() as cursor, cursor.copy("COPY made FROM STDIN") as copy:
        copy.write(text.getvalue())
    forgotten = f"(made.status = 'delivered' AND at < {now - 365 * DAY}) OR (made.status <> 'delivered' AND at < {now - 30 * DAY})"
    done = "CASE WHEN made.status = 'delivered' THEN at END"
    _copied(admin, "orders", "id", like, {
        "id": "made.id", "status": "made.status", "created_at": "at", "updated_at": "at",
        "expires_at": f"at + {30 * DAY}", "paid_at": done, "delivered_at": done,
        "delivery_status": "CASE WHEN made.status = 'delivered' THEN 'delivered' ELSE 'not_started' END",
        "contact_email": f"CASE WHEN {forgotten} THEN NULL ELSE 'buyer' || n || '@example.com' END",
        "request": f"CASE WHEN {forgotten} THEN '{{}}' ELSE request END",
    })  # fmt: skip
    _copied(admin, "order_events", "order_id", like, {"order_id": "made.id", "at": "made.at"}, without="id")
    _copied(admin, "order_views", "order_id", like, {"order_id": "made.id"})
    _copied(
        admin,
        "letters",
        "about",
        like,
        {"about": "made.id", "written_at": "made.at", "sent_at": "made.at"},
        without="id",
    )
    admin.execute("DROP TABLE made")
    admin.execute("VACUUM ANALYZE")


def _copied(
    admin: psycopg.Connection[Any],
    table: str,
    key: str,
    like: str,
    instead: dict[str, str],
    without: str = "",
) -> None:
    columns = [
        row[0]
        for row in admin.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND table_schema = 'public'",
            (table,),
        )
        if row[0] != without
    ]
    given = ", ".join(instead.get(column, f"one.{column}") for column in columns)
    admin.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {given}"
        f" FROM made, (SELECT * FROM {table} WHERE {key} = '{like}' LIMIT 1) one"
    )


def _number(admin: psycopg.Connection[Any], words: str) -> int:
    row = admin.execute(words).fetchone()
    assert row is not None
    return int(row[0])


def _flush(session: Session) -> None:
    session.run(sa.text("SELECT pg_stat_force_next_flush()"))


def measured(service: Service, admin: psycopg.Connection[Any], act: Callable[[], object]) -> Cost:
    """The second time: the first one plans, and reads the catalogue."""
    act()
    service.write(_flush)
    before = _read(admin)
    began = time.perf_counter()
    act()
    ms = (time.perf_counter() - began) * 1000
    service.write(_flush)
    after = _read(admin)
    return Cost(rows=after[0] - before[0], blocks=after[1] - before[1], ms=ms)


def _read(admin: psycopg.Connection[Any]) -> tuple[int, int]:
    row = admin.execute(READ).fetchone()
    assert row is not None
    return int(row[0]), int(row[1])


def _polled(session: Session, order_id: str) -> object:
    return session.row(sa.select(order_views).where(order_views.c.order_id == order_id))


def _told(session: Session, order_id: str) -> object:
    order = find_order(session, order_id)
    assert order is not None
    return dossier_of(session, order)


def questions(service: Service, order_id: str) -> dict[str, Callable[[], object]]:
    """Everything that is asked all the time, on a page of the console, or by a sweep."""

    def placed() -> None:
        answer = service.post("/v1/cold-read-requests", json=WISH, headers=service.key())
        assert answer.status_code == 201, answer.text

    def swept(sweep: Callable[[Session, Any], int]) -> Callable[[], object]:
        return lambda: service.write(sweep, service.services)

    views = {view.name: view for view in VIEWS}
    return {
        "create": placed,
        "poll": lambda: service.read(_polled, order_id),
        "poll whose stored answer is out of date": lambda: service.read(_told, order_id),
        "limit of creates": lambda: service.write(rate.count_use, CREATE, "somebody", 10**9),
        "claim of a job": lambda: service.write(lambda session: session.rows(sa.text(CLAIM))),
        **{
            f"queue: {name}": functools.partial(service.read, queue.queue, service.settings, view)
            for name, view in views.items()
        },
        "queue: its counts": lambda: service.read(queue.counts_by_view),
        "queue: searched by address": lambda: service.read(
            queue.queue, service.settings, next(iter(views.values())), "buyer7@example.com"
        ),
        "queue: searched by page": lambda: service.read(
            queue.queue, service.settings, next(iter(views.values())), "nowhere.example"
        ),
        "newest orders": lambda: service.read(newest_orders, None, 50),
        "health and metrics": lambda: service.read(health.health, service.services),
        **{f"sweep: {name}": swept(sweep) for name, sweep in SWEEPS},
    }


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--most", type=int, default=SIZES[-1])
    given = asked.parse_args()
    sizes = [size for size in SIZES if size <= given.most]
    found: dict[str, list[Cost]] = {}
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = postgres.new_database()
        service = Service(
            url, folder, limit_create_per_hour="100000000", operator_email="operator@example.com"
        )
        stack.callback(service.close)
        admin = stack.enter_context(psycopg.connect(url, autocommit=True))
        admin.execute("SET synchronous_commit = off")
        for status, number in OPEN.items():
            for _ in range(number):
                order_id = service.order_in(status)
        admin.execute("DELETE FROM procrastinate_jobs WHERE queueing_lock IS NOT NULL")
        for size in sizes:
            began = time.perf_counter()
            grow(admin, order_id, size, service.clock.now())
            print(f"{size:,} orders after {time.perf_counter() - began:.0f} s", flush=True)
            for name, act in questions(service, order_id).items():
                found.setdefault(name, []).append(measured(service, admin, act))
                print(name, found[name][-1], flush=True)
        disk = _number(admin, "SELECT pg_database_size(current_database())") / 1e9
    rows = [
        (
            name,
            *(f"{cost.rows:,} / {cost.blocks:,} / {cost.ms:.0f}" for cost in costs),
            "grows" if costs[-1].rows > GROWS * max(50, costs[0].rows) else "",
        )
        for name, costs in found.items()
    ]
    head = ("rows read / blocks / ms", *(f"{size:,} orders" for size in sizes), "")
    results.write("Growth (PostgreSQL)", f"{results.table(head, rows)}\n\nOn disk in the end: {disk:.1f} GB.")


if __name__ == "__main__":
    main()

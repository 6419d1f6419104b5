"""What is asked again and again finds its rows by an index: closed orders may be a million, and cost nobody anything."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.operator import health, queue
from coldread.orders.operator.queue_views import VIEWS
from coldread.orders.queries import newest_orders
from coldread.worker import SWEEPS
from tests.harness.service import Service

VIEW = VIEWS[0]
#: by what stands in an address of a page only a person searches, and reads the whole table for it
ASKED: dict[str, Callable[[Session, Service], object]] = {
    "newest": lambda session, _: newest_orders(session, None, 50),
    "counts": lambda session, _: queue.counts_by_view(session),
    "address": lambda session, service: queue.queue(session, service.settings, VIEW, "anna@shop.example"),
    "health": lambda session, service: health.health(session, service.services),
    **{
        f"view {view.name}": lambda session, service, view=view: queue.queue(session, service.settings, view)  # type: ignore[misc]
        for view in VIEWS
    },
    **{
        f"sweep of {name}": lambda session, service, sweep=sweep: sweep(session, service.services)  # type: ignore[misc]
        for name, sweep in SWEEPS
    },
}
GROWING = ("orders", "order_events", "order_views", "letters")


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Any:
    """Its plans do not depend on how many rows there are."""
    service = Service(f"sqlite:///{tmp_path / 'plans.db'}", tmp_path / "data")
    yield service
    service.close()


def plans(session: Session, service: Service, ask: Callable[[Session, Service], object]) -> dict[str, str]:
    """Each SELECT that it brings about, and how its rows are found."""
    heard: list[tuple[str, Any]] = []

    def hear(_: Any, __: Any, words: str, parameters: Any, *___: Any) -> None:
        heard.append((words, parameters))

    sa.event.listen(session.connection, "before_cursor_execute", hear)
    ask(dataclasses.replace(session), service)
    sa.event.remove(session.connection, "before_cursor_execute", hear)
    return {
        words: "\n".join(
            str(row[3])
            for row in session.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {words}", parameters)
        )
        for words, parameters in heard
        if words.startswith("SELECT")
    }


def test_nothing_reads_a_growing_table_from_end_to_end(on_sqlite: Service) -> None:
    on_sqlite.order_in("delivered")
    read = {
        f"{name}: {words}": line
        for name, ask in ASKED.items()
        for words, plan in on_sqlite.write(plans, on_sqlite, ask).items()
        for line in plan.splitlines()
        if line in {f"SCAN {table}" for table in GROWING}
    }
    assert not read

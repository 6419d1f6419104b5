"""Two requests with one credential: the second ends in 409 whatever the database lets it see of the first."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from coldread.base.database.postgres import driver_url
from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.migrations import apply
from coldread.payments.accounting import ledger
from coldread.payments.tables import payment_reservations
from tests.harness import postgres
from tests.harness.service import START
from tests.payments.test_states import ENTRY, HOLDS, RICH


def test_a_second_request_that_began_before_the_first_committed_is_refused(postgres_url: str) -> None:
    """It saw no row, waited for the day's budget, and failed at the first one's reservation: an answer of 500."""
    url = postgres.emptied(postgres_url)
    apply.upgrade(url)
    engine = sa.create_engine(driver_url(url), poolclass=sa.pool.NullPool)
    begun = threading.Event()

    def open_second() -> None:
        with engine.begin() as connection:
            connection.execute(sa.text("SET application_name = 'second'"))
            begun.set()
            ledger.open_entry(Session(connection=connection, now=START), ENTRY, HOLDS[1], RICH)

    with ThreadPoolExecutor(1) as thread, engine.connect() as watching:
        with engine.begin() as connection:
            ledger.open_entry(Session(connection=connection, now=START), ENTRY, HOLDS[0], RICH)
            second = thread.submit(open_second)
            begun.wait(30)
            until_it_waits(watching)
        with pytest.raises(Problem) as refused:
            second.result(30)
        assert refused.value.type.slug == "payment-in-progress"
        assert len(watching.execute(sa.select(payment_reservations)).all()) == 1


def until_it_waits(watching: sa.Connection) -> None:
    """Until the second request waits for what the first one holds."""
    asked = sa.text(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'second' AND wait_event_type = 'Lock'"
    )
    for _ in range(100_000):
        found = watching.execute(asked).first()
        watching.rollback()
        if found is not None:
            return
    raise AssertionError("it never waited")

"""The end of a watch: its warning, its reason, and where watching has been switched off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.dates import day
from coldread.base.db import Session
from coldread.mail.tables import letters
from coldread.watches.due import forget_watch, mend_clocks, queue_due, queue_first, warn_and_end
from coldread.watches.queries import hold_watch
from coldread.watches.rules import WARNING, YEAR
from coldread.watches.run import run_watch
from coldread.watches.tables import watch_runs, watches
from tests.console.visitor import Visitor
from tests.harness.service import BASE_URL, Service
from tests.harness.website import Website
from tests.watches.watched import ANNA, letters_to, rows, run_due, runs, watch, watched

Make = Callable[..., Service]
HERE = {"Accept": "text/html", "Origin": BASE_URL}


@pytest.fixture
def off(make_service: Make, site: Website, service: Service) -> Service:
    """The same with watching switched off."""
    return make_service(scan_engine="lite", scan_allow_hosts=site.place, watch="0")


def test_the_warning_names_the_day_on_which_it_ends_also_where_nothing_ran_for_long(
    service: Service, site: Website
) -> None:
    watch_id = watched(service, site.url("/"))
    service.clock.move(YEAR + 40 * DAY)
    service.write(warn_and_end, service.services)
    (letter,) = letters_to(service)
    ends_at = watch(service, watch_id).ends_at
    assert ends_at == service.clock.at + WARNING
    assert letter["ends"] == day(ends_at, "en")


def test_a_clock_that_was_ahead_warns_and_renews_nobody(service: Service, site: Website) -> None:
    watch_id = watched(service, site.url("/"))
    right, ends_at = service.clock.at, watch(service, watch_id).ends_at
    service.clock.at = right + 2 * YEAR
    service.write(warn_and_end, service.services)
    service.clock.at = right
    assert service.write(mend_clocks, service.services) >= 2
    mended = watch(service, watch_id)
    assert (mended.warned_at, mended.ends_at) == (None, ends_at)
    service.clock.at = ends_at - WARNING
    service.write(warn_and_end, service.services)
    assert watch(service, watch_id).warned_at == service.clock.at
    assert letters_to(service)[-1]["ends"] == day(ends_at, "en")
    service.write(mend_clocks, service.services)
    assert watch(service, watch_id).warned_at == service.clock.at


def test_where_watching_is_off_nothing_is_written_and_the_year_ends_all_the_same(
    service: Service, off: Service, site: Website
) -> None:
    watch_id = watched(service, site.url("/"))
    off.clock.at = service.clock.at + YEAR - WARNING
    off.write(warn_and_end, off.services)
    assert letters_to(off) == []
    off.run(run_watch(off.services, watch_id, watch(off, watch_id).due_at))
    assert runs(off) == [], "a run that was queued before"
    off.clock.move(WARNING)
    off.write(warn_and_end, off.services)
    over = watch(off, watch_id)
    assert (over.state, over.ended_because, over.email) == ("over", "year", None)
    assert letters_to(off) == []


def test_where_watching_is_off_the_link_that_stops_a_watch_still_does(
    service: Service, off: Service, site: Website
) -> None:
    watch_id = watched(service, site.url("/"))
    shown = off.get(f"/watch/{watch_id}/stop", headers=HERE)
    assert shown.status_code == 200
    stopped = off.post(f"/watch/{watch_id}/stop", data={"List-Unsubscribe": "One-Click"})
    assert stopped.status_code == 200
    assert f'href="/watch/{watch_id}"' not in stopped.text, "there is no history to lead to"
    assert watch(off, watch_id).state == "over"


def test_nobody_is_told_that_the_owner_wants_no_letters_where_the_operator_stopped_it(
    service: Service, site: Website
) -> None:
    watch_id = watched(service, site.url("/"))
    berit = Visitor(service).sign_in()
    berit.see("/console/watches")
    assert "stopped by us" in berit.send(f"/{watch_id}/stop")
    shown = service.get(f"/watch/{watch_id}?lang=en", headers=HERE).text
    assert "We have ended this watch" in shown
    assert service.get(f"/v1/watches/{watch_id}").json()["ended_because"] == "operator"


def test_a_run_that_is_being_stored_while_its_watch_is_forgotten_leaves_nothing(
    service: Service, site: Website
) -> None:
    watch_id = watched(service, site.url("/"))

    async def both() -> None:
        held = asyncio.Event()

        def store_run(session: Session) -> None:
            hold_watch(session, watch_id)
            held.set()
            _wait_a_little(session)
            values = {"watch_id": watch_id, "number": 1, "due_at": 1, "at": session.now}
            session.run(sa.insert(watch_runs), values)

        storing = asyncio.create_task(service.services.db.write(store_run))
        await held.wait()
        await service.services.db.write(forget_watch, watch_id)
        await storing

    service.run(both())
    assert rows(service, watch_runs) == rows(service, watches) == []


def test_a_sweep_passes_over_a_watch_that_somebody_holds(service: Service, site: Website) -> None:
    first = watched(service, site.url("/"))
    second = watched(service, site.url("/b"), "eva@shop.example")

    async def both() -> int:
        held = asyncio.Event()

        def confirm_second(session: Session) -> None:
            hold_watch(session, second)
            held.set()
            _wait_a_little(session)
            queue_first(session, second)  # takes a turn at the host of both

        confirming = asyncio.create_task(service.services.db.write(confirm_second))
        await held.wait()
        queued = await service.services.db.write(queue_due, service.services)
        await confirming
        return queued

    assert service.run(both()) == 1
    assert min(watch(service, first).queued_until, watch(service, second).queued_until) > 0


def _wait_a_little(session: Session) -> None:
    """Hold what is locked while another transaction comes; on SQLite none can."""
    if session.is_postgres:
        session.run(sa.text("SELECT pg_sleep(0.5)"))


def test_a_letter_to_a_watch_that_waits_is_dropped_when_its_year_ends(
    service: Service, site: Website
) -> None:
    watched(service, site.url("/"))
    run_due(service)
    service.clock.move(YEAR - WARNING)
    service.write(warn_and_end, service.services)
    assert len(letters_to(service, ANNA)) == 1
    service.clock.move(WARNING)
    service.write(warn_and_end, service.services)
    assert rows(service, letters) == []

"""What a look of a watch takes for the page, what it costs, and when the next one comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.base.db import Session
from coldread.guard import rate
from coldread.guard.limits import WATCH_RUNS
from coldread.jobs.defer import live_keys
from coldread.scanner.judge.summary_facts import no_notes
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.scanner import EngineUnavailable, ScanCutOff
from coldread.scanner.stored_record import RECORD_NAME
from coldread.scans.store import ScanOutcome, fresh_scan, store_outcome
from coldread.watches import run as running
from coldread.watches.rules import MOST_SECOND_LOOKS, SECOND_LOOK
from coldread.watches.run import LookOutcome, begin_run, finish_run
from coldread.watches.tables import watch_runs, watches
from tests.harness.fake_model import FakeModel, openai_reply
from tests.harness.service import Service
from tests.harness.website import Website
from tests.watches.watched import (
    letters_to,
    next_run_of,
    run_due,
    runs,
    shop,
    told,
    until_due,
    watch,
    watched,
)

Make = Callable[..., Service]
WALL = "<!doctype html><html lang=en><title>Just a moment...</title><h1>Just a moment...</h1>"


@pytest.fixture
def service(make_service: Make, site: Website) -> Service:
    return make_service(scan_engine="lite", scan_allow_hosts=site.place, scan_limit_url="0")


def free_scan(service: Service, url: str) -> dict[str, Any]:
    answer = service.post("/v1/scan", json={"url": url, "primary_goal": "paid_signup", "language": "en"})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def looks_of_today(service: Service) -> int:
    def used(session: Session) -> int:
        usage = rate.usage_of(session, WATCH_RUNS, "", WATCH_RUNS.most(service.settings))
        assert usage is not None
        return usage.used

    found: int = service.read(used)
    return found


def test_a_free_scan_that_saw_a_wall_is_not_what_later_looks_are_compared_with(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    pages["/"] = WALL
    free_scan(service, site.url("/"))
    pages["/"] = shop()
    watch_id = watched(service, site.url("/"))
    run_due(service)
    for _ in range(3):
        next_run_of(service, watch_id)
    assert letters_to(service) == [], "nothing has changed on the page"


def test_a_free_scan_that_saw_a_wall_does_not_say_that_the_page_is_back(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    del pages["/"]
    next_run_of(service, watch_id)
    pages["/"] = WALL
    until_due(service, watch_id)
    service.clock.move(MINUTE)
    free_scan(service, site.url("/"))
    service.clock.move(MINUTE)
    assert next_run_of(service, watch_id).failures == 2
    (letter,) = letters_to(service)
    assert letter["subject"].startswith("We cannot open the page")
    assert letter["changes"] == [
        "We could not see the page, twice in a row: the page showed a wall against robots."
    ]
    assert "let Coldread past the wall" in letter["first"]


def test_a_recent_scan_that_saw_the_page_is_shared(service: Service, site: Website) -> None:
    free_scan(service, site.url("/"))
    watched(service, site.url("/"))
    run_due(service)
    assert site.visits["/"] == 1
    assert looks_of_today(service) == 0


def test_a_scan_that_a_clock_ahead_has_stored_hides_no_change(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    right = service.clock.at
    service.clock.at = right + 3 * DAY
    run_due(service)
    service.clock.at = right + HOUR

    def due_now(session: Session) -> None:
        session.run(sa.update(watches).values(due_at=session.now))

    service.write(due_now)
    pages["/"] = shop("Stale bread")
    run_due(service)
    assert [change.kind for change in told(service)] == ["changed"]
    assert runs(service)[0].session_id != runs(service)[1].session_id
    assert watch(service, watch_id).runs == 2


def test_a_page_that_is_different_each_time_gets_two_second_looks_and_then_its_rhythm(
    service: Service, site: Website, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "wants_second_look", lambda *_: True)
    watch_id = watched(service, site.url("/"))
    run_due(service)
    gaps = []
    for _ in range(2 * (MOST_SECOND_LOOKS + 1)):
        before = service.clock.at
        next_run_of(service, watch_id)
        gaps.append(service.clock.at - before)
    soon = [gap == SECOND_LOOK for gap in gaps]
    assert soon == [True, True, False, True, True, False]


def test_a_page_that_costs_too_much_is_a_page_that_could_not_be_seen(
    service: Service, site: Website, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cut_off(*_: Any, **__: Any) -> None:
        raise ScanCutOff("The page could not be worked on.")

    watch_id = watched(service, site.url("/"))
    monkeypatch.setattr(service.services.scanner, "scan", cut_off)
    run_due(service)
    for number in range(2, 6):
        assert watch(service, watch_id).failures == number - 1
        next_run_of(service, watch_id)
    assert {run.fault for run in runs(service)} == {"too_much_time"}
    assert watch(service, watch_id).ended_because == "failed"
    assert len(runs(service)) == 5, "one look each time"


def test_trouble_of_ours_gives_the_day_its_look_back_and_has_six_hours_from_the_first_try(
    service: Service, site: Website, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_engine(*_: Any, **__: Any) -> None:
        raise EngineUnavailable("no browser")

    watch_id = watched(service, site.url("/"))
    service.clock.move(9 * HOUR)  # nothing ran: the service was away
    with monkeypatch.context() as patched:
        patched.setattr(service.services.scanner, "scan", no_engine)
        for _ in range(11):
            run_due(service)
            service.clock.move(30 * MINUTE)
        assert runs(service) == []
        assert looks_of_today(service) == 0
        service.clock.move(HOUR)
        run_due(service)
    assert [run.fault for run in runs(service)] == ["not_looked"]
    assert watch(service, watch_id).tried_at is None
    next_run_of(service, watch_id)
    assert [run.fault for run in runs(service)] == ["not_looked", None]
    assert looks_of_today(service) == 1


def test_a_model_reads_no_look_of_a_watch_and_whoever_scans_the_page_gets_a_reading(
    make_service: Make, site: Website
) -> None:
    page = {
        "model_notes": no_notes(),
        "report_md": "",
        "chat_summary": "",
        "lead_qualified": False,
        "caveats": [],
        "scores": {"overall": 60, "rubric_version": RUBRIC_VERSION},
        "findings": {"items": [], "not_measured": []},
    }
    pictures = {RECORD_NAME: b"record"}
    seen = ScanOutcome(source="pipeline", page=page, observations_hash="0" * 64, pictures=pictures)

    def keys(session: Session) -> list[str]:
        return [key for key in live_keys(session) if key.startswith("second-reading")]

    with FakeModel(lambda _: openai_reply({})) as model:
        service = make_service(scan_allow_hosts=site.place, **model.settings())
        first, second = [watched(service, site.url("/"), f"{name}@shop.example") for name in ("anna", "eva")]
        due = service.write(begin_run, service.services, first, watch(service, first).due_at)
        service.write(finish_run, service.services, due, LookOutcome(found=seen))
        assert service.read(keys) == []
        other = service.write(begin_run, service.services, second, watch(service, second).due_at)
        assert other.shared is not None, "one look serves both"
        wanted = due.request
        assert service.read(fresh_scan, service.settings, wanted) is None
        service.write(store_outcome, service.services, wanted, seen, "x" * 22)
        assert len(service.read(keys)) == 1
        assert service.read(fresh_scan, service.settings, wanted)["session_id"] == "x" * 22


def test_each_look_keeps_what_it_showed(service: Service, site: Website, pages: dict[str, str]) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    next_run_of(service, watch_id)
    pages["/"] = shop("Stale bread")
    next_run_of(service, watch_id)
    del pages["/"]
    next_run_of(service, watch_id)
    assert [run.outcome for run in runs(service)] == ["first", "quiet", "changed", "down"]


def test_the_history_does_not_say_that_nothing_changed_where_a_look_could_not_tell(
    service: Service, site: Website
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    next_run_of(service, watch_id)
    shown = service.get(f"/watch/{watch_id}", headers={"Accept": "text/html"}).text
    assert ("Nothing that matters" in shown, "Could not be compared" in shown) == (True, False)

    def unclear(session: Session) -> None:
        session.run(sa.update(watch_runs).where(watch_runs.c.number == 2).values(outcome="unclear"))

    service.write(unclear)
    shown = service.get(f"/watch/{watch_id}", headers={"Accept": "text/html"}).text
    assert ("Nothing that matters" in shown, "Could not be compared" in shown) == (False, True)


def test_control_characters_of_a_page_reach_no_letter(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    pages["/"] = shop("Stale \u202ebread\u2066 \x1b[31mhere")
    next_run_of(service, watch_id)
    (letter,) = letters_to(service)
    assert "Stale bread" in letter["changes"][0]
    assert not set("".join(letter["changes"])) & set("\u202e\u2066\x1b")

"""From the wish to the end: links, limits, runs, letters, on both databases with real pages."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

import pytest

from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.base.problems import InvalidInput, Problem
from coldread.jobs.defer import live_keys
from coldread.privacy.scans import drop_pictures, forget_scans
from coldread.scans.tables import scans
from coldread.watches import run as running
from coldread.watches.ask import confirm, find_asked, refuse_letters, renew, stop
from coldread.watches.due import forget_watches, mend_clocks, queue_due, warn_and_end
from coldread.watches.rules import LINK, SECOND_LOOK, WARNING, YEAR, Rhythm, WatchState
from coldread.watches.run import begin_run, finish_run, look, run_watch
from coldread.watches.tables import watches
from tests.harness.service import Service
from tests.harness.website import Website
from tests.watches.watched import (
    asked,
    letters_to,
    next_run_of,
    rows,
    run_due,
    runs,
    shop,
    token_of,
    told,
    until_due,
    watch,
    watched,
)

Make = Callable[..., Service]


def test_nothing_is_looked_at_before_the_letter_s_link_is_used_and_it_works_once(
    service: Service, site: Website
) -> None:
    watch_id = asked(service, site.url("/"))
    assert run_due(service) == 0
    token = token_of(service)
    (row,) = rows(service, watches)
    assert token not in str(row), "stored hashed"
    assert service.read(find_asked, token).id == watch_id
    assert service.read(find_asked, token) is not None, "looking uses nothing up"
    assert service.write(confirm, service.settings, token).watch_id == watch_id
    assert service.write(confirm, service.settings, token).watch_id is None
    assert run_due(service) == 1
    assert [run.number for run in runs(service)] == [1]
    assert letters_to(service) == [], "the letter with the link is deleted, and a first look tells nothing"


def test_a_link_of_yesterday_s_yesterday_confirms_nothing_and_the_wish_is_deleted(
    service: Service, site: Website
) -> None:
    asked(service, site.url("/"))
    token = token_of(service)
    service.clock.move(LINK)
    assert service.write(confirm, service.settings, token).watch_id is None
    assert service.write(forget_watches, service.services) == 1
    assert rows(service, watches) == []
    assert letters_to(service) == []


def test_a_change_is_told_once_with_the_first_thing_to_do(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    next_run_of(service, watch_id)
    assert letters_to(service) == []
    pages["/"] = shop("Stale bread at your door", price="299 kr")
    next_run_of(service, watch_id)
    (letter,) = letters_to(service)
    assert letter["changes"][:2] == [
        "The headline changed from “Fresh bread at your door” to “Stale bread at your door”.",
        "The prices changed from 199 kr a month to 299 kr a month.",
    ]
    assert letter["first"] == "Check that somebody meant to change it."
    assert letter["subject"].startswith("The headline has changed")
    for _ in range(3):
        next_run_of(service, watch_id)
    assert len(letters_to(service)) == len(told(service)) == 1
    assert [run.number for run in runs(service)] == [1, 2, 3, 4, 5, 6]


def test_a_page_that_is_gone_is_told_the_second_time_and_stops_the_watch_the_fifth(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    gone = pages.pop("/")
    before = watch(service, watch_id).due_at
    after = next_run_of(service, watch_id)
    assert (after.failures, after.due_at) == (1, before + SECOND_LOOK), "looked at again soon"
    assert letters_to(service) == []
    next_run_of(service, watch_id)
    (letter,) = letters_to(service)
    assert letter["changes"] == [
        "We could not see the page, twice in a row: the server answered with error 404."
    ]
    pages["/"] = gone
    assert next_run_of(service, watch_id).failures == 0
    del pages["/"]
    for _ in range(5):
        next_run_of(service, watch_id)
    over = watch(service, watch_id)
    assert (over.state, over.ended_because, over.email, over.due_at) == ("over", "failed", None, None)
    kinds = [letter["kind"] for letter in letters_to(service)]
    assert kinds == ["watch_changed", "watch_changed", "watch_stopped"]
    service.clock.move(30 * DAY)
    assert run_due(service) == 0


def test_of_two_workers_with_one_run_one_does_it_and_a_killed_one_has_done_nothing(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    pages["/"] = shop("Stale bread")
    until_due(service, watch_id)
    due_at = watch(service, watch_id).due_at

    def half() -> tuple[Any, Any]:
        due = service.write(begin_run, service.services, watch_id, due_at)
        return due, service.run(look(service.services, due))

    first, second = half(), half()  # a third that was killed here would have left nothing
    assert len(runs(service)) == 1
    service.write(finish_run, service.services, *first)
    service.write(finish_run, service.services, *second)
    service.run(run_watch(service.services, watch_id, due_at))
    assert len(runs(service)) == 2
    assert len(letters_to(service)) == len(told(service)) == 1


def test_one_watch_of_a_page_for_an_address_and_ten_of_a_mailbox_however_it_is_written(
    service: Service, site: Website
) -> None:
    first = watched(service, site.url("/"), "anna.berg@gmail.com")
    again = watched(service, site.url("/"), "Anna.Berg@gmail.com", rhythm=Rhythm.WEEKLY)
    assert again == first
    assert watch(service, first).rhythm == "weekly"
    for number in range(9):
        watched(service, site.url(f"/{number}"), "annaberg@gmail.com")
    asked(service, site.url("/more"), "annaberg+more@gmail.com")
    answer = service.write(confirm, service.settings, token_of(service, "annaberg+more@gmail.com"))
    assert (answer.watch_id, answer.full, len(answer.others)) == (None, "mailbox", 0)
    service.write(stop, first)
    answer = service.write(confirm, service.settings, token_of(service, "annaberg+more@gmail.com"))
    assert answer.watch_id is not None


def test_a_mailbox_gets_few_letters_and_the_answer_is_the_same(make_service: Make, site: Website) -> None:
    service = make_service(scan_allow_hosts=site.place, limit_watches_per_hour="2")
    for number in range(4):
        asked(service, site.url(f"/{number}"), f"anna+{number}@gmail.com")
    sent = [letters_to(service, f"anna+{number}@gmail.com") for number in range(4)]
    assert [len(each) for each in sent] == [1, 1, 0, 0]
    assert len(rows(service, watches)) == 4


def test_one_client_asks_for_few_watches(make_service: Make, site: Website) -> None:
    service = make_service(scan_allow_hosts=site.place, limit_watches_ip_per_hour="3")
    for number in range(2):
        asked(service, site.url(f"/{number}"))
    asked(service, site.url("/2"))
    with pytest.raises(Problem) as refused:
        asked(service, site.url("/3"))
    assert (refused.value.type.slug, refused.value.members["limit_scope"]) == ("rate-limited", "ip")
    assert len(rows(service, watches)) == 3


def test_a_host_has_at_most_so_many_watches(make_service: Make, site: Website) -> None:
    service = make_service(scan_allow_hosts=site.place, watches_per_host="1")
    watched(service, site.url("/"))
    asked(service, site.url("/b"), "eva@shop.example")
    answer = service.write(confirm, service.settings, token_of(service, "eva@shop.example"))
    assert (answer.watch_id, answer.full) == (None, "host")


@pytest.mark.parametrize(
    "url", ["http://10.0.0.1/", "http://169.254.169.254/latest", "https://coldread.test/"]
)
def test_an_address_that_would_never_be_looked_at_is_refused_at_once(service: Service, url: str) -> None:
    with pytest.raises(InvalidInput):
        asked(service, url)


def test_a_mailbox_that_complains_gets_no_letter_and_its_watches_end(service: Service, site: Website) -> None:
    watch_id = watched(service, site.url("/"))
    assert service.write(refuse_letters, "Anna+x@shop.example") == 0, "perhaps another person's"
    assert service.write(refuse_letters, "Anna@shop.example") == 1
    assert watch(service, watch_id).ended_because == "refused"
    asked(service, site.url("/b"))
    asked(service, site.url("/b"), "anna+y@shop.example")
    assert letters_to(service) == letters_to(service, "anna+y@shop.example") == []
    service.clock.move(YEAR)
    asked(service, site.url("/b"))
    assert len(letters_to(service)) == 1


def test_a_stopped_watch_has_no_letters_and_no_address_and_is_gone_after_a_month(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    pages["/"] = shop("Stale bread")
    next_run_of(service, watch_id)
    assert len(letters_to(service)) == 1
    assert service.write(stop, watch_id)
    assert service.write(stop, watch_id), "a second time does no harm"
    assert letters_to(service) == [], "a letter that waits is not sent"
    assert watch(service, watch_id).email is None
    service.clock.move(10 * DAY)
    assert run_due(service) == 0
    service.clock.move(20 * DAY)
    service.write(forget_watches, service.services)
    assert watch(service, watch_id) is None
    assert runs(service) == told(service) == []


def test_a_year_ends_with_a_letter_before_it_and_a_renewal_is_another_year(
    service: Service, site: Website
) -> None:
    renewed, ended = watched(service, site.url("/")), watched(service, site.url("/b"), "eva@shop.example")
    service.clock.move(YEAR - WARNING - HOUR)
    service.write(warn_and_end, service.services)
    assert letters_to(service) == []
    service.clock.move(2 * HOUR)
    for _ in range(3):
        service.write(warn_and_end, service.services)
    assert [letter["kind"] for letter in letters_to(service)] == ["watch_ends"]
    assert service.write(renew, renewed)
    service.clock.move(WARNING)
    service.write(warn_and_end, service.services)
    assert (watch(service, renewed).state, watch(service, ended).state) == (WatchState.ON, WatchState.OVER)
    assert watch(service, ended).ended_because == "year"
    assert not service.write(renew, ended)


def test_who_was_not_told_in_time_keeps_two_weeks(service: Service, site: Website) -> None:
    watch_id = watched(service, site.url("/"))
    service.clock.move(YEAR + 40 * DAY)  # nothing ran for a while
    service.write(warn_and_end, service.services)
    assert watch(service, watch_id).state == WatchState.ON
    service.clock.move(WARNING)
    service.write(warn_and_end, service.services)
    assert watch(service, watch_id).state == WatchState.OVER


def test_a_day_s_looks_are_limited_and_what_is_due_waits(make_service: Make, site: Website) -> None:
    service = make_service(scan_engine="lite", scan_allow_hosts=site.place, watch_runs_per_day="2")
    for number in range(3):
        watched(service, site.url("/" if number == 0 else f"/b?{number}"), f"{number}@shop.example")
    run_due(service)
    assert len(runs(service)) == 2
    service.clock.at += DAY - service.clock.at % DAY
    run_due(service)
    assert len({run.watch_id for run in runs(service)}) == 3


def test_one_look_serves_all_watches_of_a_page_and_a_second_look_is_its_own(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    for number in range(5):
        watched(service, site.url("/"), f"{number}@shop.example")
    run_due(service)
    assert len(runs(service)) == 5
    assert site.visits["/"] == 1


def test_a_host_s_looks_follow_each_other_with_a_gap_and_are_queued_once(
    service: Service, site: Website
) -> None:
    for number in range(6):
        watched(service, site.url(f"/b?{number}"), f"{number}@shop.example")
    assert service.write(queue_due, service.services) == 6
    assert service.write(queue_due, service.services) == 0
    assert len(service.read(live_keys)) == 6
    until = sorted(row.queued_until for row in rows(service, watches))
    assert {later - earlier for earlier, later in itertools.pairwise(until)} == {20_000_000}


def test_a_run_that_is_lost_is_queued_again(service: Service, site: Website) -> None:
    watched(service, site.url("/"))
    assert service.write(queue_due, service.services) == 1

    def lose(session: Any) -> None:
        from coldread.jobs.defer import drop_jobs
        from coldread.watches.due import RUN

        drop_jobs(session, RUN, sorted(key for key in live_keys(session) if key.startswith("watch/")))

    service.write(lose)
    service.clock.move(HOUR)
    assert service.write(queue_due, service.services) == 0
    service.clock.move(2 * HOUR)
    assert service.write(queue_due, service.services) == 1


def test_a_clock_that_was_ahead_for_a_while_holds_no_watch_back(service: Service, site: Website) -> None:
    watch_id = watched(service, site.url("/"))
    right = service.clock.at
    service.clock.at = right + 90 * DAY
    run_due(service)
    service.clock.at = right + HOUR
    assert service.write(mend_clocks, service.services) == 1
    assert watch(service, watch_id).due_at < right + 2 * DAY
    next_run_of(service, watch_id)
    assert [run.number for run in runs(service)] == [1, 2]


def test_trouble_of_ours_is_not_the_page_s(
    service: Service, site: Website, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_id = watched(service, site.url("/"))
    due_at = watch(service, watch_id).due_at

    async def broken(*_: Any) -> None:
        raise RuntimeError("a bug of ours")

    with monkeypatch.context() as patched:
        patched.setattr(running, "look", broken)
        run_due(service)
        put_off = watch(service, watch_id)
        assert (put_off.due_at, put_off.failures) == (due_at, 0)
        assert runs(service) == []
        service.clock.move(6 * HOUR)
        run_due(service)
    noted = watch(service, watch_id)
    assert noted.failures == 0
    assert noted.due_at > service.clock.at
    assert [run.fault for run in runs(service)] == ["not_looked"]
    assert letters_to(service) == []


def test_the_scans_of_a_watch_are_kept_as_long_as_it_and_the_pictures_that_show_something(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    for number in range(5):
        pages["/"] = shop("Stale bread" if number > 2 else "Fresh bread at your door")
        next_run_of(service, watch_id)
    service.clock.move(400 * DAY)
    for _ in range(2):
        service.write(drop_pictures, service.services)
        service.write(forget_scans, service.services)
    ids = [run.session_id for run in runs(service)]
    kept = {row.session_id: row.pictures != "{}" for row in rows(service, scans)}
    assert [kept[session_id] for session_id in ids] == [True, False, False, True, True, True]
    service.write(stop, watch_id)
    service.clock.move(30 * DAY)
    service.write(forget_watches, service.services)
    service.write(drop_pictures, service.services)
    service.write(forget_scans, service.services)
    assert rows(service, scans) == []


def test_of_two_links_pressed_at_once_for_the_last_place_one_gets_it(service: Service, site: Website) -> None:
    for number in range(9):
        watched(service, site.url(f"/{number}"))
    tokens = []
    for number in (10, 11):
        asked(service, site.url(f"/{number}"))
        tokens.append(token_of(service))

    async def both() -> list[Any]:
        return await asyncio.gather(
            *(service.services.db.write(confirm, service.settings, token) for token in tokens)
        )

    answers = service.run(both())
    assert sorted(bool(answer.watch_id) for answer in answers) == [False, True]


def test_nothing_is_queued_where_watching_is_off(make_service: Make, site: Website) -> None:
    service = make_service(scan_engine="lite", scan_allow_hosts=site.place)
    watched(service, site.url("/"))
    off = make_service(scan_engine="lite", scan_allow_hosts=site.place, watch="0")
    off.clock.at = service.clock.at + MINUTE
    assert off.write(queue_due, off.services) == 0
    assert service.write(queue_due, service.services) == 1

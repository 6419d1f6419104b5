"""Whose a watch is: the address itself decides, and nothing of it is left once the watch is over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import MINUTE
from coldread.base.db import Session
from coldread.guard.mailbox import address_hash
from coldread.mail.jobs import send
from coldread.mail.tables import letters
from coldread.orders.push.register import MOST, Receiver
from coldread.orders.tables import order_webhooks
from coldread.privacy.erase import erase_again, erase_person
from coldread.privacy.export import export_person
from coldread.privacy.preview import watches_to_erase
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.watches.ask import ask_watch, confirm, refuse_asked, stop
from coldread.watches.rules import Rhythm
from coldread.watches.tables import watches
from coldread.watches.wanted import Wanted
from tests.harness.service import Service
from tests.harness.website import Website
from tests.watches.watched import (
    ANNA,
    asked,
    next_run_of,
    rows,
    run_due,
    shop,
    token_of,
    watch,
    watched,
)

Make = Callable[..., Service]


def send_all(service: Service) -> int:
    """Send every letter that waits; how many."""
    waiting = [row for row in rows(service, letters) if row.sent_at is None]
    for row in waiting:
        service.run(send(service.services, row.id, row.message_id))
    return len(waiting)


def names_anna(service: Service) -> bool:
    """Whether her address is in a row of a watch or a letter."""
    found = [*rows(service, watches), *rows(service, letters)]
    return any(ANNA in str(value).lower() for row in found for value in row._mapping.values())


def changed(service: Service, site: Website, pages: dict[str, str]) -> str:
    """A watch that told something, its letters sent; its id."""
    watch_id = watched(service, site.url("/"))
    send_all(service)
    run_due(service)
    pages["/"] = shop("Stale bread")
    next_run_of(service, watch_id)
    assert send_all(service) == 1
    return watch_id


def test_a_stopped_watch_leaves_no_address_in_the_letters_that_were_sent(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = changed(service, site, pages)
    assert names_anna(service), "as long as it is on"
    service.write(stop, watch_id)
    assert not names_anna(service)


def test_the_letter_that_it_has_stopped_loses_the_address_once_it_is_sent(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = changed(service, site, pages)
    del pages["/"]
    for _ in range(5):
        next_run_of(service, watch_id)
    assert watch(service, watch_id).ended_because == "failed"
    assert names_anna(service), "two letters wait"
    assert send_all(service) == 2
    assert not names_anna(service)


@pytest.mark.parametrize("again", [False, True], ids=["erased", "erased again after a restore"])
def test_a_person_finds_and_erases_a_watch_that_has_stopped(
    service: Service, site: Website, pages: dict[str, str], tmp_path: Path, again: bool
) -> None:
    service.write(stop, changed(service, site, pages))
    watched(service, site.url("/b"), "eva@shop.example")
    files = list(tmp_path.rglob("watch_changed*.eml"))
    assert len(files) == 1
    assert len(service.read(watches_to_erase, ANNA.upper())) == 1
    (found,) = service.write(export_person, service.services, ANNA)["watches"]
    assert (found["state"], len(found["runs"]), len(found["letters"])) == ("over", 2, 1)
    if again:
        erased = service.write(erase_again, service.services, frozenset({address_hash(ANNA)}))
    else:
        erased = service.write(erase_person, service.services, ANNA, "system")
    assert erased.watches == 1
    assert [row.email for row in rows(service, watches)] == ["eva@shop.example"]
    assert not files[0].exists()


def test_two_addresses_that_count_as_one_mailbox_have_watches_of_their_own(
    service: Service, site: Website
) -> None:
    anna = watched(service, site.url("/"), "anna@shop.example")
    other = watched(service, site.url("/"), "anna+x@shop.example")
    assert other != anna
    assert watch(service, anna).rhythm == "daily"
    again = watched(service, site.url("/"), "Anna@Shop.example", rhythm=Rhythm.WEEKLY)
    assert again == anna
    assert watch(service, anna).rhythm == "weekly"
    for number in range(8):
        watched(service, site.url(f"/{number}"), "anna+x@shop.example")
    asked(service, site.url("/more"), "anna@shop.example")
    full = service.write(confirm, service.settings, token_of(service, "anna@shop.example"))
    assert (full.full, [row.id for row in full.others]) == ("mailbox", [anna]), "counted by mailbox"
    asked(service, site.url("/even-more"), "anna@shop.example")
    assert service.write(refuse_asked, token_of(service, "anna@shop.example"))
    over = [row.email for row in rows(service, watches) if row.state == "over"]
    assert watch(service, anna).ended_because == "refused"
    assert watch(service, other).state == "on", "the other's watches go on"
    assert set(over) == {None}


def test_a_wish_for_a_watched_page_brings_its_receivers_and_its_rhythm(
    service: Service, site: Website
) -> None:
    def wish(hook: str, rhythm: Rhythm = Rhythm.DAILY) -> Any:
        service.clock.move(MINUTE)  # the oldest receiver gives way
        brief = Brief(goal=PrimaryGoal.PAID_SIGNUP)
        receiver = Receiver(url=hook, secret="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        wanted = Wanted(
            url=site.url("/"), brief=brief, email=ANNA, rhythm=rhythm, client="1.2.3.4", receiver=receiver
        )
        service.write(ask_watch, service.settings, wanted)
        return service.write(confirm, service.settings, token_of(service))

    first = wish("https://a.example/", Rhythm.WEEKLY)
    assert not first.is_double
    run_due(service)
    late = watch(service, first.watch_id).due_at
    second = wish("https://b.example/")
    assert (second.watch_id, second.is_double) == (first.watch_id, True)
    assert watch(service, first.watch_id).due_at <= late
    for hook in ("https://a.example/", *(f"https://{number}.example/" for number in range(4))):
        wish(hook)
    hooks = rows(service, order_webhooks)
    assert {row.subject for row in hooks} == {first.watch_id}
    assert len(hooks) == MOST
    assert sorted(row.url[8] for row in hooks) == ["0", "1", "2", "3", "a"]


def test_the_page_says_that_goal_audience_and_language_stay(service: Service, site: Website) -> None:
    watch_id = watched(service, site.url("/"))
    asked(service, site.url("/"))
    headers = {"Accept": "text/html", "Origin": "https://coldread.test"}
    answer = service.post(f"/watch/in/{token_of(service)}", data={"go": "1"}, headers=headers)
    assert answer.headers["location"] == f"/watch/{watch_id}?double=1"
    shown = service.get(answer.headers["location"], headers=headers).text
    assert "goal, audience and language are as before" in shown
    assert "are as before" not in service.get(f"/watch/{watch_id}", headers=headers).text


def spellings(site: Website) -> tuple[str, str]:
    """Two more of the site's address."""
    port = site.place.partition(":")[2]
    return f"http://127.1:{port}/", f"http://2130706433:{port}/"


def test_a_host_is_counted_however_it_is_written(make_service: Make, site: Website) -> None:
    service = make_service(scan_engine="lite", scan_allow_hosts=site.place, watches_per_host="1")
    first = watched(service, site.url("/"))
    for number, url in enumerate(spellings(site)):
        asked(service, url, f"{number}@other.example")
        answer = service.write(confirm, service.settings, token_of(service, f"{number}@other.example"))
        assert (answer.watch_id, answer.full) == (None, "host")
    assert watched(service, spellings(site)[0]) == first, "one page"


def test_who_only_asks_does_not_use_up_a_host_s_day(make_service: Make, site: Website) -> None:
    service = make_service(
        scan_allow_hosts=site.place,
        limit_watches_host_per_day="1",
        limit_watches_ip_per_hour="0",
        limit_watches_per_hour="0",
        limit_watches_domain_per_hour="0",
    )
    for number in range(5):
        asked(service, site.url(f"/{number}"), "mallory@shop.example")
    watched(service, site.url("/"), "eva@shop.example")
    asked(service, site.url("/b"), "ulf@shop.example")
    token = token_of(service, "ulf@shop.example")
    full = service.write(confirm, service.settings, token)
    assert (full.watch_id, full.full) == (None, "host_today")
    page = service.post(f"/watch/in/{token}", data={"go": "1"}, headers={"Origin": "https://coldread.test"})
    assert page.status_code == 409
    assert "press again tomorrow" in page.text
    service.clock.move(24 * 3600 * 1_000_000)
    assert service.write(confirm, service.settings, token).watch_id is not None


def test_the_owner_of_a_stopped_watch_is_found_by_a_hash_alone(service: Service, site: Website) -> None:
    watch_id = watched(service, site.url("/"))
    service.write(stop, watch_id)

    def read(session: Session) -> Any:
        return session.row(sa.select(watches.c.email, watches.c.address_hash))

    row = service.read(read)
    assert (row.email, row.address_hash) == (None, address_hash(ANNA))

"""Days on which a watched page or a mailbox behaves oddly: what the owner is told, and that the watch goes on."""

from __future__ import annotations

import itertools
import socket
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.egress.connector import Connector
from coldread.mail.jobs import send
from coldread.mail.tables import letters
from coldread.watches.due import HOST_AT_ONCE, queue_due
from coldread.watches.rules import HOST_GAP, RUN_LOST, WatchState
from coldread.watches.tables import watches
from tests.harness.mailbox import Mailbox
from tests.harness.service import Service
from tests.harness.website import Website
from tests.watches.watched import (
    letters_to,
    next_run_of,
    rows,
    run_due,
    runs,
    shop,
    watch,
    watched,
)

Make = Callable[..., Service]
LOGIN = (
    "<!doctype html><html lang=en><title>Log in</title><meta name=viewport content=width=device-width><h1>Log in</h1>"
    "<form action=/in method=post><label>E-mail <input type=email name=e></label>"
    "<label>Password <input type=password name=p></label><button>Log in</button></form>"
)


def test_a_page_grown_to_ten_megabytes_is_told_once_with_the_reason_and_comes_back_in_silence(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    small = pages["/"]
    pages["/"] = small.replace("</a>", "</a>" + "<p>Much more bread.</p>" * 500_000, 1)
    assert len(pages["/"]) > 10_000_000
    for _ in range(3):
        next_run_of(service, watch_id)
    assert [run.fault for run in runs(service)] == [None, *["too_large"] * 3]
    pages["/"] = small
    for _ in range(2):
        next_run_of(service, watch_id)
    assert watch(service, watch_id).state == WatchState.ON
    (letter,) = letters_to(service)
    assert letter["changes"] == [
        "We could not see the page, twice in a row: it is larger than any page should be, so no more of it was read."
    ]


def test_a_page_that_asks_for_a_login_instead_is_told_once(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    pages["/"] = LOGIN
    for _ in range(4):
        next_run_of(service, watch_id)
    (letter,) = letters_to(service, kind="watch_changed")
    (sentence,) = letter["changes"]
    assert sentence.startswith("The address shows another page, twice in a row: “Log in”")
    assert "“Bread at your door”" in sentence


def test_a_page_that_leads_to_another_is_told_by_what_stands_there(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    site.moved["/"] = "/b"
    for _ in range(3):
        next_run_of(service, watch_id)
    (letter,) = letters_to(service)
    assert letter["changes"][0] == "The headline changed from “Fresh bread at your door” to “Rye bread”."


def test_a_page_that_leads_inside_is_gone_and_nobody_goes_there(service: Service, site: Website) -> None:
    watch_id = watched(service, site.url("/"))
    run_due(service)
    site.moved["/"] = "http://10.0.0.1/"
    for _ in range(2):
        next_run_of(service, watch_id)
    assert [run.fault for run in runs(service)] == [None, "address_refused", "address_refused"]
    (letter,) = letters_to(service)
    assert letter["changes"][0].startswith("We could not see the page, twice in a row")


def test_a_name_that_leads_inside_later_is_refused_at_each_look(
    service: Service, site: Website, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = {"bakery.example.com": "93.184.215.14"}
    tried = []

    def lookup(host: str, *_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (addresses[host], 0))]

    async def connect(door: Connector, host: str, port: int, opener: Callable[[str, int], Any]) -> Any:
        """The Internet: the site answers at its public address."""

        async def at_site(address: str, port: int) -> Any:
            tried.append(address)
            return await opener("127.0.0.1", int(site.place.partition(":")[2]))

        return await to_checked_address(door, host, port, at_site)

    to_checked_address = Connector.connect
    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(Connector, "connect", connect)
    watch_id = watched(service, "http://bakery.example.com/")
    run_due(service)
    assert [run.fault for run in runs(service)] == [None]
    visits = len(tried)
    assert set(tried) == {"93.184.215.14"}
    for inside in ("127.0.0.1", "10.0.0.1", "169.254.169.254"):
        addresses["bakery.example.com"] = inside
        next_run_of(service, watch_id)
    assert len(tried) == visits
    assert [run.fault for run in runs(service)][1:] == ["address_refused"] * 3
    (letter,) = letters_to(service)
    assert letter["changes"][0].startswith("We could not see the page, twice in a row")


def test_ten_thousand_watches_of_one_host_hold_up_no_other_host(service: Service, site: Website) -> None:
    watch_id = watched(service, site.url("/"))
    (row,) = rows(service, watches)

    def crowd(session: Session) -> None:
        many = (
            {
                **row._mapping,
                **dict.fromkeys(("id", "history_id", "page_hash"), f"crowd-{n}"),
                "host": "big.example",
                "due_at": n,
            }
            for n in range(10_000)
        )
        session.run(sa.insert(watches), list(many))

    service.write(crowd)
    assert service.write(queue_due, service.services) == HOST_AT_ONCE + 1
    queued = {row.id: row.queued_until - RUN_LOST for row in rows(service, watches) if row.queued_until}
    assert queued.pop(watch_id) == service.clock.at, "the latest to be due, and at once"
    assert min(queued.values()) == service.clock.at
    begins = sorted(queued.values())
    assert {later - earlier for earlier, later in itertools.pairwise(begins)} == {HOST_GAP}


def test_a_mailbox_that_is_unknown_for_a_while_gets_each_letter_once_and_the_watch_goes_on(
    make_service: Make, site: Website, pages: dict[str, str]
) -> None:
    mailbox = Mailbox()
    try:
        service = make_service(scan_engine="lite", scan_allow_hosts=site.place, smtp_url=mailbox.url)
        watch_id = watched(service, site.url("/"))
        run_due(service)
        mailbox.knows_nobody = True
        for headline in ("Stale bread", "Old bread"):
            pages["/"] = shop(headline)
            next_run_of(service, watch_id)
            _send_all(service)
        assert [(row.kind, row.sent_at, "550" in row.error) for row in rows(service, letters)] == [
            ("watch_changed", None, True)
        ] * 2
        assert "anna" not in rows(service, letters)[0].error, "the address stands in no error"
        assert watch(service, watch_id).state == WatchState.ON
        mailbox.knows_nobody = False
        for _ in range(2):
            _send_all(service)
        assert [message["To"] for message in mailbox.taken] == ["anna@shop.example"] * 2
    finally:
        mailbox.stop()


def _send_all(service: Service) -> None:
    """What the jobs of the letters do; a refusal puts them off."""
    for row in rows(service, letters):
        try:
            service.run(send(service.services, row.id))
        except Exception as error:
            assert "550" in str(error)  # noqa: PT017 - each of several letters is tried

"""The pages of a watch: from the form to the end, one press from a mail program, and nothing where watching is off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.mail.compose import compose
from coldread.mail.tables import letters
from coldread.watches.tables import watches
from tests.harness.service import BASE_URL, Service
from tests.harness.website import Website
from tests.watches.watched import (
    ANNA,
    letters_to,
    next_run_of,
    rows,
    run_due,
    runs,
    shop,
    token_of,
    watch,
)

HERE = {"Accept": "text/html", "Origin": BASE_URL}
ELSEWHERE = {"Content-Type": "application/x-www-form-urlencoded"}
ONE_CLICK = b"List-Unsubscribe=One-Click"
Make = Callable[..., Service]


@pytest.fixture
def make(tmp_path: Path, site: Website) -> Iterator[Make]:
    made: list[Service] = []

    def start(**settings: str) -> Service:
        made.append(
            Service(
                f"sqlite:///{tmp_path / 'coldread.db'}",
                tmp_path / "data",
                scan_engine="lite",
                scan_allow_hosts=site.place,
                **settings,
            )
        )
        return made[-1]

    yield start
    for service in made:
        service.close()


@pytest.fixture
def service(make: Make) -> Service:
    return make()


def ask(service: Service, site: Website, **fields: str) -> httpx.Response:
    form = {"url": site.url("/"), "primary_goal": "paid_signup", "rhythm": "daily", "email": ANNA, **fields}
    return service.post("/watch", data=form, headers=HERE)


def begin(service: Service, site: Website) -> str:
    """A watch from the form and the letter's button; its id."""
    assert ask(service, site).status_code == 200
    answer = service.post(f"/watch/in/{token_of(service)}", data={"go": "1"}, headers=HERE)
    assert answer.status_code == 303
    return str(answer.headers["location"].removeprefix("/watch/"))


def text(answer: httpx.Response) -> str:
    main = HTMLParser(answer.text).css_first("main")
    assert main is not None
    return " ".join(main.text(separator=" ").split())


def composed(service: Service, kind: str) -> EmailMessage:
    def read(session: Any) -> sa.Row[Any]:
        row: sa.Row[Any] = session.row(
            sa.select(letters).where(letters.c.kind == kind).order_by(letters.c.id.desc())
        )
        return row

    return compose(service.read(read), "hej@coldread.example")


def test_from_the_form_to_the_history_and_its_stop(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = begin(service, site)
    first = service.get(f"/watch/{watch_id}", headers=HERE)
    assert "for the first time in a moment" in text(first)
    run_due(service)
    pages["/"] = shop("Stale bread")
    next_run_of(service, watch_id)
    history = service.get(f"/watch/{watch_id}", headers=HERE)
    assert "“Stale bread”" in text(history)
    assert history.headers["cache-control"] == "private, no-store"
    assert history.headers["x-robots-tag"] == "noindex, nofollow"
    assert ANNA not in history.text
    stopped = service.post(f"/watch/{watch_id}/stop", data={"go": "1"}, headers=HERE)
    assert "The watch has stopped" in text(stopped)
    assert watch(service, watch_id).ended_because == "stopped"


def test_a_report_offers_to_watch_its_page_with_its_goal(service: Service, site: Website) -> None:
    scan = service.post("/v1/scan", json={"url": site.url("/"), "primary_goal": "newsletter"}).json()
    report = service.get(f"/r/{scan['session_id']}", headers=HERE)
    assert f"/watch?scan={scan['session_id']}" in report.text
    form = HTMLParser(service.get(f"/watch?scan={scan['session_id']}", headers=HERE).text)
    field, goal = form.css_first("#url"), form.css_first("#primary_goal option[selected]")
    assert field is not None
    assert goal is not None
    assert (field.attributes["value"], goal.attributes["value"]) == (site.url("/"), "newsletter")


def test_nobody_learns_whether_an_address_has_watches(service: Service, site: Website) -> None:
    begin(service, site)
    known, unknown = ask(service, site), ask(service, site, email="nobody@shop.example")
    assert known.text.replace(ANNA, "?") == unknown.text.replace("nobody@shop.example", "?")


@pytest.mark.parametrize(
    ("field", "value"),
    [("url", "not an address"), ("url", "http://10.0.0.1/"), ("email", "anna@@shop"), ("rhythm", "hourly")],
)
def test_what_is_wrong_is_named_at_its_field(service: Service, site: Website, field: str, value: str) -> None:
    answer = ask(service, site, **{field: value})
    assert answer.status_code == 400
    named = HTMLParser(answer.text).css_first(f"#{field}")
    assert named is not None
    assert named.attributes["aria-invalid"] == "true"
    assert rows(service, watches) == []


def test_a_letter_from_a_mail_program_stops_the_watch_with_one_post(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = begin(service, site)
    run_due(service)
    pages["/"] = shop("Stale bread")
    next_run_of(service, watch_id)
    letter = composed(service, "watch_changed")
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = letter["List-Unsubscribe"].strip("<>").removeprefix(BASE_URL)
    assert service.get(path).status_code == 200, "opening it does nothing"
    assert watch(service, watch_id).state == "on"
    assert service.post(path, content=ONE_CLICK, headers=ELSEWHERE).status_code == 200
    assert watch(service, watch_id).state == "over"


def test_one_press_as_multipart_works_too_and_a_strange_form_from_elsewhere_does_not(
    service: Service, site: Website
) -> None:
    watch_id = begin(service, site)
    foreign = {"Origin": "https://evil.example"}
    refused = service.post(f"/watch/{watch_id}/stop", data={"go": "1"}, headers=foreign)
    assert refused.status_code == 403
    body = b'--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    assert service.post(f"/watch/{watch_id}/stop", content=body, headers=kind).status_code == 200
    assert watch(service, watch_id).state == "over"


def test_who_never_asked_presses_once_and_gets_no_more_letters(service: Service, site: Website) -> None:
    ask(service, site)
    letter = composed(service, "watch_confirm")
    assert site.place.partition(":")[0] in letter["Subject"]
    for part in letter.walk():
        if not part.is_multipart():
            assert site.url("/") not in str(part.get_content()), "nothing of what was typed but the host"
    path = letter["List-Unsubscribe"].strip("<>").removeprefix(BASE_URL)
    assert service.post(path, content=ONE_CLICK, headers=ELSEWHERE).status_code == 200
    assert letters_to(service) == []
    assert ask(service, site).status_code == 200
    assert letters_to(service) == []


def test_the_history_is_shown_to_others_at_an_address_that_its_owner_replaces(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = begin(service, site)
    run_due(service)
    next_run_of(service, watch_id)
    shown = f"/h/{watch(service, watch_id).history_id}"
    page = service.get(shown, headers=HERE)
    assert page.status_code == 200
    assert watch_id not in page.text, "who may read may not stop"
    session_id = runs(service)[0].session_id
    report = service.get(f"{shown}/1", headers=HERE)
    assert report.status_code == 200
    assert session_id not in report.text
    assert "/share" not in report.text
    moved = service.post(f"/watch/{watch_id}", data={"do": "address"}, headers=HERE)
    assert moved.status_code == 303
    assert service.get(shown, headers=HERE).status_code == 404
    assert service.get(f"{shown}/1", headers=HERE).status_code == 404
    assert service.get(f"/h/{watch(service, watch_id).history_id}", headers=HERE).status_code == 200


def test_any_two_looks_are_compared(service: Service, site: Website, pages: dict[str, str]) -> None:
    watch_id = begin(service, site)
    run_due(service)
    for headline in ("", "Fresh bread at your door"):
        pages["/"] = shop(headline)
        next_run_of(service, watch_id)
    asked = service.get(f"/watch/{watch_id}?a=2&b=1", headers=HERE)
    chosen = [option.attributes["value"] for option in HTMLParser(asked.text).css("select option[selected]")]
    assert chosen == ["1", "2"], "the earlier first"
    assert "Headline: “Fresh bread at your door” → " in text(asked), "words that changed are named"
    same = text(service.get(f"/watch/{watch_id}?a=1&b=3", headers=HERE))
    assert "Headline:" not in same
    for odd in ("?a=x&b=99999999999", "?a=1&b=1", "?a=-1", "?a=²&b=1"):
        assert service.get(f"/watch/{watch_id}{odd}", headers=HERE).status_code == 200


def test_unknown_addresses_are_not_there(service: Service, site: Website) -> None:
    ask(service, site)
    (row,) = rows(service, watches)
    for path in (
        "/watch/nothing",
        "/watch/nothing/stop",
        "/h/nothing",
        "/h/nothing/1",
        "/h/nothing/²",
        "/watch/in/nothing",
        "/watch/no/nothing",
        f"/watch/{row.id}",
        f"/h/{row.history_id}",
    ):
        assert service.get(path, headers=HERE).status_code == 404, path


def test_where_watching_is_off_no_address_is_there_and_no_page_names_it(make: Make, site: Website) -> None:
    service = make(watch="0")
    for path in ("/watch", "/watch/x", "/watch/x/stop", "/h/x", "/h/x/1", "/watch/in/x", "/watch/no/x"):
        assert service.get(path, headers=HERE).status_code == 404
        assert service.post(path, data={"go": "1"}, headers=HERE).status_code == 404
    scan = service.post("/v1/scan", json={"url": site.url("/"), "primary_goal": "newsletter"}).json()
    for path in ("/", "/privacy", "/docs", f"/r/{scan['session_id']}", "/v1/openapi.json", "/v1/manifest"):
        assert "watch" not in service.get(path, headers=HERE).text.lower(), path


def test_a_press_that_comes_too_late_says_so_and_a_full_mailbox_lists_what_it_has(
    make: Make, site: Website
) -> None:
    service = make(
        limit_watches_per_hour="0", limit_watches_ip_per_hour="0", limit_watches_domain_per_hour="0"
    )
    for number in range(10):
        ask(service, site, url=site.url(f"/{number}"))
        service.post(f"/watch/in/{token_of(service)}", data={"go": "1"}, headers=HERE)
    ask(service, site)
    path = f"/watch/in/{token_of(service)}"
    full = service.post(path, data={"go": "1"}, headers=HERE)
    assert full.status_code == 409
    listed = [str(link.attributes["href"]) for link in HTMLParser(full.text).css("main ul a")]
    assert len(listed) == 10
    service.post(f"{listed[0]}/stop", data={"go": "1"}, headers=HERE)
    assert service.post(path, data={"go": "1"}, headers=HERE).status_code == 303
    assert service.post(path, data={"go": "1"}, headers=HERE).status_code == 404


def test_too_many_wishes_of_one_client_are_told_on_the_form(make: Make, site: Website) -> None:
    service = make(limit_watches_ip_per_hour="1")
    ask(service, site)
    answer = ask(service, site)
    assert answer.status_code == 429
    assert "last hour" in text(answer)

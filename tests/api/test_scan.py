"""`POST /v1/scan` from outside: counted, cached, given back, and both kinds of answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import httpx
import pytest

from coldread.base.clock import DAY, HOUR
from tests.harness.refusals import refusal
from tests.harness.service import Service
from tests.harness.website import Website

GOOD = "<html lang=en><title>Bread at your door</title><h1>Fresh bread for busy families</h1>" + (
    "<p>We bring fresh bread to your door before you wake up, so that you can sleep a little longer.</p>" * 5
)

MakeScanner = Callable[..., Service]


@pytest.fixture
def website() -> Iterator[Website]:
    with Website({"/": GOOD, "/empty": "<html><body></body></html>", "/other": GOOD}) as site:
        yield site


@pytest.fixture
def scanner(make_service: Callable[..., Service], website: Website) -> MakeScanner:
    """The service with an engine that needs no browser, allowed to look at the website."""

    def make(**settings: str) -> Service:
        return make_service(**{"scan_engine": "lite", "scan_allow_hosts": website.place, **settings})

    return make


def scan(service: Service, url: str, **more: str) -> httpx.Response:
    return service.post("/v1/scan", json={"url": url, "primary_goal": "newsletter", **more})


def test_a_lite_answer_has_every_field_of_its_kind(scanner: MakeScanner, website: Website) -> None:
    """Lines 16, 17, 19, 20, 21, 28."""
    answer = scan(scanner(), website.url("/"))
    body = answer.json()
    assert answer.status_code == 200
    assert (body["tier"], body["_source"], body["served_from"]) == ("scan", "lite", "live")
    assert [review["reviewer"] for review in body["reviews"]] == ["designer", "copywriter", "strategist"]
    assert not {"scores", "findings", "model_notes", "report_md"} & body.keys()
    assert 350 <= len(body["chat_summary"]) <= 600
    assert isinstance(body["lead_qualified"], bool)
    assert body["upgrade_cta"]["price"]["net"] == 3900
    assert body["remaining_calls_today"] == int(answer.headers["ratelimit-remaining"]) == 2
    assert body["_links"]["self"]["href"].endswith(f"/v1/scans/{body['session_id']}")
    assert body["url"] == website.url("/")


def test_a_scan_can_be_read_again(scanner: MakeScanner, website: Website) -> None:
    service = scanner()
    first = scan(service, website.url("/")).json()
    again = service.get(f"/v1/scans/{first['session_id']}").json()
    assert again["chat_summary"] == first["chat_summary"]
    refusal(service.get("/v1/scans/unknown-unknown-unknow"), 404, "not-found")


def test_three_scans_of_a_page_pass_and_the_fourth_does_not_until_midnight(
    scanner: MakeScanner, website: Website
) -> None:
    """Lines 26, 29."""
    service = scanner()
    forms = (website.url("/"), website.url("/") + "#top", website.url("/").replace("127", "127"))
    assert [scan(service, url).status_code for url in forms] == [200, 200, 200]
    body = refusal(scan(service, website.url("/")), 429, "rate-limited")
    assert (body["limit_scope"], body["limit"]) == ("url", 3)
    assert scan(service, website.url("/other")).status_code == 200
    service.clock.move(body["retry_after"] * 1_000_000)
    assert scan(service, website.url("/")).status_code == 200


def test_the_cache_answers_for_six_hours_and_counts(scanner: MakeScanner, website: Website) -> None:
    service = scanner(scan_limit_url="9")
    first = scan(service, website.url("/")).json()
    service.clock.move(6 * HOUR - 1)
    second = scan(service, website.url("/")).json()
    assert (second["served_from"], second["session_id"]) == ("cache", first["session_id"])
    assert second["remaining_calls_today"] == first["remaining_calls_today"] - 1
    service.clock.move(1)
    assert scan(service, website.url("/")).json()["served_from"] == "live"
    assert scan(service, website.url("/"), audience="bakers").json()["served_from"] == "live"
    assert website.visits["/"] == 3


def test_a_page_that_is_not_there_costs_the_client_and_nobody_else(
    scanner: MakeScanner, website: Website
) -> None:
    """Lines 24, 25."""
    service = scanner(scan_limit_url="2", scan_limit_ip="5", scan_limit_global="3")
    for path, slug, reason in (("/gone", "url-unreachable", "http_404"), ("/empty", "page-empty", "no_text")):
        body = refusal(scan(service, website.url(path)), 422, slug)
        assert body["reason"] == reason
    assert [scan(service, website.url("/gone")).status_code for _ in range(2)] == [422, 422]
    assert scan(service, website.url("/")).status_code == 200
    assert refusal(scan(service, website.url("/")), 429, "rate-limited")["limit_scope"] == "ip"


def test_local_addresses_are_refused_where_nobody_listed_them(scanner: MakeScanner) -> None:
    service = scanner()
    for url in (
        "http://127.0.0.1/",
        "http://localhost/",
        "http://169.254.169.254/",
        "http://[::1]/",
        "http://10.0.0.1/",
    ):
        refusal(scan(service, url), 422, "url-unreachable")


def test_bad_input_is_refused_and_not_counted(scanner: MakeScanner, website: Website) -> None:
    """Lines 13, 14, 15, 23."""
    service = scanner(scan_limit_ip="1")
    for body in (
        {"primary_goal": "demo"},
        {"url": website.url("/")},
        {"url": website.url("/"), "primary_goal": "fame"},
        {"url": website.url("/"), "primary_goal": "demo", "audience": "a" * 201},
        {"url": "ftp://a.example/", "primary_goal": "demo"},
    ):
        refusal(service.post("/v1/scan", json=body), 400, "invalid-input")
    assert scan(service, website.url("/")).status_code == 200


def test_two_hundred_scans_at_once_pass_exactly_as_often_as_the_limit_says(
    scanner: MakeScanner, website: Website
) -> None:
    service = scanner()
    body = {"url": website.url("/"), "primary_goal": "newsletter"}
    answers = service.together(*(service.request("POST", "/v1/scan", json=body) for _ in range(200)))
    assert Counter(answer.status_code for answer in answers) == {200: 3, 429: 197}


def test_limits_start_anew_each_utc_day(scanner: MakeScanner, website: Website) -> None:
    service = scanner(scan_limit_global="1")
    assert scan(service, website.url("/")).status_code == 200
    assert refusal(scan(service, website.url("/other")), 429, "rate-limited")["limit_scope"] == "global"
    service.clock.move(DAY)
    assert scan(service, website.url("/other")).status_code == 200


def test_a_closed_service_scans_nothing(scanner: MakeScanner, website: Website) -> None:
    refusal(scan(scanner(service_mode="closed"), website.url("/")), 503, "service-closed")


def test_a_demanded_browser_that_cannot_start_gets_502_and_nothing_is_counted(
    scanner: MakeScanner, website: Website
) -> None:
    """Line 27."""
    service = scanner(scan_engine="pipeline", chromium="/nowhere/chromium", scan_limit_ip="1")
    for _ in range(2):
        answer = scan(service, website.url("/"))
        refusal(answer, 502, "pipeline-unavailable")
        assert answer.headers["ratelimit-remaining"] == "1"


def test_a_pipeline_answer_has_every_field_of_its_kind(scanner: MakeScanner, website: Website) -> None:
    """Lines 16, 18, 19, 22."""
    body = scan(scanner(scan_engine="pipeline"), website.url("/")).json()
    assert body["_source"] == "pipeline"
    assert "reviews" not in body
    assert set(body["scores"]["dimensions"]) >= {"clarity", "cta", "trust", "agent"}
    assert body["findings"]["items"]
    assert body["model_notes"]["engine"] == "none"
    assert body["report_md"].startswith("# ")

"""A page beside others, from real scans in a browser: for programs, for people, and as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.harness.patience import SCAN_S, until
from tests.harness.process import ServerProcess
from tests.harness.website import Website
from tests.pages.test_axe import _objections, _with_axe
from tests.scanner.seeing import site as page_of

OWN = page_of("signup_en")
#: the same offer without a word about its price, and with a button that leads nowhere
RIVAL = OWN.replace("£7 per month", "A fair sum").replace('href="/signup"', 'href="/gone-for-good"')


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    beside = dict.fromkeys(("/signup", "/login"), "<!doctype html><title>Here</title><h1>Here</h1>")
    with Website({"/own": OWN, "/rival": RIVAL, **beside}) as website:
        yield website


def asked(shop: ServerProcess, site: Website, *paths: str, **more: str) -> dict[str, Any]:
    body = {
        "url": site.url("/own"),
        "primary_goal": "paid_signup",
        "competitors": [site.url(path) for path in paths],
    }
    answer = httpx.post(f"{shop.url}/v1/scan", json=body, timeout=2 * SCAN_S, headers=more)
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


def read(shop: ServerProcess, beside_id: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{shop.url}/v1/beside/{beside_id}", timeout=SCAN_S).json()
    return found


def all_seen(shop: ServerProcess, beside_id: str) -> dict[str, Any]:
    until(lambda: not read(shop, beside_id)["pending"], within=2 * SCAN_S, every=0.5)
    return read(shop, beside_id)


@pytest.fixture(scope="module")
def told(shop: ServerProcess, site: Website) -> dict[str, Any]:
    """The page beside one that can be seen and one that is not there."""
    return all_seen(shop, asked(shop, site, "/rival", "/missing")["beside_id"])


def test_the_scan_answers_first_and_leads_to_the_others(shop: ServerProcess, site: Website) -> None:
    scan = asked(shop, site, "/rival", "/own#again")
    assert scan["url"] == site.url("/own")
    link = scan["_links"]["side_by_side"]
    assert link["href"] == f"{shop.url}/v1/beside/{scan['beside_id']}"
    now = httpx.get(link["href"])
    assert [one["url"] for one in now.json()["pages"]] == [site.url("/own"), site.url("/rival")], (
        "the page itself is not put beside itself"
    )
    assert now.json()["pages"][0]["session_id"] == scan["session_id"]
    assert ("retry-after" in now.headers) == now.json()["pending"]
    assert httpx.get(f"{shop.url}/v1/scans/{scan['session_id']}").json().get("beside_id") is None, (
        "another caller who gets the same scan from the cache is not told of these pages"
    )


def test_differences_are_told_in_words_with_what_stands_on_the_page(told: dict[str, Any]) -> None:
    assert [one["state"] for one in told["pages"]] == ["seen", "seen", "failed"]
    assert told["pages"][2]["why"] == "It did not answer with a page."
    named = {(one["kind"], one["id"]): one for one in told["differences"]}
    dead = named["finding", "cta.broken-target"]
    assert dead["better"] == "own"
    assert dead["evidence"]
    facts = {row["what"]: row["pages"] for row in told["measured"]}
    assert facts["prices"][0] == "£7 per month"
    assert facts["prices"][0] not in (facts["prices"][1] or "")
    assert "HTTP 404" in facts["main_button_target"][1]
    assert len(told["answers"]) == 5
    assert told["report_md"].count("|") > 40


def test_a_request_without_other_pages_has_no_such_id(shop: ServerProcess, site: Website) -> None:
    assert "beside_id" not in asked(shop, site)
    assert "beside_id" not in asked(shop, site, "/own")


def test_more_than_three_are_refused(shop: ServerProcess, site: Website) -> None:
    body = {
        "url": site.url("/own"),
        "primary_goal": "demo",
        "competitors": [site.url(f"/{n}") for n in range(4)],
    }
    answer = httpx.post(f"{shop.url}/v1/scan", json=body)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "#/competitors"


def test_what_is_unknown_is_not_there(shop: ServerProcess) -> None:
    for address in ("/v1/beside/", "/beside/"):
        assert httpx.get(f"{shop.url}{address}{'x' * 22}").status_code == 404


def test_from_a_report_people_put_it_beside_others_and_see_them_come(
    open_page: Callable[..., Page], shop: ServerProcess, site: Website, told: dict[str, Any]
) -> None:
    window = open_page()
    window.goto(f"/r/{told['pages'][0]['session_id']}")
    window.fill("#competitors", f"{site.url('/rival')}\n")
    window.get_by_role("button", name="Scan them").click()
    window.wait_for_url("**/beside/*")
    expect(window.locator("#differs-1")).to_be_visible(timeout=2 * SCAN_S * 1000)
    expect(window.locator("#waiting")).to_have_count(0)
    expect(window.locator("[data-better=own]").first).to_contain_text("rival")
    markdown = httpx.get(f"{window.url}.md")
    assert markdown.headers["content-type"].startswith("text/markdown")
    assert "Only " in markdown.text


def test_what_is_no_address_is_said_at_the_form(open_page: Callable[..., Page], told: dict[str, Any]) -> None:
    window = open_page()
    window.goto(f"/r/{told['pages'][0]['session_id']}?lang=sv")
    window.fill("#competitors", "foo")
    window.get_by_role("button", name="Titta på dem").click()
    expect(window.get_by_role("alert")).to_have_text("Det där är inte adresser till andra sidor.")


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_axe_finds_no_violation(open_page: Callable[..., Page], told: dict[str, Any], lang: str) -> None:
    window = _with_axe(open_page)
    assert _objections(window, {f"/beside/{told['beside_id']}": lang}) == {}
    expect(window.locator("h2").first).to_contain_text({"en": "differ", "sv": "skiljer"}[lang])

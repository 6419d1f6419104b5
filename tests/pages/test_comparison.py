"""Two scans side by side: a page for people and its JSON, from real scans in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.harness.patience import SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.website import Website
from tests.pages.test_axe import _objections, _with_axe
from tests.scanner.seeing import site as page_of

BEFORE = page_of("signup_en")
AFTER = (
    BEFORE.replace("£7 per month", "£9 per month")
    .replace("Start your free trial", "Try it free")
    .replace(
        '<section id="how"',
        '<section><h2>New here</h2><p>A paragraph that nobody knew.</p></section><section id="how"',
    )
)


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    beside = dict.fromkeys(("/signup", "/login"), "<!doctype html><title>Here</title><h1>Here</h1>")
    with Website({"/before": BEFORE, "/same": BEFORE, "/after": AFTER, **beside}) as website:
        yield website


@pytest.fixture(scope="module")
def ids(shop: ServerProcess, site: Website) -> dict[str, str]:
    """The scans of the three pages."""
    found = {}
    for path in ("before", "same", "after"):
        body = {"url": site.url(f"/{path}"), "primary_goal": "paid_signup"}
        answer = httpx.post(f"{shop.url}/v1/scan", json=body, timeout=2 * SCAN_S).raise_for_status()
        assert answer.json()["_source"] == "pipeline"
        found[path] = str(answer.json()["session_id"])
    return found


def compared(shop: ServerProcess, ids: dict[str, str], after: str, before: str = "before") -> httpx.Response:
    return httpx.get(f"{shop.url}/v1/scans/{ids[after]}/compared-to/{ids[before]}", timeout=SCAN_S)


def test_a_page_that_did_not_change_has_nothing_to_show(shop: ServerProcess, ids: dict[str, str]) -> None:
    body = compared(shop, ids, "same").json()
    assert body["outcome"] == "nothing_changed"
    assert {(one["window"], one["href"], one["share"]) for one in body["pictures"]} == {
        ("desktop", None, 0.0),
        ("mobile", None, 0.0),
    }


def test_what_changed_is_told_with_its_pictures(shop: ServerProcess, ids: dict[str, str]) -> None:
    body = compared(shop, ids, "after").json()
    assert body["outcome"] == "changed"
    assert [
        (one["what"], one["before"], one["after"]) for one in body["texts"] if one["told"] == "changed"
    ] == [
        ("price", "£7 per month", "£9 per month"),
        ("main_button", "Start your free trial", "Try it free"),
    ]
    for one in body["pictures"]:
        assert one["areas"]
        assert 0 < one["share"] < 20
        drawn = httpx.get(one["href"])
        with Image.open(BytesIO(drawn.content)) as picture:
            assert (picture.format, picture.size) == ("WEBP", (one["width"], one["height"]))
        assert drawn.headers["cache-control"].startswith("private")
    assert httpx.get(body["_links"]["report"]["href"]).status_code == 200


def test_unknown_scans_and_windows_are_not_there(shop: ServerProcess, ids: dict[str, str]) -> None:
    unknown = "x" * 22
    place = f"{shop.url}/r/{ids['after']}/compared-to"
    for address in (
        f"{shop.url}/v1/scans/{ids['after']}/compared-to/{unknown}",
        f"{shop.url}/v1/scans/{unknown}/compared-to/{ids['before']}",
        f"{place}/{unknown}",
        f"{place}/{ids['before']}/tablet.webp",
        f"{shop.url}/r/{ids['same']}/compared-to/{ids['before']}/desktop.webp",
    ):
        assert httpx.get(address).status_code == 404, address


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_axe_finds_no_violation_on_a_comparison(
    open_page: Callable[..., Page], ids: dict[str, str], lang: str
) -> None:
    window = _with_axe(open_page)
    for after in ("after", "same"):
        assert _objections(window, {f"/r/{ids[after]}/compared-to/{ids['before']}": lang}) == {}
        expect(window.locator("#outcome")).to_have_text(
            {
                ("en", "after"): "The page changed.",
                ("sv", "after"): "Sidan har ändrats.",
                ("en", "same"): "Nothing changed.",
                ("sv", "same"): "Ingenting har ändrats.",
            }[lang, after]
        )
        loaded = "[...document.images].map(i => { i.loading = 'eager'; return i }).every(i => i.complete && i.naturalWidth > 0)"
        window.wait_for_function(loaded)
    assert ("£7 per month" in window.content()) is False


def test_a_report_is_compared_with_another_by_its_address(
    open_page: Callable[..., Page], ids: dict[str, str], shop: ServerProcess
) -> None:
    """Whichever of the two is open, the earlier one comes first."""
    window = open_page()
    window.goto(f"/r/{ids['before']}?lang=sv")
    window.get_by_label("Den andra rapportens adress").fill("https://example.com/r/nothing")
    window.get_by_role("button", name="Jämför").click()
    expect(window.get_by_role("alert")).to_contain_text("inte adressen till en annan rapport")
    window.get_by_label("Den andra rapportens adress").fill(f"{shop.url}/r/{ids['after']}?lang=sv")
    window.get_by_role("button", name="Jämför").click()
    expect(window).to_have_url(re.compile(rf"/r/{ids['after']}/compared-to/{ids['before']}\?lang=sv"))
    expect(window.locator("#part-changes + ul")).to_contain_text("Pris: ”£7 per month” → ”£9 per month”")

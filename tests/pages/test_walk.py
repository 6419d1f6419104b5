"""A person goes all the way, from the scan to the rescan. Without scripts: `tests/e2e/test_people_table.py`."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.harness.website import Website

SPEC = "# What to change first\n\nSay **what it is**.\n\n## Headline\n\n- one\n\n## Button\n\nText.\n\n## Form\n\nText.\n"


def test_a_person_scans_orders_answers_pays_reads_and_rescans(
    open_page: Callable[..., Page], shop: ServerProcess, site: Website
) -> None:
    window = open_page(locale="en-GB")
    _scan(window, site.url("/"))
    order_id = _order(window)

    _move(shop, order_id, "reviewing")
    _move(shop, order_id, "needs_info", substatus="Which city do you serve?")
    window.goto(f"/o/{order_id}")
    expect(window.locator("#next-title")).to_have_text("A question for you")
    expect(window.locator("body")).to_contain_text("Which city do you serve?")
    window.fill("#message", "Göteborg & Mölndal")
    window.click("text=Send the answer")
    expect(window.locator("#next-title")).to_have_text("Your answer is with the reviewer")

    for status in ("reviewing", "accepted", "billing_pending"):
        _move(shop, order_id, status)
    window.goto(f"/o/{order_id}")
    window.click("text=To the pay page")
    expect(window.locator(".lead-number")).to_contain_text("4,875")
    window.fill("#org_number", "556036-0793")
    window.click("text=Save the details")
    expect(window.locator("[role=status]")).to_contain_text("Thank you")
    expect(window.locator("main")).to_contain_text("556036-0793")

    _move(shop, order_id, "paid", patch={"billing_method_final": "umbrella_invoice"})
    window.goto(f"/pay/{order_id}")
    expect(window.locator("h1")).to_have_text("Paid")
    _read_draft(window, shop, order_id)

    _move(shop, order_id, "in_progress")
    _move(shop, order_id, "delivered", patch={"spec_md": SPEC})
    window.goto(f"/o/{order_id}")
    window.click("a[href$='/spec']")
    expect(window.locator("h1")).to_have_text("What to change first")
    expect(window.locator(".prose p strong").first).to_have_text("what it is")

    window.goto(f"/o/{order_id}")
    window.click("text=Scan again")
    window.click("text=Scan now and use it")
    window.wait_for_url(re.compile(r"/r/"))
    expect(window.locator(".gauge")).to_be_visible()
    window.goto(f"/o/{order_id}")
    expect(window.locator("body")).to_contain_text("The free rescan has been used")


def _scan(window: Page, url: str) -> None:
    window.goto("/")
    window.fill("#url", url)
    window.select_option("#primary_goal", "book_call")
    window.fill("#audience", "Owners of small bakeries")
    window.click("form.scan button")
    window.wait_for_url(re.compile(r"/r/"))
    expect(window.locator(".gauge")).to_be_visible()
    expect(window.locator(".finding").first).to_be_visible()
    before = window.locator(".finding:visible").count()
    window.check("#side-cta")
    assert window.locator(".finding:visible").count() < before
    expect(window.locator(".finding[data-side=cta]").first).to_be_visible()


def _order(window: Page) -> str:
    window.click("text=Order a cold-read of this page")
    expect(window.locator("#audience")).to_have_value("Owners of small bakeries")
    window.click("text=Send the order")
    expect(window.locator("#faults")).to_be_visible()
    window.fill("#goal", "More bakeries book a call")
    window.fill("#contact_email", "anna@shop.example")
    window.check("#billing_method_preference")
    window.fill("#company_name", "Bageri AB")
    window.check("#terms")
    window.click("text=Send the order")
    window.wait_for_url(re.compile(r"/o/INV-"))
    return re.search(r"INV-\w{8}", window.url).group()  # type: ignore[union-attr]


def _read_draft(window: Page, shop: ServerProcess, order_id: str) -> None:
    with shop.client() as client:
        until(lambda: client.get(f"/v1/orders/{order_id}").json()["draft_url"], why="for the draft")
    window.goto(f"/o/{order_id}")
    window.click("a[href*='version=draft']")
    expect(window.locator(".notice.warn")).to_contain_text("not yet checked by a person")
    expect(window.locator(".prose h2").first).to_be_visible()


def _move(shop: ServerProcess, order_id: str, to_status: str, **body: object) -> None:
    answer = shop.move(order_id, to_status, **body)
    assert answer.status_code == 200, answer.text

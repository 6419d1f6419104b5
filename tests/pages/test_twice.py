"""The back button, two tabs, a double click: nothing that a buyer typed or did is lost, and nothing is done twice."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from coldread.orders.tables import order_messages, order_remarks, order_withdrawals, orders
from tests.harness.breadth import whole_only
from tests.harness.process import ServerProcess
from tests.harness.rows import found
from tests.harness.service import WAYS

#: a form without scripts is sent as the browser sends any; the first test is played both ways by an ordinary run
SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
MOSTLY_WITH_SCRIPTS = pytest.mark.parametrize(
    "scripts",
    [
        pytest.param(True, id="with scripts"),
        pytest.param(False, id="without", marks=whole_only("test_a_double_click_is_one_order")),
    ],
)
SEND = "main form button:not([type=button])"


def order_in(shop: ServerProcess, status: str, **fields: object) -> str:
    order_id: str = shop.order(**fields).raise_for_status().json()["order_id"]
    for step in WAYS[status]:
        shop.move(order_id, step).raise_for_status()
    return order_id


def fill_in(window: Page, email: str) -> None:
    window.goto("/order?lang=en")
    window.fill("#url", "bageri.example")
    window.fill("#goal", "More bakeries book")
    window.fill("#audience", "Owners of small bakeries")
    window.fill("#contact_email", email)
    window.check("#billing_method_preference")
    window.check("#terms")


def ordered(window: Page) -> str:
    window.wait_for_url(re.compile(r"/o/INV-"))
    return re.search(r"INV-\w{8}", window.url).group()  # type: ignore[union-attr]


@SCRIPTS
def test_a_double_click_is_one_order(
    open_page: Callable[..., Page], shop: ServerProcess, scripts: bool
) -> None:
    email = f"double.{scripts}@shop.example"
    window = open_page(java_script_enabled=scripts)
    fill_in(window, email)
    window.dblclick(SEND)
    ordered(window)
    assert len(found(shop, orders, contact_email=email)) == 1


@MOSTLY_WITH_SCRIPTS
def test_who_goes_back_finds_what_was_typed_and_the_same_order(
    open_page: Callable[..., Page], shop: ServerProcess, scripts: bool
) -> None:
    email = f"back.{scripts}@shop.example"
    window = open_page(java_script_enabled=scripts)
    fill_in(window, email)
    window.click(SEND)
    first = ordered(window)
    window.go_back()
    expect(window.locator("#goal")).to_have_value("More bakeries book")
    window.click(SEND)
    assert ordered(window) == first
    assert len(found(shop, orders, contact_email=email)) == 1
    window.go_back()
    window.fill("#goal", "More bakeries order a tasting")
    window.click(SEND)
    assert ordered(window) != first, "another wish is another order, and no dead end"
    assert len(found(shop, orders, contact_email=email)) == 2


def test_two_tabs_of_the_pay_page_keep_what_each_has_said_and_both_see_the_payment(
    open_page: Callable[..., Page], shop: ServerProcess
) -> None:
    order_id = order_in(shop, "billing_pending", billing={"company_name": "Old name AB"})
    one = open_page()
    one.context.clock.install()
    two = one.context.new_page()
    for tab in (one, two):
        tab.goto(f"/pay/{order_id}?lang=en")
    one.fill("#company_name", "New name AB")
    one.click("text=Save the details")
    expect(one.locator("[role=status]")).to_be_visible()
    two.fill("#org_number", "556036-0793")
    two.click("text=Save the details")
    expect(two.locator("[role=status]")).to_be_visible()
    expect(two.locator("main")).to_contain_text("New name AB")
    expect(two.locator("main")).to_contain_text("556036-0793")
    shop.move(order_id, "paid").raise_for_status()
    for tab in (one, two):
        tab.clock.fast_forward("10:00")
        expect(tab.locator("h1")).to_have_text("Paid")


def test_a_form_that_comes_too_late_says_so_and_gives_back_what_was_typed(
    open_page: Callable[..., Page], shop: ServerProcess
) -> None:
    billed, asked = order_in(shop, "billing_pending"), order_in(shop, "needs_info")
    done = order_in(shop, "in_progress")
    pages = [open_page(java_script_enabled=False) for _ in range(3)]
    pay, answer, leave = pages
    pay.goto(f"/pay/{billed}?lang=en")
    answer.goto(f"/o/{asked}?lang=sv")
    leave.goto(f"/o/{done}?lang=en")
    shop.move(billed, "paid").raise_for_status()
    shop.move(asked, "reviewing").raise_for_status()
    shop.move(done, "delivered", patch={"spec_md": "# Done"}).raise_for_status()
    pay.fill("#company_name", "Bageri Norr AB")
    pay.click("text=Save the details")
    expect(pay.locator("[role=alert]")).to_contain_text("You had written: Bageri Norr AB")
    expect(pay.locator("h1")).to_have_text("Paid")
    answer.fill("#message", "Göteborg och Mölndal")
    answer.click("#next form button")
    expect(answer.locator("[role=alert]")).to_contain_text("Du hade skrivit: Göteborg och Mölndal")
    expect(answer.locator("#next-title")).to_have_text("En människa läser din beställning")
    leave.click("details:has(#name) > summary")
    leave.fill("#name", "Anna Ek")
    leave.click("details:has(#name) form button")
    expect(leave.locator("[role=alert]")).to_contain_text("has moved on")
    expect(leave.locator("#next-title")).to_have_text("Your cold-read is here")


@MOSTLY_WITH_SCRIPTS
def test_a_double_click_is_one_answer_and_one_withdrawal(
    open_page: Callable[..., Page], shop: ServerProcess, scripts: bool
) -> None:
    order_id = order_in(shop, "needs_info")
    window = open_page(java_script_enabled=scripts)
    window.goto(f"/o/{order_id}?lang=en")
    window.fill("#message", "Göteborg")
    window.dblclick("#next form button")
    expect(window.locator("#next-title")).to_have_text("Your answer is with the reviewer")
    expect(window.locator("#next").get_by_text("Göteborg")).to_have_count(1)
    assert len(found(shop, order_messages, order_id=order_id)) == 1
    window.click("details:has(#name) > summary")
    window.fill("#name", "Anna Ek")
    window.dblclick("details:has(#name) form button")
    expect(window.locator("#next-title")).to_have_text("You have withdrawn")
    assert len(found(shop, order_withdrawals, order_id=order_id)) == 1
    assert len(found(shop, order_remarks, order_id=order_id, kind="withdrawal")) == 1

"""For everybody: at twice the size, by keys alone, and without motion."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.harness.process import ServerProcess
from tests.harness.reach import CUT, MOVES, OVER, tab_to
from tests.harness.service import WAYS


@pytest.fixture(scope="module")
def paths(shop: ServerProcess) -> list[str]:
    def order_in(status: str, **fields: str) -> str:
        order_id: str = shop.order(**fields).raise_for_status().json()["order_id"]
        for step in WAYS[status]:
            shop.move(
                order_id, step, patch={"spec_md": "# One"} if step == "delivered" else {}
            ).raise_for_status()
        return order_id

    mobile = order_in("billing_pending", billing_method_preference="mobile_payment")
    billed = order_in("billing_pending", billing_method_preference="umbrella_invoice")
    delivered = order_in("delivered")
    return [
        "/", "/sample", "/order", "/docs", "/terms", f"/pay/{mobile}", f"/pay/{billed}", f"/o/{mobile}", f"/o/{delivered}",
        f"/o/{order_in('needs_info')}", f"/o/{delivered}/spec", "/nowhere",
    ]  # fmt: skip


def test_nothing_is_cut_or_runs_over_at_twice_the_size_and_nothing_moves_for_who_wants_none(
    open_page: Callable[..., Page], paths: list[str]
) -> None:
    zoomed = open_page(viewport={"width": 640, "height": 450}, device_scale_factor=2, reduced_motion="reduce")
    found = {}
    for path in paths:
        zoomed.goto(f"{path}?lang=sv")
        faults = [f"cut: {one}" for one in zoomed.evaluate(CUT)]
        faults += [f"moves: {one}" for one in zoomed.evaluate(MOVES)[:3]]
        if zoomed.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append("wider than the window")
        # text alone at twice its size, as a browser's own setting for letters does it
        zoomed.set_viewport_size({"width": 1280, "height": 900})
        zoomed.evaluate("document.documentElement.style.fontSize = '200%'")
        if zoomed.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append("wider than the window with large letters")
        faults += [f"cut with large letters: {one}" for one in zoomed.evaluate(CUT)]
        if path.startswith(("/o", "/pay")):  # on the smallest phone, too
            zoomed.set_viewport_size({"width": 320, "height": 640})
            if zoomed.evaluate("document.documentElement.scrollWidth") > 320:
                faults.append(f"wider than the smallest phone with large letters: {zoomed.evaluate(OVER)}")
        zoomed.set_viewport_size({"width": 640, "height": 450})
        if faults:
            found[path] = faults
    assert found == {}


def test_an_order_is_placed_and_answered_by_keys_alone(
    open_page: Callable[..., Page], shop: ServerProcess
) -> None:
    window = open_page(viewport={"width": 1280, "height": 900})
    window.goto("/?lang=en")
    window.keyboard.press("Tab")
    assert window.evaluate("document.activeElement.getAttribute('href')") == "#content", (
        "the way past the menu"
    )
    tab_to(window, "main a[href^='/order']")
    window.keyboard.press("Enter")
    window.wait_for_url(re.compile("/order"))
    for field, text in (("#url", "bageri.example"), ("#goal", "More calls"), ("#audience", "Bakers")):
        tab_to(window, field)
        window.keyboard.type(text)
    tab_to(window, "form button")
    window.keyboard.press("Enter")
    expect(window.locator("#faults")).to_be_focused()
    for field in ("#billing_method_preference", "#contact_email", "#terms"):
        tab_to(window, field)
        window.keyboard.type("anna@shop.example" if field == "#contact_email" else " ")
    window.keyboard.press("Enter")
    window.wait_for_url(re.compile(r"/o/INV-"))
    order_id = re.search(r"INV-\w{8}", window.url).group()  # type: ignore[union-attr]
    for step in ("reviewing", "needs_info"):
        shop.move(order_id, step, substatus="Which city?").raise_for_status()
    window.reload()
    tab_to(window, "#message")
    window.keyboard.type("Malmö")
    tab_to(window, "#next form button")
    window.keyboard.press("Enter")
    expect(window.locator("#next-title")).to_have_text("Your answer is with the reviewer")


def test_it_is_paid_withdrawn_from_and_rescanned_by_keys_alone(
    open_page: Callable[..., Page], shop: ServerProcess
) -> None:
    window = open_page(viewport={"width": 1280, "height": 900})
    order_id = shop.order(billing_method_preference="umbrella_invoice").raise_for_status().json()["order_id"]
    for step in WAYS["billing_pending"]:
        shop.move(order_id, step).raise_for_status()
    window.goto(f"/o/{order_id}?lang=en")
    tab_to(window, "#next a.button")
    window.keyboard.press("Enter")
    window.wait_for_url(re.compile("/pay/"))
    tab_to(window, "#org_number")
    window.keyboard.type("556036-0793")
    window.keyboard.press("Enter")
    expect(window.locator("[role=status]")).to_contain_text("Thank you")
    window.goto(f"/o/{order_id}?lang=en")
    tab_to(window, "details:has(#name) > summary")
    window.keyboard.press("Enter")
    tab_to(window, "#name")
    window.keyboard.type("Anna Ek")
    window.keyboard.press("Enter")
    expect(window.locator("#next-title")).to_have_text("You have withdrawn")
    window.keyboard.press("Escape")
    tab_to(window, "a[href*='withdrawal.pdf']")
    delivered = shop.order().raise_for_status().json()["order_id"]
    for step in WAYS["delivered"]:
        shop.move(
            delivered, step, patch={"spec_md": "# One"} if step == "delivered" else {}
        ).raise_for_status()
    window.goto(f"/o/{delivered}?lang=en")
    tab_to(window, "a[href*='/spec']")
    window.keyboard.press("Enter")
    expect(window.locator("h1")).to_have_text("One")
    window.goto(f"/o/{delivered}?lang=en")
    tab_to(window, "#rescan_url")
    window.keyboard.press("Control+a")
    window.keyboard.type("no page")
    window.keyboard.press("Enter")
    expect(window.locator("#faults")).to_be_focused()

"""For everybody: at twice the size, by keys alone, and without motion."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.harness.process import ServerProcess
from tests.harness.service import WAYS

#: an element whose text is cut: it hides what runs over, and something does
CUT = """() => [...document.querySelectorAll('main *')].filter(e => {
  const style = getComputedStyle(e);
  return ['hidden', 'clip'].includes(style.overflowX) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1
    && e.textContent.trim() && !e.closest('.visually-hidden, svg');
}).map(e => e.tagName + '.' + e.className)"""
#: what reaches over the window's edge
OVER = """() => [...document.querySelectorAll('main *')]
  .filter(e => e.getBoundingClientRect().right > innerWidth && getComputedStyle(e).position !== 'absolute')
  .map(e => e.tagName + '.' + e.className + ' ' + e.textContent.trim().slice(0, 30))"""
MOVES = """() => [...document.querySelectorAll('*')].filter(e => {
  const style = getComputedStyle(e);
  const long = value => value.split(',').some(part => parseFloat(part) > 0.01);
  return (style.animationName !== 'none' && long(style.animationDuration)) || long(style.transitionDuration);
}).map(e => e.tagName + '.' + e.className)"""


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


def tab_to(window: Page, selector: str) -> None:
    """By Tab alone; every stop on the way can be seen."""
    for _ in range(80):
        window.keyboard.press("Tab")
        if window.evaluate("s => document.activeElement.matches(s)", selector):
            shown = window.evaluate(
                "() => { const s = getComputedStyle(document.activeElement);"
                " return s.outlineStyle !== 'none' || s.boxShadow !== 'none' }"
            )
            assert shown, f"nobody sees that {selector} has the focus"
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


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
    for field in ("#contact_email", "#terms"):
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

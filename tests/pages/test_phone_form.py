"""The order form on a phone: three screens, and price and what happens next beside the button."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

HIGH = 844
#: what stands between two elements, from the top of one to the end of the other
APART = """([one, other]) => document.querySelector(other).getBoundingClientRect().bottom
  - document.querySelector(one).getBoundingClientRect().top"""


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_the_form_ends_within_three_screens_with_the_price_and_what_follows_at_the_button(
    open_page: Callable[..., Page], lang: str
) -> None:
    window = open_page(viewport={"width": 390, "height": HIGH})
    window.goto(f"/order?lang={lang}")
    end = window.evaluate("document.querySelector('main').getBoundingClientRect().bottom + scrollY")
    assert end <= 3 * HIGH
    assert window.evaluate(APART, [".before-sending", ".before-sending"]) <= HIGH
    seen = window.locator(".before-sending strong:visible")
    expect(seen).to_have_class("by-choice")
    window.check("#mobile")
    expect(seen).to_have_class("by-mobile")
    window.check("#billing_method_preference")
    expect(seen).to_have_class("by-invoice")
    assert window.locator(".before-sending li:visible").count() == 3


def test_what_is_folded_opens_where_it_holds_something_or_is_wrong(open_page: Callable[..., Page]) -> None:
    window = open_page()
    window.goto("/order?lang=en")
    assert not window.locator("#competitors").is_visible()
    window.click("details.extra > summary")
    window.fill("#competitors", "not an address of a page")
    window.click("text=Send the order")
    expect(window.locator("#faults")).to_be_visible()
    expect(window.locator("#competitors")).to_be_visible()

"""Each way from a letter to its end, in a browser: phone and desk, two languages, with and without scripts.

On every page that is met, no two statements of the state table contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from coldread.orders.rules.buyer_view import BUYER_ROWS, contradictions
from tests.harness.process import ServerProcess

HEADINGS = {row.name: row.heading for row in BUYER_ROWS}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1366, "height": 900}}


class Buyer:
    """Who follows the order's own page, and believes nothing that contradicts itself."""

    def __init__(self, window: Page, shop: ServerProcess, lang: str) -> None:
        self.window, self.shop, self.lang = window, shop, lang
        self.order_id = ""

    def orders(self) -> None:
        self.window.goto(f"/order?lang={self.lang}")
        self.window.fill("#url", "bageri.example")
        self.window.fill("#goal", "Fler bagerier bokar")
        self.window.fill("#audience", "Ägare av små bagerier")
        self.window.fill("#contact_email", "anna@shop.example")
        self.window.check("#terms")
        self.window.click("main form button:not([type=button])")
        self.window.wait_for_url(re.compile(r"/o/INV-"))
        self.order_id = re.search(r"INV-\w{8}", self.window.url).group()  # type: ignore[union-attr]
        self.sees("submitted")

    def sees(self, name: str) -> None:
        """The state's own heading, on a page that agrees with itself and with the pay page."""
        said: set[str] = set()
        for path in (f"/pay/{self.order_id}", f"/o/{self.order_id}"):
            self.window.goto(f"{path}?lang={self.lang}")
            for claims in self.window.locator("[data-says]").evaluate_all(
                "all => all.map(e => e.dataset.says)"
            ):
                said |= {claim for claim in claims.split("|") if claim}
            wide = self.window.evaluate("document.documentElement.scrollWidth > innerWidth")
            assert not wide, path
        assert contradictions(said) == [], (name, said)
        expect(self.window.locator("#next-title")).to_have_text(HEADINGS[name](self.lang))

    def moved(self, *steps: str, **body: object) -> None:
        for step in steps:
            answer = self.shop.move(self.order_id, step, **(body if step == steps[-1] else {}))
            assert answer.status_code == 200, answer.text


def answered(buyer: Buyer) -> None:
    buyer.moved("reviewing", "needs_info", substatus="Vilken stad?")
    buyer.sees("question")
    expect(buyer.window.locator("#next")).to_contain_text("Vilken stad?")
    buyer.window.fill("#message", "Göteborg")
    buyer.window.click("#next form button")
    buyer.window.wait_for_url(re.compile("#next"))
    buyer.sees("answered")


def delivered(buyer: Buyer) -> None:
    buyer.moved("reviewing", "accepted", "billing_pending")
    buyer.sees("payment")
    buyer.moved("paid", "in_progress", patch={"draft_url": "https://files.example/draft"})
    buyer.sees("draft_there")
    buyer.moved("delivered", patch={"spec_md": "# Klart\n\nByt rubriken."})
    buyer.sees("delivered_rescan")
    buyer.window.click("a[href*='/spec']")
    expect(buyer.window.locator("h1")).to_have_text("Klart")


def refused(buyer: Buyer) -> None:
    buyer.moved("rejected", substatus="Vi granskar inte spelsidor")
    buyer.sees("rejected")
    expect(buyer.window.locator("#next")).to_contain_text("Vi granskar inte spelsidor")


def withdrawn(buyer: Buyer) -> None:
    buyer.moved("reviewing", "accepted", "billing_pending")
    buyer.sees("payment")
    buyer.window.click("details:has(#name) > summary")
    buyer.window.fill("#name", "Anna Ek")
    buyer.window.click("details:has(#name) form button")
    buyer.window.wait_for_url(re.compile("#next"))
    buyer.sees("withdrawn")


WAYS = (answered, delivered, refused, withdrawn)
READERS = (
    pytest.param(PHONE, "sv", True, id="phone-sv"),
    pytest.param(DESK, "en", False, id="desk-en-without-scripts"),
)


@pytest.mark.parametrize(("device", "lang", "scripts"), READERS)
def test_every_way_ends_somewhere_and_no_page_says_two_things(
    open_page: Callable[..., Page],
    shop: ServerProcess,
    device: dict[str, object],
    lang: str,
    scripts: bool,
) -> None:
    buyer = Buyer(open_page(java_script_enabled=scripts, **device), shop, lang)
    for way in WAYS:
        buyer.orders()
        way(buyer)

"""Each way from a letter to its end, in a browser: phone and desk, two languages, with and without scripts.

Widths, languages and scripts are combined in pairs; with TEST_WHOLE what most people do is walked by two readers who have
nothing in common. On every page that is met, no two statements of the state table contradict each other.
"""

from __future__ import annotations

import dataclasses
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.operators.sessions import _hash, form_token
from coldread.orders.rules.buyer_claims import contradictions
from coldread.orders.rules.buyer_view import BUYER_ROWS
from coldread.orders.tables import order_remarks
from tests.console.visitor import HASH
from tests.harness import breadth
from tests.harness.mailbox import Mailbox
from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.harness.rows import found
from tests.harness.website import Website
from tests.pages.conftest import PATIENCE_MS, SELLER, UNLIMITED

pytestmark = pytest.mark.together("clock")  # the last one is forked from what all turned ones share
HEADINGS = {row.name: row.heading for row in BUYER_ROWS}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1366, "height": 900}}
SOURCE = "<!doctype html><title>Bageri</title><main><h1>Bageri</h1><p>Vi bakar bröd.</p></main>"
SPEC = "# Klart\n\nByt rubriken."
OPERATOR = "token-of-the-operator"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reader:
    """What somebody holds in the hand, reads and allows."""

    device: dict[str, Any]
    lang: str
    scripts: bool

    @property
    def opposite(self) -> Reader:
        return Reader(
            device=DESK if self.device is PHONE else PHONE,
            lang="en" if self.lang == "sv" else "sv",
            scripts=not self.scripts,
        )

    @property
    def name(self) -> str:
        width = "phone" if self.device is PHONE else "desk"
        return f"{width}-{self.lang}-{'scripts' if self.scripts else 'plain'}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Shop:
    """A service with a mailbox and an operator who is signed in."""

    server: ServerProcess
    mailbox: Mailbox
    site: Website

    def move(self, order_id: str, *steps: str, **body: object) -> None:
        """Through these statuses; what is said besides goes with the last."""
        for step in steps:
            answer = self.server.move(order_id, step, **(body if step == steps[-1] else {}))
            assert answer.status_code == 200, answer.text

    def refund(self, order_id: str) -> None:
        """The operator notes in the console that the money went back; where the order has moved meanwhile (a draft, a letter), again."""
        with self.server.client(
            cookies={"coldread_console": OPERATOR}, headers={"Origin": self.server.url}
        ) as console:
            until(lambda: self._refunded(console, order_id))

    def _refunded(self, console: httpx.Client, order_id: str) -> bool:
        desk = HTMLParser(console.get(f"/console/o/{order_id}").text)
        form = {"token": form_token(OPERATOR), "reason": "As agreed", "note": "By bank", "confirm": "yes"}
        for name in ("amount", "seen"):
            field = desk.css_first(f"form[action='/console/o/{order_id}/refund'] [name={name}]")
            assert field is not None
            form[name] = str(field.attributes["value"])
        status = console.post(f"/console/o/{order_id}/refund", data=form).status_code
        assert status in (303, 409)
        return status == 303

    def link_in_letter(self, to: str, subject: str) -> str:
        """The first address of a letter to somebody."""

        def arrived() -> Any:
            return next(
                (
                    letter
                    for letter in self.mailbox.taken
                    if letter["To"] == to and re.search(subject, letter["Subject"])
                ),
                None,
            )

        letter = until(arrived, why=(to, subject))
        text = letter.get_body(("plain",)).get_content()
        return re.search(r"^http\S+", text, re.MULTILINE).group()  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def server(site: Website, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    folder = tmp_path_factory.mktemp("ways")
    mailbox = Mailbox()
    made = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}",
        folder / "data",
        scan_allow_hosts=site.place,
        scan_engine="lite",
        draft_after_s="0",
        smtp_url=mailbox.url,
        **SELLER,
        **UNLIMITED,
    )
    made.start()
    _sign_in_operator(folder / "coldread.db")
    yield Shop(server=made, mailbox=mailbox, site=site)
    made.stop()
    mailbox.stop()


def _sign_in_operator(database: Path) -> None:
    now = time.time_ns() // 1000
    with sqlite3.connect(database) as rows:
        rows.execute(
            "INSERT INTO operators (name, password_hash, created_at) VALUES (?, ?, ?)", ("berit", HASH, now)
        )
        rows.execute(
            "INSERT INTO operator_sessions (token_hash, operator, created_at, seen_at) VALUES (?, ?, ?, ?)",
            (_hash(OPERATOR), "berit", now, now),
        )


class Buyer:
    """Who follows the links of letters, and believes nothing that contradicts itself."""

    def __init__(self, window: Page, shop: Shop, reader: Reader, name: str) -> None:
        self.window, self.shop, self.reader = window, shop, reader
        self.lang = reader.lang
        self.email = f"{name}.{reader.name}@shop.example"
        self.order_id = ""
        #: whether something happened to the order since the window showed it
        self.is_stale = False

    def orders(self, *, url: str = "bageri.example", mobile: bool = False) -> None:
        """On the form; the page that follows is reached by its letter."""
        self.window.goto(f"/order?lang={self.lang}")
        self.window.fill("#url", url)
        self.window.fill("#goal", "Fler bagerier bokar")
        self.window.fill("#audience", "Ägare av små bagerier")
        self.window.fill("#contact_email", self.email)
        self.window.check("#mobile" if mobile else "#billing_method_preference")
        if mobile:
            self.window.check("#waiver")
        self.window.check("#terms")
        self.window.click("main form button:not([type=button])")
        self.window.wait_for_url(re.compile(r"/o/INV-"))
        self.window.goto(self.shop.link_in_letter(self.email, "We have your order|Vi har fått din"))
        self.order_id = re.search(r"INV-\w{8}", self.window.url).group()  # type: ignore[union-attr]
        assert self.window.locator("html").get_attribute("lang") == self.lang, (
            "the letter's page, in its words"
        )
        self.sees("submitted")

    def moved(self, *steps: str, **body: object) -> None:
        self.shop.move(self.order_id, *steps, **body)
        self.is_stale = True

    def refunded(self) -> None:
        self.shop.refund(self.order_id)
        self.is_stale = True

    def sees(self, name: str) -> None:
        """The state's own heading, on a page that agrees with itself and with the pay page."""
        if self.is_stale or not re.search(f"/o/{self.order_id}([?#]|$)", self.window.url):
            self.window.goto(f"/o/{self.order_id}?lang={self.lang}")
            self.is_stale = False
        expect(self.window.locator("#next-title")).to_have_text(HEADINGS[name](self.lang))
        pay = self.window.context.request.get(f"/pay/{self.order_id}?lang={self.lang}")
        assert contradictions(said_on(self.window.content()) | said_on(pay.text())) == [], name
        self.fits()

    def fits(self) -> None:
        assert not self.window.evaluate("document.documentElement.scrollWidth > innerWidth"), self.window.url

    def pays(self) -> None:
        """Goes to the pay page by the button; it asks for what the order costs."""
        self.moved("reviewing", "accepted")
        self.sees("accepted")
        self.moved("billing_pending", patch={"external_reference": "F-2026-17"})
        self.sees("payment")
        self.window.click("#next a.button")
        self.window.wait_for_url(re.compile("/pay/"))
        expect(self.window.locator(".lead-number")).to_be_visible()
        self.fits()


def said_on(html: str) -> set[str]:
    """Everything that the parts of a page claim."""
    parts = HTMLParser(html).css("[data-says]")
    return {claim for part in parts for claim in str(part.attributes["data-says"]).split("|") if claim}


def asked(buyer: Buyer) -> None:
    buyer.orders()
    buyer.moved("reviewing")
    buyer.sees("reviewing")
    buyer.moved("needs_info", substatus="Vilken stad?")
    buyer.sees("question")
    expect(buyer.window.locator("#next")).to_contain_text("Vilken stad?")
    buyer.window.fill("#message", "Göteborg")
    buyer.window.click("#next form button")
    buyer.window.wait_for_url(re.compile("#next"))
    buyer.sees("answered")
    buyer.window.click("#next summary")
    buyer.window.fill("#message", "Och Mölndal")
    buyer.window.click("#next form button")
    expect(buyer.window.locator("#next")).to_contain_text("2 ")
    buyer.sees("answered")
    buyer.moved("reviewing")
    buyer.sees("reviewing")


def delivered(buyer: Buyer) -> None:
    """Draft and final are read from their letters, and the rescan is used."""
    buyer.orders(url=buyer.shop.site.url("/"))
    buyer.pays()
    buyer.moved("paid")
    buyer.window.goto(buyer.shop.link_in_letter(buyer.email, "Your draft is ready|Ditt utkast är klart"))
    expect(buyer.window.locator(".notice.warn")).to_be_visible()
    buyer.sees("draft_there")
    buyer.moved("in_progress", "delivered", patch={"spec_md": SPEC})
    buyer.window.goto(buyer.shop.link_in_letter(buyer.email, "Your cold-read is done|Din cold-read är klar"))
    expect(buyer.window.locator("h1")).to_have_text("Klart")
    buyer.fits()
    buyer.sees("delivered_rescan")
    buyer.window.click("section:has(#rescan) form button")
    buyer.fits()
    buyer.window.click("form:has(input[name=sure]) button")
    buyer.window.wait_for_url(re.compile("/r/"))
    expect(buyer.window.locator(".gauge")).to_be_visible()
    buyer.fits()
    buyer.sees("delivered")


def unseen(buyer: Buyer) -> None:
    """The page cannot be opened: its HTML is sent, and the draft comes."""
    buyer.orders(url=f"http://{buyer.shop.site.place}/not-here")
    buyer.pays()
    buyer.moved("paid")
    # a browser that asks again and again would take a core
    until(lambda: found(buyer.shop.server, order_remarks, order_id=buyer.order_id, kind="unseen"))
    buyer.is_stale = True
    buyer.sees("page")
    buyer.window.set_input_files(
        "#html", {"name": "index.html", "mimeType": "text/html", "buffer": SOURCE.encode()}
    )
    buyer.window.click("#next form button")
    buyer.window.wait_for_url(re.compile("#next"))
    buyer.is_stale = True  # once the letter is there
    buyer.shop.link_in_letter(buyer.email, "Your draft is ready|Ditt utkast är klart")
    buyer.sees("draft_there")


def by_phone(buyer: Buyer) -> None:
    """A private person pays by mobile payment, and withdraws after it: the money goes back."""
    buyer.orders(mobile=True)
    buyer.pays()
    swish = "a[href^='https://app.swish.nu']"
    expect(
        buyer.window.locator(f"section:has(#mobile) {swish}").locator("visible=true").first
    ).to_be_visible()
    buyer.moved("paid", "in_progress")
    buyer.sees("in_work")
    buyer.window.fill("#said", "Vi har stängt på måndagar")
    buyer.window.click("section:has(#say-title) form button")
    buyer.window.wait_for_url(re.compile("#told"))
    expect(buyer.window.locator("#told")).to_contain_text("Vi har stängt på måndagar")
    buyer.sees("in_work")
    withdraw(buyer)
    buyer.sees("withdrawn_paid")
    buyer.refunded()
    buyer.sees("refunded")


def withdrawn(buyer: Buyer) -> None:
    """Before the invoice is written: whose details it needs, and that it is on its way."""
    buyer.orders()
    buyer.moved("reviewing", "accepted", "billing_pending")
    buyer.sees("invoice_details")
    buyer.window.click("#next a.button")
    buyer.window.fill("#company_name", "Bageri AB")
    buyer.window.fill("#org_number", "556036-0793")
    buyer.window.click("form[action*='/billing'] button")
    buyer.window.wait_for_url(re.compile("done=billing"))
    buyer.fits()
    buyer.sees("invoice_coming")
    withdraw(buyer)
    buyer.sees("withdrawn")
    buyer.moved("rejected", substatus="Withdrawn by the buyer")
    buyer.sees("withdrawn_closed")


def withdraw(buyer: Buyer) -> None:
    buyer.window.click("details:has(#name) > summary")
    buyer.window.fill("#name", "Anna Ek")
    buyer.window.click("details:has(#name) form button")
    buyer.window.wait_for_url(re.compile("#next"))


def refunded(buyer: Buyer) -> None:
    """After the delivery: what was delivered stays."""
    buyer.orders()
    buyer.pays()
    buyer.moved("paid", "in_progress", "delivered", patch={"spec_md": SPEC})
    buyer.refunded()
    buyer.sees("refunded_final")
    buyer.window.click("a[href*='/spec']")
    expect(buyer.window.locator("h1")).to_have_text("Klart")


def refused(buyer: Buyer) -> None:
    buyer.orders()
    buyer.moved("rejected", substatus="Vi granskar inte spelsidor")
    buyer.sees("rejected")
    expect(buyer.window.locator("#next")).to_contain_text("Vi granskar inte spelsidor")


def run_out(buyer: Buyer) -> None:
    buyer.orders()
    buyer.moved("expired")
    buyer.sees("expired")


FIRST = Reader(device=PHONE, lang="sv", scripts=True)
SECOND = Reader(device=PHONE, lang="en", scripts=False)
THIRD = Reader(device=DESK, lang="sv", scripts=False)
FOURTH = Reader(device=DESK, lang="en", scripts=True)
WAYS: tuple[tuple[Callable[[Buyer], None], tuple[Reader, ...]], ...] = (
    (asked, (FIRST, FIRST.opposite)),
    (delivered, (SECOND, SECOND.opposite)),
    (unseen, (THIRD,)),
    (by_phone, (FIRST,)),
    (withdrawn, (SECOND, FOURTH)),
    (refunded, (THIRD,)),
    (refused, (FOURTH,)),
    (run_out, (SECOND,)),
)


@pytest.fixture
def open_window(chromium: Browser) -> Iterator[Callable[[Shop, Reader], Page]]:
    contexts = []

    def open_one(shop: Shop, reader: Reader) -> Page:
        context = chromium.new_context(
            base_url=shop.server.url, java_script_enabled=reader.scripts, **reader.device
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    ("way", "reader"),
    [
        pytest.param(way, reader, id=f"{way.__name__}-{reader.name}")
        for way, readers in WAYS
        for reader in breadth.some(readers, 1)
    ],
)
def test_every_way_ends_somewhere_and_no_page_says_two_things(
    open_window: Callable[..., Page], server: Shop, way: Callable[[Buyer], None], reader: Reader
) -> None:
    way(Buyer(open_window(server, reader), server, reader, way.__name__))


@pytest.fixture
def later(server: Shop) -> Iterator[Callable[[str], Shop]]:
    """The same service, so many days later; the other one rests meanwhile."""
    started = []

    def start(clock: str) -> Shop:
        data = Path(server.server.environ["COLDREAD_DATA_DIR"])
        then = ServerProcess(server.server.environ["COLDREAD_DATABASE_URL"], data)
        then.environ = {
            **server.server.environ,
            "COLDREAD_PORT": str(then.port),
            "COLDREAD_BASE_URL": then.url,
        }
        then.start(clock=clock)
        started.append(then)
        return dataclasses.replace(server, server=then)

    yield start
    for then in started:
        then.stop()


def test_on_day_29_what_was_promised_still_stands(
    open_window: Callable[..., Page], server: Shop, later: Callable[[str], Shop]
) -> None:
    """The rescan by the page's own form, an invoice that is still open, and work that is late says so.

    The last test of the file: a service that lives later takes everything of today for old.
    """
    to_bill = ("reviewing", "accepted", "billing_pending")
    ends = {"delivered_rescan": (*to_bill, "paid", "in_progress", "delivered"), "payment": to_bill}
    ends["late"] = (*to_bill, "paid", "in_progress")
    readers = (FIRST, FIRST.opposite)
    orders: dict[tuple[str, str], str] = {}
    for name, steps in ends.items():
        for reader in readers:
            placed = server.server.order(url=server.site.url("/"), language=reader.lang).json()
            orders[name, reader.name] = placed["order_id"]
            server.move(
                placed["order_id"], *steps, **({"patch": {"spec_md": SPEC}} if "delivered" in steps else {})
            )
    then = later("+29d")
    for reader in readers:
        buyer = Buyer(open_window(then, reader), then, reader, "later")
        for name in ends:
            buyer.order_id = orders[name, reader.name]
            buyer.sees(name)
            if name == "delivered_rescan":
                buyer.window.click("section:has(#rescan) form button")
                buyer.window.click("form:has(input[name=sure]) button")
                buyer.window.wait_for_url(re.compile("/r/"))
                expect(buyer.window.locator(".gauge")).to_be_visible()
                buyer.sees("delivered")

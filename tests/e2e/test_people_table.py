"""The table state × event × person, walked: each row in a real browser, on its day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from coldread.mail.letters import BY_KIND
from coldread.mail.tables import letters
from coldread.orders.rules.buyer_view import BUYER_ROWS
from coldread.orders.tables import artifacts, orders
from coldread.pages.console.next_step import NEXT_ROWS
from tests.console.visitor import PASSWORD
from tests.e2e.people_table import ALWAYS, STORIES, Row
from tests.harness.browser import open_browser
from tests.harness.patience import ANSWER_S, until
from tests.harness.process import ServerProcess, run
from tests.harness.rows import found
from tests.harness.website import Website
from tests.pages.conftest import SELLER, UNLIMITED

pytestmark = pytest.mark.together("clock")

PAGE = "<html lang=en><title>Bread</title><main><h1>Fresh bread every morning</h1><p>Order now.</p></main>"
BY_NAME = {row.name: row for row in BUYER_ROWS}
EMAIL = "anna@shop.example"
#: what the buyer of a language holds in the hand: a computer, or a phone that runs no scripts
BUYERS: dict[str, dict[str, Any]] = {
    "en": {},
    "sv": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "java_script_enabled": False,
    },
}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({"/": PAGE}) as made:
        yield made


class Walk:
    """One order, its buyer's window, its operator's window, and the service on its day."""

    def __init__(self, folder: Path, chromium: Browser, site: Website, lang: str) -> None:
        self.folder, self.chromium, self.site, self.lang = folder, chromium, site, lang
        self.server = ServerProcess(
            f"sqlite:///{folder / 'coldread.db'}",
            folder / "data",
            scan_allow_hosts=site.place,
            scan_engine="lite",
            draft_after_s="3600",
            bank_account="991-2346",
            **SELLER,
            **UNLIMITED,
        )
        self.hour = -1
        self.order_id = ""
        self.known: set[str] = set()
        self.has_written = False
        self.waits_for_money = False
        self.buyer, self.desk = self._window(**BUYERS[lang]), self._window()

    def _window(self, **device: Any) -> Page:
        window = self.chromium.new_context(base_url=self.server.url, locale=self.lang, **device).new_page()
        window.set_default_timeout(1000 * ANSWER_S)
        return window

    def close(self) -> None:
        self.buyer.context.close()
        self.desk.context.close()
        self.server.stop()

    def on(self, day: int, hour: int) -> None:
        """The service, at that time; whoever worked in the console signs in again."""
        at = 24 * day + hour
        if at == self.hour:
            return
        self.server.stop()
        self.server.start(clock=f"+{at}h")
        if self.hour < 0:
            assert (
                run(["operator", "add", "berit"], self.server.environ, typed=PASSWORD + "\n").returncode == 0
            )
        self.hour = at
        self.desk.context.clear_cookies()
        self.desk.goto("/console/login")
        self.desk.fill("#name", "berit")
        self.desk.fill("#password", PASSWORD)
        self.desk.click("main button[type=submit]")
        self.desk.wait_for_selector("nav.views")

    # What the buyer does.

    def orders(self, method: str) -> None:
        window = self.buyer
        window.goto(f"/order?lang={self.lang}")
        window.fill("#url", self.site.url("/"))
        window.fill("#goal", "More cafés book a tasting")
        window.fill("#audience", "Owners of cafés")
        window.fill("#contact_email", EMAIL)
        if method == "invoice":
            window.check("#billing_method_preference")
            window.fill("#company_name", "Bageri AB")
            window.fill("#org_number", "556036-0793")
        else:
            window.check("#mobile")
            window.check("#waiver")
        window.check("#terms")
        window.click("main form button:not([type=button])")
        window.wait_for_url(re.compile(r"/o/INV-"))
        self.order_id = re.search(r"INV-\w{8}", window.url).group()  # type: ignore[union-attr]

    def orders_by_agent(self) -> None:
        answer = self.server.order(
            url=self.site.url("/"),
            contact_email=EMAIL,
            language=self.lang,
            billing_method_preference="mobile_payment",
        )
        self.order_id = answer.raise_for_status().json()["order_id"]

    def answers(self) -> None:
        self._at_order()
        self.buyer.fill("#message", "Mondays and Thursdays")
        self._sends("/info")
        self.has_written = True

    def writes(self, words: str) -> None:
        self._at_order()
        self.buyer.fill("#said", words)
        self._sends("/say")
        self.has_written = True

    def withdraws(self) -> None:
        self._at_order()
        self.buyer.click("details:has(#name) > summary")
        self.buyer.fill("#name", "Anna Ek")
        self._sends("/withdraw")

    def consents(self) -> None:
        """As a private person, on the pay page: what the form would have asked."""
        self.buyer.goto(f"/pay/{self.order_id}?lang={self.lang}")
        self.buyer.check("#waiver")
        self.buyer.click("form:has(#waiver) button")
        self.buyer.wait_for_load_state()

    def rescans(self) -> None:
        self._at_order()
        self._sends("/rescan")
        self.buyer.click("form:has(input[name=sure]) button")
        self.buyer.wait_for_url(re.compile("/r/"))

    def _at_order(self) -> None:
        self.buyer.goto(f"/o/{self.order_id}?lang={self.lang}")

    def _sends(self, end: str) -> None:
        form = self.buyer.locator(f"form[action*='{self.order_id}{end}']")
        with self.buyer.expect_navigation():
            form.locator("button").click()

    # What the operator does.

    def moves(self, to: str, *filled: str) -> None:
        """With the form of the step: `name=value` fills a field, a bare name ticks a box."""
        self._at_desk()
        self.waits_for_money = to == "billing_pending" or (self.waits_for_money and to != "paid")
        form = self._opened(f"form[action$='/move/{to}']")
        for each in filled:
            name, is_text, value = each.partition("=")
            field = form.locator(f"#{to}-{name}")
            field.fill(value) if is_text else field.check()
        self._submitted(form)

    def marks_as_paid(self) -> None:
        """The service writes the draft at once and publishes it after an hour; the row is of when it is written."""
        self.moves("paid", "confirm")
        until(lambda: found(self.server, artifacts, order_id=self.order_id, file="spec_draft.md"))

    def reads(self) -> None:
        self._at_desk()
        self._submitted(self.desk.locator("#new form[action$='/read']"))

    def delivers(self) -> None:
        self.desk.goto(f"/console/o/{self.order_id}/draft")
        self.desk.fill("#spec_md", "# Done\n\nSay what you sell.")
        with self.desk.expect_navigation():
            self.desk.click("button[value=save]")
        self.desk.goto(f"/console/o/{self.order_id}/deliver")
        self.desk.check("#confirm")
        self._submitted(self.desk.locator("form[action$='/deliver']"))

    def gives_back(self) -> None:
        self._at_desk()
        form = self._opened("form[action$='/refund']")
        form.locator("#refund-reason").fill("As the terms say.")
        form.locator("#refund-confirm").check()
        self._submitted(form)

    def mails(self) -> None:
        """Ticks off the first ready mail, sent from the operator's own program."""
        self._at_desk()
        form = self.desk.locator("section:has(#mail) details[open] form[action$='/remark']").first
        self._submitted(form)

    def _at_desk(self) -> None:
        self.desk.goto(f"/console/o/{self.order_id}")

    def _opened(self, wanted: str) -> Locator:
        form = self.desk.locator(wanted)
        if not form.is_visible():
            self.desk.locator(f"details:has({wanted}) > summary").first.click()
        return form

    def _submitted(self, form: Locator) -> None:
        with self.desk.expect_navigation():
            form.locator("button[type=submit]").click()
        assert self.desk.locator(".notice.bad").count() == 0, self.desk.inner_text("main")

    # What the service does by itself.

    def lets_time_pass(self) -> None:
        """The hour alone changes what is shown, and which letters leave."""

    def runs_out(self) -> None:
        until(lambda: found(self.server, orders, id=self.order_id)[0].status == "expired", every=0.1)

    def forgets(self) -> None:
        until(lambda: found(self.server, orders, id=self.order_id)[0].contact_email is None, every=0.1)

    # What they see.

    def seen(self, row: Row) -> Row:
        """The row as the pages have it."""
        return Row(
            who=row.who,
            does=row.does,
            told=row.told,
            day=row.day,
            hour=row.hour,
            **self._buyers_view(row),
            **self._operators_view(row),
            letters=self._left(row),
        )

    def _buyers_view(self, row: Row) -> dict[str, Any]:
        answer = self.buyer.goto(f"/o/{self.order_id}?lang={self.lang}")
        assert answer is not None
        if answer.status == 404:
            return {"buyer": "", "can": frozenset(), "papers": frozenset()}
        assert not self.buyer.evaluate("document.documentElement.scrollWidth > innerWidth"), row
        heading = self.buyer.inner_text("#next-title")
        claims = self.buyer.get_attribute("#next", "data-says")
        fits = [
            each.name
            for each in BUYER_ROWS
            if each.heading(self.lang) == heading and "|".join(each.claims) == claims
        ]
        forms = self.buyer.locator("main form[action]").evaluate_all("all => all.map(one => one.action)")
        does = {re.search(rf"{self.order_id}/([\w-]+)", each).group(1) for each in forms}  # type: ignore[union-attr]
        if self.buyer.locator(f"#next a[href*='/pay/{self.order_id}']").count():
            does.add("pay")
        links = self.buyer.locator("section:has(#files) a, #next a").evaluate_all(
            "all => all.map(one => one.href)"
        )
        papers = {name for name, mark in PAPERS.items() if any(re.search(mark, link) for link in links)}
        for link in links:
            assert self.buyer.request.get(link.replace("mailto:", "/?")).ok, link
        return {
            "buyer": row.buyer if row.buyer in fits else "/".join(fits),
            "can": frozenset(does),
            "papers": frozenset(papers),
        }

    def _operators_view(self, row: Row) -> dict[str, Any]:
        # no script makes the rows of the queue: they are asked for without drawing the page
        turns = [
            view
            for view in ("mine", "buyer")
            if f'id="at-{self.order_id}"' in self.desk.request.get(f"/console?view={view}").text()
        ]
        self._at_desk()
        forms = self.desk.locator("main form[action]").evaluate_all(
            "all => all.map(one => one.getAttribute('action'))"
        )
        may = {each.rpartition("/")[2] for each in forms}
        if self.desk.locator("a[href$='/deliver']").count():
            may.add("deliver")
        if self.desk.locator("#new").count():
            may.add("read")
        # beside every message is a field for a reply, as long as the buyer can write
        buyer_writes = not {"say", "info"}.isdisjoint(row.can)
        assert ("reply" in may) == (self.has_written and buyer_writes), row
        # a sum can be noted from the bill until all has come in, also late, of an order that has ended
        assert ("part" in may) == self.waits_for_money, row
        return {
            "operator": self.desk.get_attribute("[data-next]", "data-next"),
            "turn": "/".join(turns),
            "may": frozenset(may) - ALWAYS - {"reply", "part"},
        }

    def _left(self, row: Row) -> tuple[str, ...]:
        """The letters to the buyer that left since the last row, in the order in which they were written."""
        until(lambda: len(self._letters()) >= len(row.letters), why=row.letters, every=0.1)
        left = self._letters()
        self.known |= {letter.message_id for letter in left}
        return tuple(letter.kind for letter in left)

    def _letters(self) -> list[Any]:
        return [
            letter
            for letter in sorted(found(self.server, letters), key=lambda each: int(each.id))
            if letter.about.partition("/")[0] == self.order_id
            and BY_KIND[letter.kind].to == "customer"
            and letter.sent_at is not None
            and letter.message_id not in self.known
        ]


PAPERS = {
    "final": r"/spec(\?lang=\w+)?$",
    "draft": "version=draft",
    "receipt": r"receipt\.pdf",
    "invoice": r"invoice\.pdf",
    "withdrawal": r"withdrawal\.pdf",
    "rescan": "/r/",
}


#: what a row can name
EVENTS: dict[str, Callable[..., None]] = {
    event.__name__: event
    for event in (
        Walk.orders,
        Walk.orders_by_agent,
        Walk.answers,
        Walk.writes,
        Walk.withdraws,
        Walk.consents,
        Walk.rescans,
        Walk.moves,
        Walk.marks_as_paid,
        Walk.reads,
        Walk.delivers,
        Walk.gives_back,
        Walk.mails,
        Walk.lets_time_pass,
        Walk.runs_out,
        Walk.forgets,
    )
}


@pytest.mark.parametrize(
    ("story", "lang"),
    [(story, ("en", "sv")[number % 2]) for number, story in enumerate(STORIES)],
)
def test_every_row_holds(tmp_path: Path, chromium: Browser, site: Website, story: str, lang: str) -> None:
    """Every other story is told to a Swedish buyer with a phone that runs no scripts, and done by a Swedish operator."""
    walk = Walk(tmp_path, chromium, site, lang)
    try:
        for number, row in enumerate(STORIES[story]):
            walk.on(row.day, row.hour)
            EVENTS[row.does](walk, *row.told)
            assert walk.seen(row) == row, f"{story}, row {number}"
    finally:
        walk.close()


def test_the_rows_name_what_the_tables_have() -> None:
    rows = [row for story in STORIES.values() for row in story]
    assert {row.buyer for row in rows} - {""} <= set(BY_NAME)
    assert {row.operator for row in rows} <= {each.name for each in NEXT_ROWS}
    assert {day for row in rows if (day := row.day)} >= {4, 8, 35, 400}

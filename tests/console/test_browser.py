"""The console in a real browser; orders are walked through it by `tests/e2e/test_people_table.py`.

Without scripts every form of the console is sent by the other files of this folder, which have no browser at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Dialog, Page

from coldread.base.clock import Clock
from coldread.jobs.tables import jobs
from coldread.mail.tables import letters
from coldread.orders.tables import order_webhooks, webhook_events
from coldread.payments.tables import payment_reconciliations, payment_refunds, payments
from coldread.submissions.tables import submissions
from coldread.watches.rules import WatchEnded, WatchState
from coldread.watches.tables import watches
from tests.console.visitor import PASSWORD
from tests.harness.breadth import WHOLE
from tests.harness.process import ServerProcess
from tests.harness.reach import CUT, MOVES, tab_to
from tests.harness.rows import put
from tests.pages.payloads import PAYLOADS

AXE = resources.files("coldread.scanner.visit.render.vendor").joinpath("axe.min.js").read_text("utf-8")
RUN_AXE = """() => axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    resultTypes: ["violations"]})
  .then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.target.join(" ")).slice(0, 3).join(", ")))"""
CONTRAST = RUN_AXE.replace(
    RUN_AXE[RUN_AXE.index("{runOnly") : RUN_AXE.index("]})") + 2],
    '{runOnly: ["color-contrast"], resultTypes: ["violations"]}',
)
PAGE = "<title>Bread</title>\n<h1>Bread</h1>\n<p>Buy it</p>\n"


def test_a_session_that_ends_in_the_editor_and_a_second_hand_lose_no_word(
    open_console: Callable[..., Page], server: ServerProcess
) -> None:
    order_id: str = server.order(html=PAGE).json()["order_id"]
    for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress"):
        server.move(order_id, step).raise_for_status()
    page = open_console()
    page.goto(f"/console/o/{order_id}/draft")
    keep_often = "document.querySelector('form[data-editor]').dataset.every = 200"
    page.evaluate(keep_often)
    page.context.clear_cookies()
    page.fill("#spec_md", "# Two hours of work")
    page.wait_for_selector("text=Not saved: you are signed out")
    assert "Sign in" not in page.inner_text("[data-preview]"), "no page of ours is taken for a preview"
    page.click("a:text-is('Sign in again')")
    page.fill("#name", "berit")
    page.fill("#password", PASSWORD)
    page.click("button[type=submit]")
    page.wait_for_selector("text=Kept at")
    assert page.input_value("#spec_md") == "# Two hours of work"

    other = page.context.new_page()
    other.goto(f"/console/o/{order_id}/draft")
    other.evaluate(keep_often)
    other.fill("#spec_md", "# The second tab")
    other.wait_for_selector("text=Kept at")
    page.evaluate(keep_often)
    page.fill("#spec_md", "# The first tab")
    page.wait_for_selector("text=Not saved: this text was changed elsewhere")
    page.click("button:text-is('Show both versions')")
    page.wait_for_selector("h1:text-is('Two versions')")
    assert (page.input_value("#spec_md"), page.input_value("#theirs")) == (
        "# The first tab",
        "# The second tab",
    )
    page.evaluate(AXE)
    assert page.evaluate(RUN_AXE) == []


def test_no_text_is_called_unsaved_that_the_server_has_stored(
    open_console: Callable[..., Page], server: ServerProcess
) -> None:
    """The gaps are left out of what a button of the editor has just stored: this browser holds nothing of its own."""
    order_id: str = server.order(html=PAGE).json()["order_id"]
    for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress"):
        server.move(order_id, step).raise_for_status()
    page = open_console()
    page.goto(f"/console/o/{order_id}/draft")
    page.fill("#spec_md", "# Done\n\nThe headline.\n\nWrite to ⟦your address⟧ today.")
    page.locator("button:text-is('Deliver the final …')").click()
    page.locator("button:text-is('Leave them all out')").click()
    page.wait_for_selector("text=The gaps are left out below")
    assert "⟦" not in page.input_value("#spec_md")
    assert page.locator("[data-found]").is_hidden()
    assert page.evaluate("Object.keys(localStorage)") == []
    page.reload()
    assert page.locator("[data-found]").is_hidden()


@pytest.fixture(scope="module")
def paths(server: ServerProcess) -> list[str]:
    """Every page of the console, each in the states that look different."""

    def order_in(*steps: str, **fields: object) -> str:
        order_id: str = server.order(**fields).json()["order_id"]
        for step in steps:
            server.move(order_id, step, note="Note").raise_for_status()
        return order_id

    to_paid = ("reviewing", "accepted", "billing_pending", "paid")
    billing = {"company_name": "Bageri AB", "org_number": "556036-0794"}
    fresh = order_in(billing=billing, agent_name="Bot", competitors=["https://c.example/"])
    pending = order_in(*to_paid[:3], language="sv", html=PAGE)
    working = order_in(*to_paid, "in_progress", html=PAGE)
    server.move(working, "delivered", patch={"spec_md": "# Final\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"})
    other = order_in(*to_paid, "in_progress", html=PAGE)
    trouble(server, other)
    watched_pages(server)
    return [
        "/console",
        "/console?view=all",
        "/console?q=nothing",
        f"/console/o/{fresh}",
        f"/console/o/{pending}",
        f"/console/o/{working}",
        f"/console/o/{other}",
        f"/console/o/{other}/draft",
        f"/console/o/{other}/deliver",
        f"/console/o/{working}/draft",
        f"/console/o/{working}/draft/1",
        "/console/new",
        "/console/ops",
        "/console/people?email=anna@shop.example",
        "/console/colleagues",
        "/console/watches",
        "/console/watches?emails=1",
        "/console/o/INV-11111111",
    ]


def watched_pages(server: ServerProcess) -> None:
    """A watch in each state, with a long address."""
    now = Clock().now()
    more = {
        "goal": "demo",
        "audience": "",
        "language": "en",
        "rhythm": "daily",
        "asked_at": now,
        "queued_until": 0,
    }
    for number, state in enumerate(WatchState):
        put(server, watches, id=str(number) * 22, history_id=f"h{number}" * 11, url=f"https://a.example/{'z' * 90}", page_hash="p",
            host="a.example", email="anna@shop.example", mailbox_hash=str(number), state=state, failures=0, second_looks=0, runs=number,
            due_at=now, ends_at=now, ended_because=WatchEnded.FAILED if state == WatchState.OVER else None, **more)  # fmt: skip


def trouble(server: ServerProcess, order_id: str) -> None:
    """A row in every list of the operations page."""
    now, tx = Clock().now(), f"0x{'ab' * 32}"
    put(server, jobs, queue="work", name="nobody.does-this", key="x:1", arguments="{}", state="dead", due_at=now, tries=9,
        error="Traceback: it broke", created_at=now)  # fmt: skip
    put(server, letters, kind="order_received", about="INV-11111111", recipient="anna@shop.example", language="en",
        details="{}", message_id="<1@shop.example>", written_at=now, tries=3, error="550 unknown here")  # fmt: skip
    put(server, order_webhooks, id="w" * 32, order_id=order_id, name="w", form="order", url=f"https://a.example/{'x' * 90}",
        created_at=now, holder="", busy_until=0, retry_at=0)  # fmt: skip
    put(server, webhook_events, event_id="e" * 32, webhook_id="w" * 32, order_id=order_id, kind="order.status_changed",
        status="paid", at=now, due_at=now, given_up_at=now, tries=9, error="no answer")  # fmt: skip
    money = {
        "route": "scan-paid",
        "payer": f"0x{'cd' * 20}",
        "amount": 2_000_000,
        "currency": "0xusd",
        "chain_id": 1,
    }
    put(server, payment_refunds, tx_hash=tx, challenge_id="c", reason="the page did not answer", noted_at=now, leg="",
        **money)  # fmt: skip
    put(server, payments, challenge_id="c", credential_hash="h", body_digest="d", kind="hash", tx_hash=tx, state="refund_due",
        budget_day=0, tries=1, created_at=now, **money)  # fmt: skip
    line = {"kind": "foreign", "amount": 1, "tx_hash": tx, "payer": None, "why": "none of ours"}
    books = {"method": "tempo", "first_block": 1, "last_block": 2, "chain_sum": 3, "ledger_sum": 2, "bought": 1, "owed": 1,
             "awaited": 0, "filed": 1, "lines": [line]}  # fmt: skip
    put(server, payment_reconciliations, method="tempo", at=now, next_block=3, report=json.dumps(books))
    put(server, submissions, id="s" * 32, endpoint_url=f"https://a.example/{'y' * 90}", name="Agent", status="received",
        received_at=now)  # fmt: skip


def test_axe_finds_nothing_on_any_page_light_or_dark_and_none_is_wider_than_a_phone_cut_or_moving(
    open_console: Callable[..., Page], paths: list[str]
) -> None:
    page = open_console(viewport={"width": 320, "height": 700}, reduced_motion="reduce")
    found = {}
    for number, path in enumerate(paths):
        page.emulate_media(color_scheme="light")
        page.goto(path)
        page.wait_for_selector("h1")
        page.evaluate(AXE)
        faults = page.evaluate(RUN_AXE)
        if WHOLE or number % 2:  # what the scheme can change is contrast, by a few colours for all pages
            page.emulate_media(color_scheme="dark")
            faults += [f"dark {fault}" for fault in page.evaluate(CONTRAST)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append("wider than 320 px")
        faults += [f"cut: {one}" for one in page.evaluate(CUT)]
        faults += [f"moves: {one}" for one in page.evaluate(MOVES)[:3]]
        if faults:
            found[path] = faults
    assert found == {}


def test_no_page_scrolls_sideways_from_a_small_phone_to_a_wide_screen_in_swedish(
    open_console: Callable[..., Page], paths: list[str]
) -> None:
    """Its words are longer."""
    page = open_console(locale="sv-SE")
    found = {}
    for path in paths:
        page.set_viewport_size({"width": 320, "height": 700})
        page.goto(path)
        page.wait_for_selector("h1")
        assert page.get_attribute("html", "lang") == "sv"
        for width in (320, 390, 600, 768, 1024, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 900})
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found[path] = width
                break
        page.set_viewport_size({"width": 320, "height": 700})
        page.evaluate(AXE)
        if faults := page.evaluate(RUN_AXE):
            found[path] = faults
    assert found == {}


def test_the_login_page_has_no_fault_either(chromium: Browser, server: ServerProcess) -> None:
    context = chromium.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/console/login")
    page.evaluate(AXE)
    assert page.evaluate(RUN_AXE) == []
    context.close()


def test_keys_walk_through_the_queue_and_the_queue_renews_itself(
    open_console: Callable[..., Page], server: ServerProcess, paths: list[str]
) -> None:
    page = open_console()
    page.goto("/console?view=all")
    page.keyboard.press("j")
    first = page.evaluate("document.activeElement.id")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") != first
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == first
    added = server.order(url="https://renewed.example/").json()["order_id"]
    page.wait_for_selector(f"text={added}")
    assert page.evaluate("document.activeElement.id") == first, "the focus stays"
    page.keyboard.press("Enter")
    page.wait_for_selector(f".state .mono:has-text('{first.removeprefix('at-')}')")


def test_an_order_is_accepted_billed_and_asked_about_by_keys_alone_in_the_operators_own_zone(
    open_console: Callable[..., Page], server: ServerProcess
) -> None:
    first, second = (server.order(html=PAGE).json()["order_id"] for _ in range(2))
    page = open_console(timezone_id="Asia/Tokyo")
    page.goto(f"/console/o/{first}")
    assert page.locator("section:has(#request) time").first.inner_text().endswith("GMT+9")
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.id") == "billing_pending-looked", "no picture is shown"
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=The pay page is open")
    assert "billing pending" in page.inner_text("p.state")
    page.goto(f"/console/o/{second}")
    page.keyboard.press("q")
    assert page.evaluate("document.activeElement.id") == "needs_info-question"
    page.keyboard.type("Which city?")
    tab_to(page, "form[action$='/move/needs_info'] button")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=The order waits for the answer")
    assert "Which city?" in page.inner_text("section:has(#answers)")
    page.keyboard.press("u")
    page.wait_for_selector("nav.views")


def test_nothing_that_a_buyer_sends_runs_in_the_operators_browser(
    open_console: Callable[..., Page], server: ServerProcess
) -> None:
    assert len(set(PAYLOADS)) >= 55
    page = open_console()
    heard: list[str] = []

    def hear(dialog: Dialog) -> None:
        heard.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", hear)
    page.on(
        "console", lambda said: heard.append(said.text) if "Content Security Policy" in said.text else None
    )
    page.on("pageerror", lambda error: heard.append(str(error)))
    waiting = list(PAYLOADS)
    seen = []
    while waiting:
        given = [waiting.pop() if waiting else "plain text" for _ in range(11)]
        order_id = poisoned(server, given)
        for path in ("", "/draft", "/deliver"):
            page.goto(f"/console/o/{order_id}{path}")
            page.wait_for_selector("h1")
            assert page.evaluate("window.pwned") is None, given
        seen.append(page.inner_text("main"))
    page.goto("/console?view=all")
    page.wait_for_selector("h1")
    page.goto("/console/ops")
    page.goto(f"/console?q={quote(PAYLOADS[0])}")
    assert page.evaluate("window.pwned") is None
    assert heard == []
    assert str(7919 * 7907) not in "".join(seen), "no template runs what it shows"


def poisoned(server: ServerProcess, given: list[str]) -> str:
    """An order in work whose every free field is an attack, with a specification and a diff of the same kind."""
    a, b, c, d, e, f, g, h, i, j, k = given
    placed = server.order(
        goal=f"Goal {a}"[:240],
        audience=f"Audience {b}"[:240],
        constraints=f"Constraint {c}",
        pain_point=d[:280],
        notes=e[:500],
        html=f,
        agent_name=g[:100],
        agent_on_behalf_of=h[:200],
        repo_format=k[:50],
        billing={"company_name": i[:200], "address": j, "contact_person": k[:120]},
    )
    assert placed.status_code == 201, placed.text
    order_id: str = placed.json()["order_id"]
    for step in ("reviewing", "accepted", "billing_pending"):
        server.move(order_id, step, note=a, substatus=b[:120]).raise_for_status()
    text = "\n\n".join(given)
    server.move(order_id, "paid", patch={"spec_md": text, "external_reference": c[:200]}).raise_for_status()
    server.move(order_id, "in_progress", patch={"spec_md": f"# {d}\n\n{text}"}).raise_for_status()
    return order_id

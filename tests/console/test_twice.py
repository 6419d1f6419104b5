"""A slow network, two tabs, a double click: nothing that an operator typed or did is lost, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from playwright.sync_api import Dialog, Page, Route, expect

from coldread.orders.tables import artifact_versions, order_events, order_remarks, orders
from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.harness.rows import found

KEEP_OFTEN = "document.querySelector('form[data-editor]').dataset.every = 200"
IN_WORK = ("reviewing", "accepted", "billing_pending", "paid", "in_progress")


def order_in(server: ServerProcess, *steps: str) -> str:
    order_id: str = server.order().raise_for_status().json()["order_id"]
    for step in steps:
        server.move(order_id, step).raise_for_status()
    return order_id


class SlowNetwork:
    """Holds back what the editor sends to be kept, until it is let go."""

    def __init__(self, page: Page) -> None:
        self.page, self.is_slow, self.held = page, True, list[Route]()
        page.route("**/draft/keep", self.hold)

    def hold(self, route: Route) -> None:
        if self.is_slow:
            self.held.append(route)
        else:
            route.continue_()

    def wait_for_one(self) -> None:
        def came() -> bool:
            self.page.wait_for_timeout(20)  # lets the browser speak, asked again until the deadline
            return bool(self.held)

        until(came)

    def let_go(self) -> None:
        self.is_slow = False
        for route in self.held:
            route.continue_()

    def forget(self) -> None:
        """What was under way never arrives."""
        self.is_slow = False


def write(page: Page, order_id: str, text: str) -> None:
    """As a person does: a click, then keys."""
    page.goto(f"/console/o/{order_id}/draft")
    page.evaluate(KEEP_OFTEN)
    page.click("#spec_md")
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def test_on_a_slow_network_kept_means_stored_and_a_button_waits_for_its_turn(
    open_console: Callable[..., Page], server: ServerProcess
) -> None:
    order_id = order_in(server, *IN_WORK)
    page = open_console()
    network = SlowNetwork(page)
    write(page, order_id, "# Slowly")
    network.wait_for_one()
    assert "Kept" not in page.inner_text("[data-told]"), "it is on its way, no more"
    page.keyboard.type(" written")
    page.click("button:text-is('Save a version')")
    expect(page.locator("[data-told]")).to_have_text("Saving …")
    network.let_go()
    page.wait_for_selector("text=Saved.")
    assert page.input_value("#spec_md") == "# Slowly written", "and nobody is in conflict with himself"


def test_leaving_while_it_is_being_saved_is_asked_about_and_loses_nothing(
    open_console: Callable[..., Page], server: ServerProcess
) -> None:
    order_id = order_in(server, *IN_WORK)
    page = open_console()
    network = SlowNetwork(page)
    write(page, order_id, "# Half a sentence")
    network.wait_for_one()
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.goto("/console")
    assert asked == ["beforeunload"]
    network.forget()
    page.goto(f"/console/o/{order_id}/draft")
    page.wait_for_selector("text=Kept at")
    assert page.input_value("#spec_md") == "# Half a sentence"


def test_a_double_click_on_save_is_one_version_and_no_conflict(
    open_console: Callable[..., Page], server: ServerProcess
) -> None:
    order_id = order_in(server, *IN_WORK)
    for number, scripts in enumerate((True, False), start=1):
        page = open_console(java_script_enabled=scripts)
        page.goto(f"/console/o/{order_id}/draft")
        page.fill("#spec_md", f"# Version {number}")
        page.dblclick("button:text-is('Save a version')")
        page.wait_for_selector("text=Saved.")
        assert page.input_value("#spec_md").strip() == f"# Version {number}"
        mine = found(server, artifact_versions, order_id=order_id, file="spec_draft.md", author="berit")
        assert len(mine) == number


def test_a_double_click_bills_notes_delivers_and_enters_once(
    open_console: Callable[..., Page], server: ServerProcess
) -> None:
    """Without scripts: both clicks reach the server."""
    page = open_console(java_script_enabled=False)
    order_id = order_in(server)
    page.goto(f"/console/o/{order_id}")
    page.fill("#billing_pending-reference", "F-2026-17")
    page.check("#billing_pending-looked")
    page.dblclick("button:text-is('Accept, and ask for payment')")
    page.wait_for_selector("text=The pay page is open")
    moves = [row.to_status for row in found(server, order_events, order_id=order_id, actor="berit")]
    assert moves == ["reviewing", "accepted", "billing_pending"]
    page.fill("#remark-note", "Rang, ingen svarade")
    page.dblclick("button:text-is('Add the note')")
    page.wait_for_selector("text=Noted in the audit trail")
    assert len(found(server, order_remarks, order_id=order_id, kind="note")) == 1

    for step in ("paid", "in_progress"):
        server.move(order_id, step).raise_for_status()
    page.goto(f"/console/o/{order_id}/draft")
    page.fill("#spec_md", "# Klart")
    page.click("button:text-is('Save a version')")
    page.wait_for_selector("text=Saved.")
    page.goto(f"/console/o/{order_id}/deliver")
    page.check("#confirm")
    page.dblclick("button:text-is('Deliver')")
    page.wait_for_selector("text=Delivered. The buyer")
    assert httpx.get(f"{server.url}/deliverables/{order_id}/spec_final.md").text.strip() == "# Klart"

    page.goto("/console/new")
    page.fill("#url", "https://shop.invalid/")
    page.fill("#goal", "More calls")
    page.fill("#audience", "Bakers")
    page.fill("#contact_email", "telephone@shop.example")
    page.dblclick("button:text-is('Enter the order')")
    page.wait_for_url("**/console/o/INV-*")
    assert len(found(server, orders, contact_email="telephone@shop.example")) == 1


def test_what_was_typed_outlives_the_press_of_another_button(
    open_console: Callable[..., Page], server: ServerProcess
) -> None:
    """A question is half written; then the buyer's message is marked as read on the same page."""
    order_id = order_in(server)
    headers = {"Sec-Fetch-Site": "same-origin"}
    said = httpx.post(f"{server.url}/o/{order_id}/say", data={"said": "Can you be brief?"}, headers=headers)
    assert said.status_code == 303
    page = open_console()
    page.goto(f"/console/o/{order_id}")
    page.click("summary:text-is('Ask the buyer a question')")
    page.fill("#needs_info-question", "Which city are you in?")
    page.click("button:text-is('I have read it')")
    page.wait_for_selector("text=Marked as read")
    expect(page.locator("#needs_info-question")).to_be_visible()
    assert page.input_value("#needs_info-question") == "Which city are you in?"
    page.locator("form[action$='/needs_info'] button[type=submit]").click()
    page.wait_for_selector("text=Which city are you in?")
    page.goto(f"/console/o/{order_id}")
    assert "Which city" not in "".join(
        page.locator("textarea").evaluate_all("all => all.map(one => one.value)")
    )

"""What an operator does to an order by forms alone, on both databases."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.orders.acts.page_unreachable import note_unreachable
from coldread.orders.order_scans import note_scan
from coldread.orders.rules.lifecycle import STATE, STATES, Status
from coldread.pages.console.apply_moves import ways_from
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from tests.console.visitor import Visitor
from tests.harness.desk import audit, desk
from tests.harness.service import WAYS, Service


@pytest.fixture
def berit(service: Service) -> Visitor:
    return Visitor(service).sign_in()


def test_only_legal_moves_are_offered(quick_service: Service) -> None:
    visitor = Visitor(quick_service).sign_in()
    for status in WAYS:
        order_id = quick_service.order_in(status)
        visitor.see(f"/console/o/{order_id}")
        actions = [str(form.attributes.get("action")) for form in visitor.page.css("form")]
        offered = {action.rpartition("/")[2] for action in actions if "/move/" in action}
        if visitor.page.css_first(f'a[href="/console/o/{order_id}/deliver"]') is not None:
            offered.add("delivered")
        assert offered == {to.value for to in ways_from(STATE[Status(status)].to)}, status


def test_an_order_is_walked_to_its_final_by_forms(berit: Visitor) -> None:
    order_id = berit.service.order(html="<h1>Bread</h1>\n")["order_id"]
    berit.see("/console")
    assert order_id in berit.text
    berit.see(f"/console/o/{order_id}")
    assert "Next: accept, ask or decline" in berit.send("/move/reviewing", note="Looks fine")
    berit.send("/move/accepted", looked="yes")
    berit.send("/move/billing_pending", method="umbrella_invoice", reference="F-2026-17")
    berit.send("/move/paid", amount="4 875", confirm="yes", note="Bankgiro")
    berit.send("/move/in_progress")
    order = berit.service.seen(order_id)
    assert (order["status"], order["billing_method_final"], order["external_reference"]) == (
        "in_progress",
        "umbrella_invoice",
        "F-2026-17",
    )
    trail = audit(berit.service, order_id)
    assert [entry["actor"] for entry in trail] == ["api", *["berit"] * 5]
    assert trail[-2]["note"] == "4875 SEK received. Bankgiro"


def test_one_form_takes_a_new_order_to_the_bill_and_the_next_one_is_at_hand(berit: Visitor) -> None:
    first, second = (berit.service.order(html="x")["order_id"] for _ in range(2))
    berit.see(f"/console/o/{first}")
    text = berit.send("/move/billing_pending", method="umbrella_invoice", reference="F-1", looked="yes")
    assert f"Next order: {second}" in text
    entries = audit(berit.service, first)
    assert [entry["to"] for entry in entries] == [
        "submitted",
        "reviewing",
        "accepted",
        "billing_pending",
    ]
    assert berit.service.seen(first)["external_reference"] == "F-1"
    assert berit.fields("/move/paid")["amount"] == "4875", "the price stands there already"
    assert "Nothing was changed" in berit.send("/move/paid", 400, note="Bankgiro")
    assert "Bankgiro" in berit.fields("/move/paid")["note"]


def test_no_way_leads_past_money_or_over_a_question() -> None:
    for row in STATES:
        for to, way in ways_from(row.to).items():
            assert way[-1] == to
            assert all(not STATE[passed].asks and not STATE[passed].paid_for for passed in way[:-1]), (
                row,
                way,
            )


WRONG_PAYMENTS: tuple[tuple[dict[str, str], str], ...] = (
    ({"amount": "4875"}, "Tick the box first"),
    ({"amount": "3900", "confirm": "yes"}, "The price is 4875 SEK"),
    ({"amount": "lots", "confirm": "yes"}, "whole kronor"),
    ({"amount": "", "confirm": "yes"}, "whole kronor"),
    ({"amount": "4875", "confirm": "yes", "reference": "x" * 201}, "at most 200"),
)


def test_paid_needs_the_right_amount_and_a_tick_and_keeps_what_was_typed(quick_service: Service) -> None:
    visitor = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("billing_pending")
    visitor.see(f"/console/o/{order_id}")
    for typed, why in WRONG_PAYMENTS:
        assert why in visitor.send("/move/paid", 400, **{"note": "By hand", "reference": "", **typed})
        assert visitor.fields("/move/paid")["note"] == "By hand"
        assert visitor.fields("/move/paid")["amount"] == typed["amount"]
    assert quick_service.seen(order_id)["status"] == "billing_pending"


def test_another_amount_and_another_method_are_possible_when_meant(berit: Visitor) -> None:
    order_id = berit.service.order_in("billing_pending")
    berit.see(f"/console/o/{order_id}")
    berit.send("/move/paid", amount="3900", method="mobile_payment", confirm="yes")
    assert berit.service.seen(order_id)["price"]["total"] == 3900
    other = berit.service.order_in("billing_pending")
    berit.see(f"/console/o/{other}")
    berit.send("/move/paid", amount="100", differs="yes", confirm="yes")
    assert audit(berit.service, other)[-1]["note"] == "100 SEK received."


def test_what_changed_meanwhile_is_looked_at_again_first(berit: Visitor) -> None:
    order_id = berit.service.order_in("reviewing")
    berit.see(f"/console/o/{order_id}")
    berit.service.move(order_id, "needs_info")
    berit.service.move(order_id, "reviewing")
    assert "changed in the meantime" in berit.send("/move/accepted", 409, looked="yes")
    assert berit.service.seen(order_id)["status"] == "reviewing"
    berit.see(f"/console/o/{order_id}")
    berit.send("/move/accepted", looked="yes")
    assert berit.service.seen(order_id)["status"] == "accepted"


@pytest.mark.parametrize("to", ["accepted", "billing_pending"])
def test_nobody_accepts_a_page_unseen(berit: Visitor, to: str) -> None:
    order_id = berit.service.order(html="x")["order_id"]
    berit.see(f"/console/o/{order_id}")
    assert "Look at the page first" in berit.send(f"/move/{to}", 400)
    assert berit.service.seen(order_id)["status"] == "submitted"
    berit.send(f"/move/{to}", looked="yes", note="On my phone")
    assert berit.service.seen(order_id)["status"] == to
    assert audit(berit.service, order_id)[-1]["note"] == "Looked at the page without a scan. On my phone"


@pytest.mark.parametrize(("kept", "status"), [("record.z", 400), ("mobile.jpg", 200)])
def test_a_picture_that_is_shown_is_look_enough(berit: Visitor, kept: str, status: int) -> None:
    service, order_id = berit.service, berit.service.order(html="x")["order_id"]
    page = {"reviews": [], "chat_summary": "", "lead_qualified": False, "caveats": []}
    sight = ScanOutcome(source="lite", page=page, observations_hash="0" * 64, pictures={kept: b"the page"})
    wanted = ScanRequest(url="https://shop.example/", brief=Brief(goal=PrimaryGoal.DEMO))
    service.write(store_outcome, service.services, wanted, sight, "seen")
    service.write(note_scan, order_id, "seen", "look")
    berit.see(f"/console/o/{order_id}")
    berit.send("/move/accepted", status)


def test_declining_needs_its_tick(berit: Visitor) -> None:
    order_id = berit.service.order()["order_id"]
    berit.see(f"/console/o/{order_id}")
    assert "Tick the box" in berit.send("/move/rejected", 400)
    berit.send("/move/rejected", confirm="yes", substatus="Not our kind of page")
    assert berit.service.seen(order_id)["substatus"] == "Not our kind of page"


def test_a_refund_waives_billing_and_moves_nothing(berit: Visitor) -> None:
    order_id = berit.service.order_in("paid")
    before = berit.service.seen(order_id)
    berit.see(f"/console/o/{order_id}")
    assert "Tick the box" in berit.send("/refund", 400, reason="As you asked", note="Bankgiro 17 Nov")
    assert "refunded" in berit.send("/refund", reason="As you asked", note="Bankgiro 17 Nov", confirm="yes")
    after = berit.service.seen(order_id)
    assert (after["status"], after["billing_status"]) == ("paid", "waived")
    assert after["updated_at"] > before["updated_at"]
    assert after["stages"] == before["stages"]
    assert "berit gave money back" in berit.text
    assert not [form for form in berit.page.css("form") if "refund" in str(form.attributes.get("action"))]
    assert not [form for form in berit.page.css("form") if "/move/" in str(form.attributes.get("action"))], (
        "the buyer reads that the work has ended"
    )


@pytest.mark.parametrize(
    ("language", "words"), [("en", "may we have the source?"), ("sv", "kan vi få källkoden?")]
)
def test_mail_to_the_buyer_is_ready_and_ticked_off(quick_service: Service, language: str, words: str) -> None:
    visitor = Visitor(quick_service).sign_in()
    order_id = quick_service.order(language=language, contact_email="a+b&c@shop.example")["order_id"]
    text = visitor.see(f"/console/o/{order_id}")
    assert words in text
    links = [str(a.attributes["href"]) for a in visitor.page.css('a[href^="mailto:"]')]
    assert all(link.startswith("mailto:a%2Bb%26c@shop.example?subject=") for link in links)
    assert "source 59 min left" in text or "source 60 min left" in text
    data = {**visitor.fields("/remark"), "kind": "asked_source", "note": ""}
    assert visitor.ask("POST", f"/console/o/{order_id}/remark", data=data).status_code == 303
    text = visitor.see(f"/console/o/{order_id}")
    assert "berit asked the buyer for the source" in text
    assert "min left" not in text


@pytest.mark.parametrize(
    ("language", "words"), [("en", "There is nothing to pay yet"), ("sv", "Du behöver inte betala något än")]
)
def test_who_accepts_without_billing_has_a_mail_that_says_yes(
    quick_service: Service, language: str, words: str
) -> None:
    visitor = Visitor(quick_service).sign_in()
    order_id = quick_service.order(language=language)["order_id"]
    for status in ("reviewing", "accepted"):
        quick_service.move(order_id, status)
    text = visitor.see(f"/console/o/{order_id}")
    assert words in text
    assert next(one.text() for one in visitor.page.css("#mail ~ details[open] summary")).startswith("Say yes")
    data = {**visitor.fields("/remark"), "kind": "told_yes", "note": ""}
    assert visitor.ask("POST", f"/console/o/{order_id}/remark", data=data).status_code == 303
    text = visitor.see(f"/console/o/{order_id}")
    assert "mailed the buyer that the order is accepted" in text
    assert not visitor.page.css("#mail ~ details[open]")


def test_who_cannot_read_the_page_is_told_to_ask_for_another_way_before_anything_else(berit: Visitor) -> None:
    order_id = berit.service.order_in("paid")
    berit.service.write(
        note_unreachable, berit.service.services.settings, order_id, "drafts", "the site did not answer"
    )
    berit.see(f"/console/o/{order_id}")
    assert "Ask the buyer for another way to it first" in " ".join(berit.text.split())
    assert not berit.page.css("details.step[open]"), "starting the final is not what comes next"
    (mail,) = berit.page.css("#mail ~ details[open] summary")
    assert mail.text().startswith("Ask for another way")
    data = {**berit.fields("/remark"), "kind": "asked_source", "note": ""}
    berit.ask("POST", f"/console/o/{order_id}/remark", data=data)
    berit.see(f"/console/o/{order_id}")
    assert "The buyer was asked for another way to it" in " ".join(berit.text.split())


def test_remarks_that_are_not_written_by_hand_are_refused(quick_service: Service) -> None:
    visitor = Visitor(quick_service).sign_in()
    order_id = quick_service.order()["order_id"]
    visitor.see(f"/console/o/{order_id}")
    for kind in ("refunded", "erased", "made-up", ""):
        data = {**visitor.fields("/remark"), "kind": kind, "note": "x"}
        assert visitor.ask("POST", f"/console/o/{order_id}/remark", data=data).status_code == 400


def test_unknown_orders_are_not_found_in_the_console_too(quick_service: Service) -> None:
    visitor = Visitor(quick_service).sign_in()
    visitor.see("/console/o/INV-11111111", 404)
    visitor.see("/console/o/nonsense", 404)


def test_a_lapsed_order_is_still_on_the_desk(berit: Visitor) -> None:
    order_id = berit.service.order_in("paid")
    berit.service.clock.move(8 * 24 * 3600 * 1_000_000)
    fresh = Visitor(berit.service).sign_in()
    assert "public address lapsed" in fresh.see(f"/console/o/{order_id}")
    fresh.send("/move/in_progress")
    seen: dict[str, Any] = desk(berit.service, order_id)
    assert seen["order"]["status"] == "in_progress"

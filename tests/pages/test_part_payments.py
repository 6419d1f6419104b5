"""A part of the price comes in: every page, letter, code and paper asks for the rest, and what must go back is counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pypdfium2
import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import DAY
from coldread.orders.acts.expire import close_expired
from coldread.orders.acts.withdrawal import withdraw
from coldread.orders.operator.queue import counts_by_view, queue
from coldread.orders.operator.queue_views import VIEW
from coldread.orders.operator.workbench import workbench
from coldread.orders.views.order_state import order_words
from coldread.pages.console.buyer_mail import ready_mails
from coldread.privacy.erase import erase_person
from coldread.privacy.export import export_person
from coldread.privacy.retention import forget_outdated
from tests.console.visitor import Visitor
from tests.harness.desk import desk
from tests.harness.service import Service
from tests.orders.test_step_letters import HERE, kinds, last, text_of, typed
from tests.pages.test_bank_payment import BANK, COMPANY, PRIVATE, billed

WAY = {"way": "bank", "payer_reference": "A SVENSSON"}


def shown(service: Service, path: str, lang: str = "en") -> str:
    page = service.get(f"{path}?lang={lang}", headers=HERE).text
    main = HTMLParser(page).css_first("main")
    assert main is not None
    return " ".join(main.text().replace("\u00a0", " ").split())


def code_of(service: Service, order_id: str) -> str:
    """What the pay page's codes and links hold, as text."""
    return service.get(f"/pay/{order_id}?lang=en", headers=HERE).text


def paper(service: Service, order_id: str, name: str = "receipt") -> str:
    pdf = service.get(f"/pay/{order_id}/{name}.pdf?lang=en").content
    pages = pypdfium2.PdfDocument(pdf)
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())


def at_desk(service: Service, order_id: str) -> Visitor:
    berit = Visitor(service).sign_in()
    berit.see(f"/console/o/{order_id}")
    return berit


def lines(service: Service, view: str = "mine") -> list[Any]:
    found: list[Any] = service.read(queue, service.settings, VIEW[view])
    return found


@pytest.fixture
def shop(sqlite_service: Callable[..., Service]) -> Service:
    return sqlite_service(**BANK)


def test_a_part_leaves_the_order_waiting_for_the_rest_on_every_page_and_paper(shop: Service) -> None:
    order_id = typed(shop, "billing_pending", **PRIVATE)
    berit = at_desk(shop, order_id)
    before = shop.seen(order_id)
    text = berit.send("/part", 200, amount="3 000", **WAY)
    assert "900 SEK remain" in text.replace("\u00a0", " ")
    assert kinds(shop)[-1] == "part_received"
    letter = last(shop)
    assert letter["Subject"].replace("\u00a0", " ") == (
        "We received 3,000 SEK, 900 SEK remain: https://shop.example/"
    )
    body = text_of(letter).replace("\u00a0", " ")
    assert f"/pay/{order_id}" in body
    assert f"The reference is {order_id}" in body

    order = shop.seen(order_id)
    assert {name: order[name] for name in ("status", "next_action", "billing_status")} == {
        name: before[name] for name in ("status", "next_action", "billing_status")
    }
    assert (order["amount_received"], order["amount_remaining"]) == (3000, 900)
    assert order["price"]["total"] == 3900

    assert "3,000 SEK have come in; 900 SEK remain" in order_words(order, "rest").replace("\u00a0", " ")

    for path in (f"/o/{order_id}", f"/pay/{order_id}"):
        page = shown(shop, path)
        assert "900 SEK remain to be paid" in page, path
        assert "3,000 SEK" in page, path
    assert "Mottaget: 3 000 kr" in shown(shop, f"/o/{order_id}", "sv")
    held = code_of(shop, order_id)
    assert "amt=900&" in held
    assert "amt=3900" not in held
    assert 'data-plain="900"' in held
    assert 'data-plain="3900"' not in held


def test_the_rest_completes_the_payment_with_one_receipt_that_has_its_parts(shop: Service) -> None:
    order_id = typed(shop, "billing_pending", **PRIVATE)
    berit = at_desk(shop, order_id)
    berit.send("/part", 200, amount="3000", **WAY)
    assert berit.fields("/move/paid")["amount"] == "900", "what remains"
    assert "Note a part of the payment" in berit.send("/move/paid", 400, amount="500", confirm="yes")
    berit.send("/move/paid", amount="900", way="swish", confirm="yes")
    assert shop.seen(order_id)["status"] == "paid"
    assert (shop.seen(order_id)["amount_received"], shop.seen(order_id)["amount_remaining"]) == (3900, 0)
    assert kinds(shop).count("payment_received") == 1
    text = paper(shop, order_id)
    for part in ("bank transfer", "Swish", "3,000 SEK", "900 SEK", "Received in all 3,900 SEK"):
        assert part in text, (part, text)
    assert [one["amount"] for one in desk(shop, order_id)["payments"]] == [3000, 900]
    assert desk(shop, order_id)["amount_to_return"] == 0
    assert berit.ask("POST", f"/console/o/{order_id}/part", data={"amount": "1"}).status_code in (400, 403)


def test_the_api_completes_a_payment_that_had_begun_in_parts(shop: Service) -> None:
    order_id = billed(shop, "1001", **COMPANY)
    berit = at_desk(shop, order_id)
    berit.send("/part", 200, amount="4000", **WAY)
    invoice = paper(shop, order_id, "invoice")
    assert "Remains to be paid 875 SEK" in invoice
    assert "Amount: 875 SEK" in invoice
    assert shop.move(order_id, "paid").status_code == 200
    assert [one["amount"] for one in desk(shop, order_id)["payments"]] == [4000, 875]
    assert "Received in all 4,875 SEK" in paper(shop, order_id)


def test_a_noted_part_is_corrected_or_undone_until_the_payment_is_complete(shop: Service) -> None:
    order_id = typed(shop, "billing_pending", **PRIVATE)
    berit = at_desk(shop, order_id)
    berit.send("/part", 200, amount="3000", **WAY)
    berit.send("/part/correct", amount="2000")
    assert shop.seen(order_id)["amount_remaining"] == 1900
    assert "correction" in last(shop)["Subject"]
    assert "1,900 SEK remain" in text_of(last(shop)).replace("\u00a0", " ")
    sent = len(kinds(shop))
    berit.send("/part/correct", payer_reference="ANNA S")
    assert len(kinds(shop)) == sent, "the sum is the same"
    berit.send("/part/correct", undo="yes")
    assert shop.seen(order_id)["amount_received"] == 0
    assert "It is time to pay" in shown(shop, f"/o/{order_id}")
    trail = [entry.did("en") for entry in shop.read(workbench, shop.settings, order_id).trail]
    assert trail.count("corrected a noted part of the payment") == 3


def test_a_sum_that_is_none_is_refused_with_what_was_typed(shop: Service) -> None:
    order_id = typed(shop, "billing_pending", **PRIVATE)
    berit = at_desk(shop, order_id)
    for typed_in, said in (
        ({"amount": "3900"}, "all that remains"),
        ({"amount": "0"}, "more than nothing"),
        ({"amount": "3000", "received": "2999-01-01"}, "not later than today"),
        ({"amount": "3000", "received": "yesterday"}, "not later than today"),
    ):
        assert said in berit.send("/part", 400, **{**WAY, **typed_in})
        assert berit.fields("/part")["amount"] == typed_in["amount"]
    berit.see(f"/console/o/{order_id}")
    stale = {**berit.fields("/part"), "amount": "100"}
    berit.send("/part", 200, amount="3000", **WAY)
    assert berit.ask("POST", f"/console/o/{order_id}/part", data=stale).status_code == 409
    assert shop.seen(order_id)["amount_received"] == 3000


def test_more_than_the_price_is_shown_to_pay_back_and_counted(shop: Service) -> None:
    order_id = typed(shop, "billing_pending", **PRIVATE)
    berit = at_desk(shop, order_id)
    berit.send("/part", 200, amount="3000", **WAY)
    assert "900 SEK remain to be paid, not 1000" in berit.send(
        "/move/paid", 400, amount="1000", confirm="yes"
    )
    text = berit.send("/move/paid", amount="1000", confirm="yes", differs="yes")
    assert "100 SEK came in and must go back" in text.replace("\u00a0", " ")
    assert "100 SEK more than the price" in text_of(last(shop)).replace("\u00a0", " ")
    assert "100 SEK more than the price came in" in shown(shop, f"/o/{order_id}")
    assert "More than the price: goes back to the buyer 100 SEK" in paper(shop, order_id)
    assert [line.flags[0] for line in lines(shop)] == ["money to return"]
    assert berit.fields("/refund")["amount"] == "100"
    berit.send("/refund", amount="100", reason="You paid too much.", confirm="yes")
    assert desk(shop, order_id)["amount_to_return"] == 0
    assert shop.seen(order_id)["billing_status"] == "confirmed", "the work goes on"
    assert "money to return" not in lines(shop, "work")[0].flags


@pytest.mark.parametrize("end", ["withdrawn", "rejected", "expired"])
def test_an_order_that_ends_with_a_part_paid_asks_the_operator_to_pay_it_back(
    sqlite_service: Callable[..., Service], end: str
) -> None:
    shop = sqlite_service(**BANK, operator_email="op@coldread.example")
    order_id = typed(shop, "billing_pending", **PRIVATE)
    berit = at_desk(shop, order_id)
    berit.send("/part", 200, amount="3000", **WAY)
    if end == "withdrawn":
        shop.write(withdraw, shop.settings, order_id, "person", "Anna Ek")
        assert "The 3,000 SEK that had come in go back to you" in shown(shop, f"/o/{order_id}")
        assert "3,000 SEK that had come in go back" in text_of(last(shop)).replace("\u00a0", " ")
        berit.see(f"/console/o/{order_id}")
        berit.send("/move/rejected", confirm="yes")
    elif end == "rejected":
        berit.send("/move/rejected", confirm="yes", substatus="We cannot read it.")
        assert "3,000 SEK that had come in go back" in text_of(last(shop)).replace("\u00a0", " ")
    else:
        shop.clock.move(31 * DAY)
        shop.write(close_expired, shop.services)
    assert kinds(shop).count("money_to_return") == 1
    assert desk(shop, order_id)["amount_to_return"] == 3000
    (line,) = lines(shop)
    assert "money to return" in line.flags
    assert shop.read(counts_by_view)["mine"] == 1

    shop.clock.move(40 * DAY)
    shop.write(forget_outdated, shop.services)
    assert desk(shop, order_id)["order"]["contact_email"], "nobody is forgotten to whom money is owed"
    erased = shop.write(erase_person, shop.services, "anna@shop.example", "berit")
    assert erased.owed == (order_id,)

    berit = at_desk(shop, order_id)
    assert "Pay back what came in" in berit.text
    assert berit.fields("/refund")["amount"] == "3000"
    berit.send("/refund", amount="3000", reason="The order has ended.", confirm="yes")
    assert desk(shop, order_id)["amount_to_return"] == 0
    assert lines(shop) == []
    erased = shop.write(erase_person, shop.services, "anna@shop.example", "berit")
    assert erased.gone == (order_id,)
    assert [one["reference"] for one in desk(shop, order_id)["payments"]] == [None]


def test_money_that_comes_after_the_end_is_noted_to_go_back(shop: Service) -> None:
    order_id = typed(shop, "billing_pending", **PRIVATE)
    berit = at_desk(shop, order_id)
    berit.send("/move/rejected", confirm="yes", substatus="No.")
    sent = len(kinds(shop))
    berit.send("/part", 200, amount="3900", **WAY)
    assert desk(shop, order_id)["amount_to_return"] == 3900
    assert len(kinds(shop)) == sent, "nothing remains to be paid"
    berit.send("/part/correct", undo="yes")
    assert desk(shop, order_id)["amount_to_return"] == 0


def test_a_withdrawal_that_is_set_aside_leaves_the_part_as_paid(shop: Service) -> None:
    order_id = typed(shop, "billing_pending", **PRIVATE)
    berit = at_desk(shop, order_id)
    berit.send("/part", 200, amount="3000", **WAY)
    shop.write(withdraw, shop.settings, order_id, "person", "Anna Ek")
    berit.see(f"/console/o/{order_id}")
    berit.send("/go-on", because="You wrote that you changed your mind.")
    assert desk(shop, order_id)["amount_to_return"] == 0
    assert shop.seen(order_id)["amount_remaining"] == 900


def test_who_gets_no_letters_is_mailed_by_hand_and_the_reminder_asks_for_the_rest(shop: Service) -> None:
    order_id = shop.order_in("billing_pending", billing_method_preference="mobile_payment", language="sv")
    berit = at_desk(shop, order_id)
    berit.send("/part", 200, amount="3000", **WAY)

    def mails() -> dict[str, Any]:
        bench = shop.read(workbench, shop.settings, order_id)
        return {mail.kind: mail for mail in ready_mails(bench, shop.settings)}

    assert mails()["told_part"].needed
    assert "återstår 900" in mails()["told_part"].body.replace("\u00a0", " ") or "900 kr återstår" in mails()[
        "told_part"
    ].body.replace("\u00a0", " ")
    berit.send("/remark", kind="told_part")
    berit.send("/remark", kind="billed")
    reminder = mails()["reminded"].body.replace("\u00a0", " ")
    assert "3 000 kr av 3 900 kr har kommit in" in reminder
    assert "900 kr återstår att betala" in reminder


def test_a_part_is_in_the_export_of_the_person(shop: Service) -> None:
    order_id = typed(shop, "billing_pending", **PRIVATE)
    at_desk(shop, order_id).send("/part", 200, amount="3000", **WAY)
    (order,) = shop.read(export_person, shop.services, "anna@shop.example")["orders"]
    assert [(one["amount"], one["way"], one["reference"]) for one in order["payments"]] == [
        (3000, "bank", "A SVENSSON")
    ]

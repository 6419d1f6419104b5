"""Who orders on the form is told of each step by letter, once; who orders by API gets the contract's two."""

from __future__ import annotations

import json
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import HOUR, MINUTE
from coldread.base.db import Session
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from coldread.orders.acts.ask_buyer import ask_outside_wait
from coldread.orders.acts.billing import note_reference
from coldread.orders.operator.alarms import warn_of_finals, write_to_buyers_of_late_finals
from coldread.orders.operator.workbench import workbench
from coldread.orders.queries import find_order
from coldread.pages.console.buyer_mail import ReadyMail, ready_mails
from tests.harness.desk import refund
from tests.harness.service import WAYS, Service

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
FORM = {
    "url": "https://shop.example/",
    "goal": "More trial sign-ups",
    "audience": "Owners of small bakeries",
    "contact_email": "anna@shop.example",
    "terms": "yes",
}
COMPANY = {
    "company_name": "Bageri AB",
    "org_number": "556036-0793",
    "billing_method_preference": "umbrella_invoice",
}
#: the status in which an order is, and the letters that have been written on its way there
WRITTEN = {
    "submitted": ["order_received"],
    "needs_info": ["order_received", "question_asked"],
    "accepted": ["order_received"],
    "billing_pending": ["order_received", "order_accepted"],
    "paid": ["order_received", "order_accepted", "payment_received"],
    "delivered": ["order_received", "order_accepted", "payment_received", "final_delivered"],
    "rejected": ["order_received", "order_rejected"],
}


def typed(service: Service, status: str = "submitted", lang: str = "en", **fields: str) -> str:
    """An order made on the form and moved to `status`; its id."""
    answer = service.post(f"/order?lang={lang}", data={**FORM, **fields}, headers=HERE)
    assert answer.status_code == 303, answer.text
    order_id: str = answer.headers["location"].split("/")[2].partition("?")[0]
    for step in WAYS[status]:
        question = {"question": "Which visitors?"} if step == "needs_info" else {}
        assert service.move(order_id, step, **question).status_code == 200
    return order_id


def written(service: Service) -> list[Any]:
    def ask(session: Session) -> Any:
        return session.rows(sa.select(letters).where(letters.c.kind != "new_order").order_by(letters.c.id))

    rows: list[Any] = service.read(ask)
    return rows


def kinds(service: Service) -> list[str]:
    return [row.kind for row in written(service)]


def ready(session: Session, service: Service, order_id: str) -> list[ReadyMail]:
    bench = workbench(session, service.settings, order_id)
    assert bench is not None
    return ready_mails(bench, service.settings)


def last(service: Service) -> EmailMessage:
    return compose(written(service)[-1], "hello@coldread.test")


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def html_of(message: EmailMessage) -> str:
    body = message.get_body(("html",))
    assert body is not None
    return str(body.get_content())


@pytest.mark.parametrize("status", WRITTEN)
def test_an_order_of_the_form_brings_a_letter_at_each_step(service: Service, status: str) -> None:
    order_id = typed(service, status)
    assert kinds(service) == WRITTEN[status]
    assert {row.recipient for row in written(service)} == {"anna@shop.example"}
    for row in written(service):
        message = compose(row, "hello@coldread.test")
        assert f"/{order_id}" in text_of(message)
        assert html_of(message).count('class="button"') == 1, "one button"


def test_an_order_by_api_gets_the_contracts_letters_alone_whatever_it_calls_itself(service: Service) -> None:
    for source in ("web", "agent"):
        order_id = service.order_in("billing_pending", source=source)
        service.move(order_id, "paid")
        service.clock.move(80 * HOUR)
        service.write(write_to_buyers_of_late_finals, service.services)
        service.order_in("rejected", source=source)
        service.order_in("needs_info", source=source)
    assert kinds(service) == []


def test_a_letter_is_in_the_buyers_language_and_says_what_there_is_to_say(service: Service) -> None:
    typed(service, "needs_info", lang="sv")
    question = last(service)
    assert question["Subject"] == "En fråga om din beställning: https://shop.example/"
    assert "Which visitors?" in text_of(question)
    assert "Svara på frågan</a>" in html_of(question)


def test_a_refusal_says_why_and_nothing_of_the_note(service: Service) -> None:
    order_id = typed(service)
    service.move(order_id, "rejected", substatus="We read no casinos.", note="bad payer")
    assert "The reason: We read no casinos." in text_of(last(service))
    assert "bad payer" not in str(last(service))


def test_each_question_has_its_letter_and_the_same_one_sent_twice_has_one(service: Service) -> None:
    order_id = typed(service, "needs_info")
    service.clock.move(MINUTE)
    service.move(order_id, "reviewing")
    service.move(order_id, "needs_info", question="And which price?")
    assert kinds(service) == ["order_received", "question_asked", "question_asked"]
    service.clock.move(MINUTE)
    service.move(order_id, "reviewing")
    for step in ("accepted", "billing_pending", "paid"):
        service.move(order_id, step)
    for _ in range(2):
        service.write(ask_outside_wait, service.settings, order_id, "berit", "Which logo?")
    assert kinds(service)[-2:] == ["payment_received", "question_asked"]
    assert "Which logo?" in text_of(last(service))


def test_the_pay_letter_says_what_is_missing_and_comes_again_with_the_number(service: Service) -> None:
    order_id = typed(service, "billing_pending", **COMPANY)
    assert "We are writing the invoice" in text_of(last(service))
    service.clock.move(HOUR)

    def number(session: Session) -> None:
        order = find_order(session, order_id)
        assert order is not None
        note_reference(session, service.settings, order_id, order.updated_at, "berit", "F-17")

    service.write(number)
    assert kinds(service) == ["order_received", "order_accepted", "order_accepted"]
    again = last(service)
    assert again["Subject"].startswith("Your invoice F-17 is ready")
    assert "The last day to pay is 29\u00a0November 2026." in text_of(again)
    assert f"https://coldread.test/pay/{order_id}" in text_of(again)


def test_the_receipt_is_attached(service: Service) -> None:
    order_id = typed(service, "paid", **COMPANY)
    (attached,) = last(service).iter_attachments()
    assert attached.get_content_type() == "application/pdf"
    assert attached.get_filename() == f"coldread-Receipt-{order_id}.pdf"
    assert attached.get_content().startswith(b"%PDF")
    paper = json.loads(written(service)[-1].details)["paper"]
    assert ["row", "VAT 25%", "975\u00a0SEK", ""] in paper["parts"]


def test_a_late_final_is_told_once_and_not_to_who_has_left(service: Service) -> None:
    order_id, gone, back = typed(service, "paid"), typed(service, "paid"), typed(service, "in_progress")
    service.post(f"/o/{gone}/withdraw", data={"name": "Anna"}, headers=HERE)
    refund(service, back)
    before = len(kinds(service))
    service.clock.move(71 * HOUR)
    assert service.write(write_to_buyers_of_late_finals, service.services) == 0
    service.clock.move(HOUR)
    assert service.write(write_to_buyers_of_late_finals, service.services) == 1
    assert service.write(write_to_buyers_of_late_finals, service.services) == 0
    assert kinds(service)[before:] == ["final_late"]
    assert written(service)[-1].about == order_id
    assert "due on 18\u00a0November 2026, 10:20" in text_of(last(service))


def test_due_soon_is_never_said_of_an_order_that_was_withdrawn_or_paid_back(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(operator_email="me@coldread.test")
    for leave in (
        lambda order_id: service.post(f"/o/{order_id}/withdraw", data={"name": "Anna"}, headers=HERE),
        lambda order_id: refund(service, order_id),
        lambda order_id: None,
    ):
        leave(service.order_in("paid"))
    service.clock.move(55 * HOUR)
    assert service.write(warn_of_finals, service.services) == 1


def test_a_withdrawal_is_acknowledged_at_once_and_no_refusal_follows(service: Service) -> None:
    order_id = typed(service, "billing_pending")
    service.post(f"/o/{order_id}/withdraw", data={"name": "Anna Ek"}, headers=HERE)
    assert kinds(service)[-1] == "withdrawal_received"
    text = text_of(last(service))
    assert "reached us on 15\u00a0November 2026, 10:20" in text
    assert "Please pay nothing" in text
    assert "Anna Ek" not in text, "nothing of what was typed"
    service.move(order_id, "rejected")
    assert kinds(service)[-1] == "withdrawal_received"


def test_withdrawals_of_orders_that_nobody_has_looked_at_are_counted_like_receipts(
    make_service: Callable[..., Service],
) -> None:
    """Anybody can type anybody's address: a form and its withdraw button are no way to write to strangers."""
    service = make_service(limit_receipts_per_day="3")
    for number in range(4):
        order_id = typed(service, goal=f"More sign-ups, the {number}. time")
        service.post(f"/o/{order_id}/withdraw", data={"name": "X"}, headers=HERE)
    assert len(kinds(service)) == 3


def test_money_that_went_back_is_told_with_its_reason_each_time(service: Service) -> None:
    order_id = typed(service, "paid", **COMPANY)
    refund(service, order_id, 1000, work_goes_on=True)
    assert kinds(service)[-1] == "money_returned"
    assert "returned 1,000\u00a0SEK of the 4,875\u00a0SEK" in text_of(last(service))
    service.clock.move(HOUR)
    refund(service, order_id, 3875)
    assert "That makes 4,875\u00a0SEK in all." in text_of(last(service))
    assert "The reason: As you asked" in text_of(last(service))


def test_what_was_sent_is_ticked_off_at_the_desk(service: Service) -> None:
    by_form, by_api = typed(service, "billing_pending"), service.order_in("billing_pending", source="web")
    open_mails = {
        order_id: [mail.kind for mail in service.read(ready, service, order_id) if mail.needed]
        for order_id in (by_form, by_api)
    }
    assert open_mails == {by_form: [], by_api: ["billed"]}


@pytest.mark.parametrize(("chosen", "left"), [("order_received,order_rejected", True), ("none", False)])
def test_each_kind_can_be_switched_off(make_service: Callable[..., Service], chosen: str, left: bool) -> None:
    service = make_service(letters=chosen)
    typed(service, "billing_pending")
    typed(service, "rejected")
    assert kinds(service) == (["order_received", "order_received", "order_rejected"] if left else [])

"""Notices to the operator: in the console's language, with who ordered, which page, the price and by when to answer."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from coldread.orders.acts.buyer_message import add_buyer_message
from coldread.orders.acts.withdrawal import withdraw
from tests.harness.service import Service

BOUGHT = {
    "billing": {"company_name": "Bageri AB", "org_number": "556036-0793"},
    "billing_method_preference": "umbrella_invoice",
    "html": "x",
}


def notice(service: Service, kind: str) -> EmailMessage:
    def read(session: Session) -> EmailMessage:
        (row,) = session.rows(sa.select(letters).where(letters.c.kind == kind))
        return compose(row, "from@coldread.test")

    found: EmailMessage = service.read(read)
    return found


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("lang", "subject", "by", "price"),
    [
        ("", "New order", "promised an answer by 16 November 2026", "4,875 SEK"),
        ("en", "New order", "promised an answer by 16 November 2026", "4,875 SEK"),
        ("sv", "Ny beställning", "lovad svar senast 16 november 2026", "4 875 kr"),
    ],
)
def test_a_new_order_names_buyer_page_price_and_when_to_answer(
    make_service: Callable[..., Service], lang: str, subject: str, by: str, price: str
) -> None:
    service = make_service(operator_email="me@coldread.test", console_language=lang)
    order_id = service.order(**BOUGHT)["order_id"]
    message = notice(service, "new_order")
    assert message["Subject"] == f"{subject} {order_id}: https://shop.example/"
    text = text_of(message)
    for words in ("Bageri AB, anna@shop.example", price, by, f"/console/o/{order_id}"):
        assert words in text


def test_every_notice_of_an_order_is_in_the_operator_s_language(make_service: Callable[..., Service]) -> None:
    service = make_service(operator_email="me@coldread.test", console_language="sv")
    order_id = service.order_in("paid", **BOUGHT)
    service.write(add_buyer_message, service.settings, order_id, "Stängt på måndagar")
    said = text_of(notice(service, "info_answered"))
    assert "Bageri AB, anna@shop.example har skrivit om https://shop.example/" in said
    assert "Läs det senast" in said
    service.write(withdraw, service.settings, order_id, "agent", None)
    withdrawn = text_of(notice(service, "withdrawal_asked"))
    assert "vill ångra beställningen" in withdrawn
    assert "Anmält av: köparens agent" in withdrawn

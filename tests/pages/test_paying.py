"""The pay page: the chosen way first, digits that can be pasted, and the invoice's details where there is one."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable

import pypdfium2
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import DAY
from coldread.orders.acts.audit_notes import remarks_of
from tests.harness.desk import refund
from tests.harness.service import Service
from tests.orders.test_step_letters import typed
from tests.pages.conftest import SELLER

HTML = {"Accept": "text/html"}
HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}


def pay_page(service: Service, order_id: str, lang: str = "en") -> HTMLParser:
    return HTMLParser(service.get(f"/pay/{order_id}?lang={lang}", headers=HTML).text)


def begin_at_once(service: Service, order_id: str) -> None:
    """What the order form asks private persons."""
    assert service.post(f"/pay/{order_id}/waiver", data={"waiver": "yes"}, headers=HERE).status_code == 303


def test_a_private_person_whose_agent_ordered_is_asked_what_the_form_asks_before_paying(
    sqlite_service: Callable[..., Service],
) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in("billing_pending", billing_method_preference="mobile_payment")
    assert "app.swish.nu" not in (pay_page(service, order_id).html or "")
    refused = service.post(f"/pay/{order_id}/waiver?lang=sv", data={"waiver": ""}, headers=HERE)
    assert refused.status_code == 400
    fault = HTMLParser(refused.text).css_first("#waiver-fault")
    assert fault is not None
    assert fault.text().startswith("Kryssa i rutan")
    for _ in range(2):
        begin_at_once(service, order_id)
    assert "app.swish.nu" in (pay_page(service, order_id).html or "")
    assert [row.kind for row in service.read(remarks_of, order_id)] == ["waiver"], "kept, once"
    service.move(order_id, "paid")
    late = service.post(f"/pay/{order_id}/waiver", data={"waiver": "yes"}, headers=HERE)
    assert late.status_code == 400


def test_who_ticked_it_on_the_form_is_not_asked_again(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    order_id = typed(service, "billing_pending", billing_method_preference="mobile_payment", waiver="yes")
    assert "app.swish.nu" in (pay_page(service, order_id).html or "")


def words(pdf: bytes) -> bytes:
    """What is drawn on a PDF's pages."""
    streams = re.findall(rb"stream\r?\n(.*?)\nendstream", pdf, re.DOTALL)
    return b"".join(zlib.decompressobj().decompress(one) for one in streams if one[:1] == b"\x78")


def test_a_receipt_is_there_once_the_payment_is_confirmed_and_not_once_it_went_back(
    sqlite_service: Callable[..., Service],
) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in("billing_pending", billing_method_preference="mobile_payment")
    assert service.get(f"/pay/{order_id}/receipt.pdf").status_code == 404
    service.move(order_id, "paid")
    made = service.get(f"/pay/{order_id}/receipt.pdf?lang=sv")
    assert (made.status_code, made.headers["content-type"]) == (200, "application/pdf")
    assert b"Kvitto" in words(made.content)
    assert b"Moms 25" not in words(made.content)
    refund(service, order_id)
    assert service.get(f"/pay/{order_id}/receipt.pdf").status_code == 404


def test_the_chosen_method_leads_and_the_other_is_folded(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    for method, first in (("umbrella_invoice", "invoice"), ("mobile_payment", "mobile")):
        order_id = service.order_in("billing_pending", billing_method_preference=method)
        page = pay_page(service, order_id)
        assert [section.attributes["aria-labelledby"] for section in page.css("main section.card")] == [first]
        folded = page.css_first("main details.card")
        assert folded is not None
        assert "open" not in folded.attributes


def test_what_is_copied_is_plain_digits(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in("billing_pending", billing_method_preference="mobile_payment")
    begin_at_once(service, order_id)
    for lang in ("en", "sv"):
        page = pay_page(service, order_id, lang)
        copied = {
            name: page.css_first(f"#copy-{name}").attributes["data-plain"]  # type: ignore[union-attr]
            for name in ("to", "amount", "message")
        }
        assert copied == {"to": "1234567890", "amount": "3900", "message": order_id}


def test_the_invoice_has_a_number_and_a_pdf_only_where_it_is_one(
    sqlite_service: Callable[..., Service],
) -> None:
    service = sqlite_service(**SELLER)
    billing = {"company_name": "Bageri Łódź AB", "org_number": "556036-0793"}
    order_id = service.order_in("accepted", billing=billing)
    service.move(order_id, "billing_pending")
    assert service.get(f"/pay/{order_id}/invoice.pdf").status_code == 404
    assert "It is not an invoice" in pay_page(service, order_id).text()
    patch = {"billing_method_final": "umbrella_invoice", "external_reference": "F-2026/17"}
    service.move(order_id, "paid", patch=patch)
    made = service.get(f"/pay/{order_id}/invoice.pdf")
    assert (made.status_code, made.headers["content-type"]) == (200, "application/pdf")
    assert made.content.startswith(b"%PDF")
    assert 'filename="coldread-F-2026-17.pdf"' in made.headers["content-disposition"]
    assert "invoice.pdf" in pay_page(service, order_id).html  # type: ignore[operator]
    assert b"anna@shop.example" in words(made.content)
    service.clock.move(8 * DAY)
    for paper in ("invoice", "receipt"):
        kept = service.get(f"/pay/{order_id}/{paper}.pdf")
        assert kept.status_code == 200, "the books need it after the lapse, too"
        assert b"556036-0793" in words(kept.content)
        assert b"anna@shop.example" not in words(kept.content), "no person is named after the lapse"


def test_a_page_that_waits_for_the_payment_is_told_when_it_came(quick_service: Service) -> None:
    order_id = quick_service.order_in("billing_pending")
    waiting = pay_page(quick_service, order_id).css_first("[hx-get]")
    assert waiting is not None
    asked = waiting.attributes["hx-get"] or ""
    assert quick_service.get(asked, headers={**HTML, "HX-Request": "true"}).status_code == 204
    quick_service.move(order_id, "paid")
    assert "HX-Refresh" in quick_service.get(asked, headers={**HTML, "HX-Request": "true"}).headers


def test_a_private_receipt_names_the_buyer_and_says_what_vat_is_in_the_price(
    sqlite_service: Callable[..., Service],
) -> None:
    service = sqlite_service(**SELLER)
    order_id = typed(
        service,
        "paid",
        billing_method_preference="mobile_payment",
        waiver="yes",
        contact_person="Anna Svensson",
    )
    for lang, said, name in (
        ("en", "No VAT is part of the price, and none was added.", "Receipt"),
        ("sv", "Ingen moms ingår i priset och ingen har lagts på.", "Kvitto"),
    ):
        made = service.get(f"/pay/{order_id}/receipt.pdf?lang={lang}")
        assert f"coldread-{name}-{order_id}.pdf" in made.headers["content-disposition"]
        (text,) = (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(made.content))
        assert "Anna Svensson" in text
        assert said in " ".join(text.split())

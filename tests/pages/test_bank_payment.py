"""Whoever pays from a bank finds account, amount, reference and due date on the page, in the PDF and in the letter, and a
camera reads the same: the codes are read back from what is shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.bank import bank_account
from coldread.base.clock import DAY
from coldread.base.settings import SettingsError, read
from coldread.orders.acts.billing import note_reference
from coldread.orders.acts.expire import close_expired
from coldread.orders.queries import find_order
from tests.harness.browser import open_browser
from tests.harness.service import Service
from tests.orders.test_step_letters import HERE, last, text_of, typed
from tests.pages.conftest import SELLER

BANKGIRO, IBAN, BIC = "5805-6201", "SE3550000000054910000003", "ESSESESS"
BANK = {**SELLER, "bank_account": f"{BANKGIRO}, {IBAN}/{BIC}"}
INVOICE = {"billing_method_preference": "umbrella_invoice"}
COMPANY = {**INVOICE, "company_name": "Bageri AB", "org_number": "556036-0793"}
ABROAD = {**INVOICE, "company_name": "Bäckerei GmbH", "vat_id": "DE136695976"}
PRIVATE = {"billing_method_preference": "mobile_payment", "waiver": "yes"}


def billed(service: Service, number: str | None, **fields: str) -> str:
    order_id = typed(service, "accepted", **fields)
    method = {"billing_method_final": fields["billing_method_preference"]}
    patch = {**method, **({"external_reference": number} if number else {})}
    assert service.move(order_id, "billing_pending", patch=patch).status_code == 200
    return order_id


def read_back(picture: Image.Image) -> list[str]:
    return [found.text for found in zxingcpp.read_barcodes(picture)]


def first_page(pdf: bytes) -> Image.Image:
    image: Image.Image = pypdfium2.PdfDocument(pdf)[0].render(scale=3).to_pil()
    return image


def drawn(html: str) -> Image.Image:
    """The page's own codes as a browser draws them; in a thread, since the service has this one's event loop."""
    codes = "".join(str(each.html) for each in HTMLParser(html).css(".swish figure svg"))

    def draw() -> bytes:
        with open_browser() as browser:
            window = browser.new_page()
            window.set_content(f"<body style='margin:20px;background:#fff'>{codes}")
            return window.screenshot(full_page=True)

    with ThreadPoolExecutor(1) as pool:
        return Image.open(BytesIO(pool.submit(draw).result()))


def facts(html: str) -> dict[str, str]:
    page = HTMLParser(html)
    return {
        name: (node.attributes["data-plain"] or "")
        for name in ("account", "bic", "bank-amount", "bank-reference")
        if (node := page.css_first(f"#copy-{name}")) is not None
    }


def test_a_swedish_company_pays_its_bankgiro_bill(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**BANK)
    order_id = billed(service, "F-2026/17", **COMPANY)
    page = service.get(f"/pay/{order_id}", headers=HERE).text
    assert facts(page) == {"account": BANKGIRO, "bank-amount": "4875", "bank-reference": "F-2026/17"}
    assert "29\u00a0November 2026" in page
    pdf = service.get(f"/pay/{order_id}/invoice.pdf").content
    wanted = {
        "uqr": 1, "tp": 1, "nme": "Coldread Studio AB", "cc": "SE", "cid": "556677-8899", "iref": "F-2026/17",
        "idt": "20261115", "ddt": "20261129", "due": 4875, "vat": 975, "cur": "SEK", "pt": "BG", "acc": BANKGIRO,
    }  # fmt: skip
    assert [json.loads(code) for code in read_back(first_page(pdf))] == [wanted]
    assert wanted in [json.loads(code) for code in read_back(drawn(page)) if code.startswith("{")]
    letter = text_of(last(service))
    for said in (
        f"Coldread Studio AB, Bankgiro {BANKGIRO}",
        "4,875\u00a0SEK",
        "Reference: F-2026/17",
        "The last day to pay is 29",
    ):
        assert said in letter


def test_a_company_of_another_country_pays_without_vat_to_the_iban(
    sqlite_service: Callable[..., Service],
) -> None:
    service = sqlite_service(**BANK)
    order_id = billed(service, "F-18", **ABROAD)
    page = service.get(f"/pay/{order_id}", headers=HERE).text
    assert facts(page) == {"account": IBAN, "bic": BIC, "bank-amount": "3900", "bank-reference": "F-18"}
    wanted = [
        "BCD", "002", "1", "SCT", BIC, "Coldread Studio AB", IBAN, "", "", "", "F-18 / SEK 3900 / 2026-11-29",
    ]  # fmt: skip
    pdf = service.get(f"/pay/{order_id}/invoice.pdf").content
    assert [code.split("\n") for code in read_back(first_page(pdf))] == [wanted]
    assert wanted in [code.split("\n") for code in read_back(drawn(page))]
    assert f"IBAN SE35 5000 0000 0549 1000 0003 (BIC {BIC})" in text_of(last(service))


@pytest.mark.parametrize("has_phone", [True, False])
def test_a_private_person_pays_at_once_under_the_orders_own_name(
    sqlite_service: Callable[..., Service], has_phone: bool
) -> None:
    service = sqlite_service(**BANK | ({} if has_phone else {"mobile_payee": ""}))
    order_id = billed(service, None, **PRIVATE)
    page = service.get(f"/pay/{order_id}", headers=HERE).text
    assert facts(page) == {"account": BANKGIRO, "bank-amount": "3900", "bank-reference": order_id}
    assert page.count('id="copy-account"') == 1
    (code,) = [json.loads(code) for code in read_back(drawn(page)) if code.startswith("{")]
    assert (code["acc"], code["due"], code["iref"]) == (BANKGIRO, 3900, order_id)
    assert "ddt" not in code
    assert "vat" not in code or code["vat"] == 0


def test_nobody_is_told_an_account_before_there_is_an_invoice(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**BANK)
    order_id = billed(service, None, **COMPANY)
    assert facts(service.get(f"/pay/{order_id}", headers=HERE).text) == {}
    assert "bank account: to" not in text_of(last(service))


def test_without_an_account_nothing_changes(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    order_id = billed(service, "F-19", **COMPANY)
    assert facts(service.get(f"/pay/{order_id}", headers=HERE).text) == {}
    assert read_back(first_page(service.get(f"/pay/{order_id}/invoice.pdf").content)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "5805-6202",
        "SE3550000000054910000004/ESSESESS",
        "SE3550000000054910000003/ESSE",
        "12345",
        "5805-6201, 991-2346",
        "SE3550000000054910000003/",
    ],
)
def test_an_account_whose_checksum_or_form_is_wrong_is_refused_at_the_start(wrong: str) -> None:
    with pytest.raises(SettingsError, match="COLDREAD_BANK_ACCOUNT"):
        read({"COLDREAD_BANK_ACCOUNT": wrong})


def test_an_account_is_written_as_people_write_it() -> None:
    assert bank_account("58056201").formatted == "5805-6201"
    assert bank_account("991-2346").formatted == "991-2346"
    assert bank_account(f" {IBAN[:8]} {IBAN[8:]} / {BIC.lower()} ").bic == BIC


@pytest.mark.parametrize(
    ("method", "days"), [("umbrella_invoice", 14), ("mobile_payment", 30), ("undecided", 14)]
)
def test_the_form_and_the_status_page_give_the_same_days_to_pay(
    sqlite_service: Callable[..., Service], method: str, days: int
) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order(billing_method_preference=method)["order_id"]
    for lang, word in (("en", "days"), ("sv", "dagar")):
        status = HTMLParser(service.get(f"/o/{order_id}?lang={lang}", headers=HERE).text)
        details = status.css_first("section[aria-labelledby=details]")
        assert details is not None
        assert f"{days} {word}" in details.text()
        form: Any = HTMLParser(service.get(f"/order?lang={lang}", headers=HERE).text)
        hint = {"mobile_payment": "#mobile"}.get(method, "#billing_method_preference")
        assert f"{days} {word}" in form.css_first(f".choice:has({hint}) .hint").text()


@pytest.mark.parametrize(
    "settings, said, unsaid",
    [
        (BANK, "med Swish eller banköverföring som privatperson", "ännu inte privatpersoner"),
        (SELLER | {"bank_account": ""}, "med Swish som privatperson", "banköverföring"),
        (BANK | {"mobile_payee": ""}, "med banköverföring som privatperson", "Swish"),
        (SELLER | {"mobile_payee": "", "bank_account": ""}, "ännu inte privatpersoner", "Swish"),
    ],
)
def test_the_home_page_and_the_form_offer_a_private_person_what_there_is(
    sqlite_service: Callable[..., Service], settings: dict[str, Any], said: str, unsaid: str
) -> None:
    service = sqlite_service(**settings)
    home, form = (service.get(path, headers={"Accept-Language": "sv"}).text for path in ("/", "/order"))
    twin, terms = (
        service.get(path, headers={"Accept-Language": "sv"}).text
        for path in ("/index.md?lang=sv", "/terms?lang=sv")
    )
    for text in (home, twin):
        assert said in text
        assert unsaid not in text
    assert ("Privatpersoner</strong> kan betala" in terms) is ("ännu inte" not in said)
    offered = "ännu inte" not in said
    assert ('value="mobile_payment"' in form) is offered
    assert ("ännu inte privatpersoner" in form) is not offered
    assert ("Privatpersoner kan ångra sig" in home) is offered
    assert ("Cold-read, privatperson" in home) is offered
    if unsaid == "Swish":
        assert "Swish" not in form


@pytest.mark.parametrize(
    ("fields", "ways"),
    [
        (PRIVATE, ["swish", "bank", "invoice"]),
        (COMPANY, ["invoice", "swish"]),
    ],
)
def test_the_letter_names_the_ways_and_the_last_day_of_the_pay_page_in_its_order(
    sqlite_service: Callable[..., Service], fields: dict[str, str], ways: list[str]
) -> None:
    service = sqlite_service(**BANK)
    number = None if fields is PRIVATE else "1001"
    order_id = billed(service, number, **fields)
    page = HTMLParser(service.get(f"/pay/{order_id}?lang=en", headers=HERE).text)
    assert [str(each.attributes["data-way"]) for each in page.css("[data-way]")] == ways
    letter = " ".join(text_of(last(service)).replace("\u00a0", " ").split())
    said = {
        "swish": "With Swish: to" if ways[0] == "swish" else "with Swish instead",
        "bank": "from your bank account",
        "invoice": "have an invoice instead" if ways[0] != "invoice" else "From your bank account",
    }
    places = [letter.find(said[way]) for way in ways]
    assert -1 not in places, letter
    assert places == sorted(places)
    main = page.css_first("main")
    assert main is not None
    shown = " ".join(main.text().replace("\u00a0", " ").split())
    day = "15 December 2026" if fields is PRIVATE else "29 November 2026"
    assert f"Last day to pay: {day}" in shown
    assert f"The last day to pay is {day}" in letter
    then = (
        "After that the order closes" if fields is PRIVATE else "If nothing has come in by 15 December 2026"
    )
    assert then in shown
    assert then in letter


def test_an_invoice_written_late_can_be_paid_until_its_last_day(
    sqlite_service: Callable[..., Service],
) -> None:
    service = sqlite_service(**BANK)
    order_id = billed(service, None, **COMPANY)
    service.clock.move(25 * DAY)
    order = service.read(find_order, order_id)
    service.write(note_reference, service.settings, order_id, order.updated_at, "berit", "1001")
    service.clock.move(13 * DAY)
    service.write(close_expired, service.services)
    assert service.get(f"/pay/{order_id}", headers=HERE).status_code == 200
    assert service.read(find_order, order_id).status == "billing_pending"

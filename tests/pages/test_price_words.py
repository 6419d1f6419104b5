"""A private person reads one sum, a company the price with and without VAT, and nobody the other's words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.pages.price_words import price_for_anybody
from tests.harness.service import Service
from tests.pages.conftest import SELLER

#: what means something to a company alone
COMPANY = {
    "en": ("excluding VAT", "Net", "bookkeeping", "deduct", "Reverse charge", "reverse charge", "invoice"),
    "sv": ("exklusive moms", "Netto", "bokföring", "dra av", "skattskyldighet", "faktura"),
}
STATES = (
    "submitted",
    "reviewing",
    "accepted",
    "billing_pending",
    "paid",
    "in_progress",
    "delivered",
    "rejected",
)


def text_of(service: Service, path: str, lang: str) -> str:
    """What a page says without what is folded for the other kind of buyer, or leads elsewhere."""
    page = HTMLParser(service.get(f"{path}?lang={lang}", headers={"Accept": "text/html"}).text)
    for folded in page.css("main details"):
        folded.decompose()
    main = page.css_first("main")
    assert main is not None
    return " ".join(main.text().split())


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_no_page_speaks_to_a_private_person_as_to_a_company(
    sqlite_service: Callable[..., Service], lang: str
) -> None:
    service = sqlite_service(**SELLER)
    found = {}
    for status in STATES:
        order_id = service.order_in(status, billing_method_preference="mobile_payment")
        for path in (f"/o/{order_id}", f"/pay/{order_id}"):
            text = text_of(service, path, lang)
            assert "3,900 SEK" in text or "3 900 kr" in text
            if words := [word for word in COMPANY[lang] if word in text]:
                found[status, path[:4]] = words
    assert found == {}


@pytest.mark.parametrize(
    ("lang", "company", "private", "either"),
    [
        (
            "en",
            "3,900 SEK excluding VAT, 4,875 SEK including VAT",
            "3,900 SEK, no VAT is added",
            "4,875 SEK including VAT, of which VAT 975 SEK",
        ),
        (
            "sv",
            "3 900 kr exklusive moms, 4 875 kr inklusive moms",
            "3 900 kr, ingen moms tillkommer",
            "4 875 kr inklusive moms, varav moms 975 kr",
        ),
    ],
)
def test_each_buyer_reads_the_price_that_is_theirs(
    sqlite_service: Callable[..., Service], lang: str, company: str, private: str, either: str
) -> None:
    service = sqlite_service(**SELLER)
    told = {"umbrella_invoice": company, "mobile_payment": private, "undecided": either}
    for method, words in told.items():
        order_id = service.order(billing_method_preference=method)["order_id"]
        assert words in text_of(service, f"/o/{order_id}", lang)
    abroad = service.order(billing_method_preference="umbrella_invoice", billing={"vat_id": "DE136695976"})
    text = text_of(service, f"/o/{abroad['order_id']}", lang)
    assert ("reverse charge" if lang == "en" else "omvänd skattskyldighet") in text


def test_who_has_chosen_nothing_yet_is_told_both_sums() -> None:
    both = " ".join(price_for_anybody("sv", mobile=True).split())
    assert both == "4 875 kr inklusive moms för företag (3 900 kr exklusive), 3 900 kr för privatpersoner"
    assert (
        " ".join(price_for_anybody("en", mobile=False).split())
        == "4,875 SEK including VAT, of which VAT 975 SEK"
    )

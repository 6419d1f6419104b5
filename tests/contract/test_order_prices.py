"""What a cold-read costs, by billing method and VAT id."""

from __future__ import annotations

from typing import Any

import pytest

from tests.harness.service import WISH, Service

INVOICE = {"net": 3900, "vat_rate": 25, "vat": 975, "total": 4875, "currency": "SEK", "terms_days": 14}
REVERSE_CHARGE = {"net": 3900, "vat_rate": 0, "vat": 0, "total": 3900, "currency": "SEK", "terms_days": 14}
MOBILE = {"net": 3900, "vat_rate": 0, "vat": 0, "total": 3900, "currency": "SEK", "terms_days": 0}

GERMAN, DUTCH, GREEK = "DE136695976", "NL004495445B01", "EL094259216"  # checksums hold
GERMAN_BROKEN = "DE136695978"
SWEDISH = "SE556016068001"
BRITISH, NORWEGIAN = "GB980780684", "NO995525828MVA"  # valid, but not of the EU

ONE_STOP_SHOP = "EU372000041"  # a scheme for sellers outside the EU, not a member state

CASES: tuple[tuple[str | None, str | None, dict[str, Any]], ...] = (
    (None, None, INVOICE),
    ("undecided", None, INVOICE),
    ("umbrella_invoice", None, INVOICE),
    ("umbrella_invoice", SWEDISH, INVOICE),
    ("umbrella_invoice", GERMAN, REVERSE_CHARGE),
    ("umbrella_invoice", DUTCH, REVERSE_CHARGE),
    ("umbrella_invoice", GREEK, REVERSE_CHARGE),
    ("umbrella_invoice", GERMAN_BROKEN, INVOICE),
    ("umbrella_invoice", BRITISH, INVOICE),
    ("umbrella_invoice", NORWEGIAN, INVOICE),
    ("umbrella_invoice", ONE_STOP_SHOP, INVOICE),
    ("umbrella_invoice", "136695976", INVOICE),
    ("undecided", GERMAN, REVERSE_CHARGE),
    (None, GERMAN, REVERSE_CHARGE),
    ("mobile_payment", None, MOBILE),
    ("mobile_payment", GERMAN, MOBILE),
)


@pytest.mark.parametrize(("method", "vat_id", "price"), CASES)
def test_the_price_follows_the_billing_method_and_the_vat_id(
    lasting_service: Service, method: str | None, vat_id: str | None, price: dict[str, Any]
) -> None:
    """Line 80."""
    order = lasting_service.order(billing_method_preference=method, billing={"vat_id": vat_id})
    seen = lasting_service.seen(order["order_id"])
    assert {name: seen["price"][name] for name in price} == price
    assert (seen["amount"], seen["currency"]) == (3900, "SEK")
    assert all(
        isinstance(value, int)
        for name, value in seen["price"].items()
        if name in price and name != "currency"
    )


def test_the_final_billing_method_decides_over_the_preferred_one(service: Service) -> None:
    """Lines 4, 80."""
    order_id = service.order(billing_method_preference="umbrella_invoice")["order_id"]
    service.move(order_id, "reviewing", patch={"billing_method_final": "mobile_payment"})
    seen = service.seen(order_id)
    assert seen["billing_method_preference"] == "umbrella_invoice"
    assert seen["billing_method_final"] == "mobile_payment"
    assert {name: seen["price"][name] for name in MOBILE} == MOBILE


def test_a_dry_run_and_the_order_name_the_same_price(lasting_service: Service) -> None:
    """Line 80."""
    wish = {"billing_method_preference": "umbrella_invoice", "billing": {"vat_id": GERMAN}}
    order = lasting_service.seen(lasting_service.order(**wish)["order_id"])
    tried = lasting_service.post("/v1/cold-read-requests", json={**WISH, **wish, "dry_run": True}).json()
    assert tried["price"] == order["price"]

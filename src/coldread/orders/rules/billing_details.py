"""The recipient of an invoice, as a buyer enters it and an order shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from stdnum import luhn
from stdnum.eu import vat as eu_vat

from coldread.base.fields import Body
from coldread.payments.prices import BillingMethod


class BillingDetails(Body):
    """Who is invoiced; a business needs `org_number` or `vat_id`."""

    company_name: Annotated[str, Field(max_length=200)] | None = None
    org_number: Annotated[str, Field(min_length=8, max_length=32)] | None = Field(
        None, description="Swedish organisation number."
    )
    vat_id: Annotated[str, Field(min_length=4, max_length=32)] | None = Field(
        None, description="EU VAT id with country prefix."
    )
    address: Annotated[str, Field(max_length=500)] | None = None
    contact_person: Annotated[str, Field(max_length=120)] | None = None


def billing_gaps(method: BillingMethod, billing: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields that the operator needs before an invoice can be written; none for a mobile payment."""
    if method == BillingMethod.MOBILE_PAYMENT:
        return ()
    needed = {
        "company_name": billing.get("company_name"),
        "org_number": billing.get("org_number") or billing.get("vat_id"),
    }
    return tuple(name for name, value in needed.items() if not value)


def plausible_org_number(number: str) -> bool:
    """Whether it has ten digits with a valid checksum. Advice only."""
    digits = "".join(character for character in number if character.isdigit())
    return len(digits) in {10, 12} and luhn.is_valid(digits[-10:])


def mistyped_numbers(billing: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields whose own checksum says that they are mistyped. Advice only."""
    number, vat_id = billing.get("org_number") or "", billing.get("vat_id") or ""
    is_foreign = bool(vat_id) and not vat_id.upper().startswith("SE")
    odd = {
        "org_number": bool(number) and not is_foreign and not plausible_org_number(number),
        "vat_id": bool(vat_id) and not eu_vat.is_valid("".join(vat_id.split()).upper()),
    }
    return tuple(name for name, is_odd in odd.items() if is_odd)

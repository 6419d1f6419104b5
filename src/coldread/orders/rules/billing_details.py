"""Whom an invoice goes to, as a buyer writes it and an order shows it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from coldread.base.fields import Body


class BillingDetails(Body):
    """Whom the invoice goes to; for business invoicing `org_number` or `vat_id` is needed in practice."""

    company_name: Annotated[str, Field(max_length=200)] | None = None
    org_number: Annotated[str, Field(min_length=8, max_length=32)] | None = Field(
        None, description="Swedish organisation number."
    )
    vat_id: Annotated[str, Field(min_length=4, max_length=32)] | None = Field(
        None, description="EU VAT id with country prefix, for reverse charge."
    )
    address: Annotated[str, Field(max_length=500)] | None = None
    contact_person: Annotated[str, Field(max_length=120)] | None = None

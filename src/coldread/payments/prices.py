"""The table of prices, and the one calculation on it: what a buyer of a cold-read pays."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from stdnum.eu import vat as eu_vat

from coldread.base import money

CURRENCY = "SEK"
COLD_READ_NET = 3900


class BillingMethod(StrEnum):
    """How a cold-read is paid."""

    #: invoice with tax registration, for businesses: the default
    UMBRELLA_INVOICE = "umbrella_invoice"
    #: private persons only; no VAT, no receipt for bookkeeping
    MOBILE_PAYMENT = "mobile_payment"
    #: the buyer has not chosen; priced as an invoice
    UNDECIDED = "undecided"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rail:
    """One way to pay for a cold-read."""

    method: BillingMethod
    vat_rate: int
    terms_days: int
    meaning: str


RAILS: tuple[Rail, ...] = (
    Rail(
        method=BillingMethod.UMBRELLA_INVOICE,
        vat_rate=25,
        terms_days=14,
        meaning="Business buyers: a real invoice with tax registration. 0% VAT by reverse charge "
        "for a valid EU VAT id outside Sweden.",
    ),
    Rail(
        method=BillingMethod.MOBILE_PAYMENT,
        vat_rate=0,
        terms_days=0,
        meaning="Private persons only: no VAT, no receipt usable for bookkeeping.",
    ),
)
#: VAT prefixes of the member states except Sweden. Numbers with `EU` (one-stop shop) and `XI` are valid, but belong to
#: no member state.
# fmt: off
REVERSE_CHARGE = frozenset((
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "EL", "ES", "FI", "FR", "HR",
    "HU", "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SI", "SK",
))
# fmt: on
RAIL = {rail.method: rail for rail in RAILS} | {BillingMethod.UNDECIDED: RAILS[0]}


@dataclasses.dataclass(frozen=True, kw_only=True)
class CallPrice:
    """One pay-per-call endpoint; the amount is in millionths of a USDC."""

    name: str
    path: str
    base_units: int
    meaning: str
    #: how the payer may pay: `pull`, we send the signed transaction; `push`, the payer has sent it
    modes: tuple[str, ...] = ("pull", "push")
    #: a model does the work; `on_sale` decides what that means if none is configured
    by_model: bool = False

    @property
    def usdc(self) -> str:
        return money.decimal_text(self.base_units, money.USDC_DECIMALS)


CALLS: tuple[CallPrice, ...] = (
    CallPrice(
        name="quick-fix",
        path="/v1/quick-fix",
        base_units=100_000,
        meaning="One diagnosis, rewrite and rationale.",
        by_model=True,
    ),
    CallPrice(
        name="audit",
        path="/v1/audit",
        base_units=500_000,
        meaning="Five ranked findings with an executive summary.",
        by_model=True,
    ),
    CallPrice(
        name="scan-paid",
        path="/v1/scan-paid",
        base_units=330_000,
        meaning="A scan without the free limits.",
        modes=("pull",),  # we fetch the page before we charge: an unreachable page costs nothing
    ),
)
CALL = {call.name: call for call in CALLS}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Price:
    """What the buyer pays, in whole kronor."""

    net: int
    vat_rate: int
    vat: int
    total: int
    currency: str
    terms_days: int

    def as_json(self) -> dict[str, int | str]:
        return dict(vars(self))


def cold_read_price(method: BillingMethod, vat_id: str | None = None) -> Price:
    """The price by billing method. Reverse charge only for a valid EU VAT id outside Sweden."""
    rail = RAIL[method]
    rate = 0 if is_reverse_charge(method, vat_id) else rail.vat_rate
    tax = money.vat(COLD_READ_NET, rate)
    return Price(
        net=COLD_READ_NET,
        vat_rate=rate,
        vat=tax,
        total=COLD_READ_NET + tax,
        currency=CURRENCY,
        terms_days=rail.terms_days,
    )


def is_reverse_charge(method: BillingMethod, vat_id: str | None) -> bool:
    if method == BillingMethod.MOBILE_PAYMENT or not vat_id:
        return False
    compact = "".join(vat_id.split()).upper()
    return compact[:2] in REVERSE_CHARGE and eu_vat.is_valid(compact)

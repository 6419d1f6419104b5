"""How a price is written, by who pays: a company with and without VAT, a private person as one sum. Pure."""

from __future__ import annotations

from coldread.base.figures import kronor
from coldread.orders.rules.order import Order
from coldread.pages.page_texts import page_texts
from coldread.payments.prices import BillingMethod, Price, cold_read_price

#: which words fit this payer; before a choice, words for both
PAYERS = {
    BillingMethod.UMBRELLA_INVOICE: "company",
    BillingMethod.MOBILE_PAYMENT: "private",
    BillingMethod.UNDECIDED: "anybody",
}


def price_of(order: Order, lang: str) -> str:
    """What this order costs, in the words of its buyer."""
    payer = PAYERS[order.billing_method]
    if not order.price.vat and payer == "anybody":
        payer = "company"  # who has a VAT number of another country
    return _sentence(f"{payer}_vat" if order.price.vat else f"{payer}_no_vat", order.price, lang)


def price_for_anybody(lang: str, *, mobile: bool) -> str:
    """What a cold-read costs, for an unknown reader; `mobile`: private persons can pay that way."""
    invoice = cold_read_price(BillingMethod.UMBRELLA_INVOICE)
    private = cold_read_price(BillingMethod.MOBILE_PAYMENT)
    return _sentence("both" if mobile else "anybody_vat", invoice, lang, mobile=kronor(private.total, lang))


def _sentence(key: str, price: Price, lang: str, **more: str) -> str:
    sums = {name: kronor(getattr(price, name), lang) for name in ("net", "vat", "total")}
    return page_texts(lang, "price")(key, **sums, **more)

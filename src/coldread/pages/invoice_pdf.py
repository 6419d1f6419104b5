"""The details of an invoice as a PDF, for the buyer's records: number, seller, buyer, lines, VAT and terms."""

from __future__ import annotations

from coldread.base.dates import day
from coldread.base.settings import Settings
from coldread.orders.rules.invoice import pay_by
from coldread.orders.rules.order import Order
from coldread.pages.figures import address, kronor
from coldread.pages.pdf_sheet import Sheet
from coldread.pages.speaker import Say
from coldread.payments.prices import BillingMethod, is_reverse_charge


def has_invoice(order: Order) -> bool:
    """Whether there is an invoice whose details can be shown: the method is an invoice, and its number is known."""
    return (
        order.billing_method_final == BillingMethod.UMBRELLA_INVOICE
        and bool(order.external_reference)
        and order.billing_pending_at is not None
    )


def invoice_pdf(order: Order, settings: Settings, say: Say, lang: str, invoiced_at: int | None) -> bytes:
    """One page; `say` knows the groups of the pay page."""
    billing = order.asked.get("billing") or {}
    reverse = is_reverse_charge(order.billing_method, billing.get("vat_id"))
    sheet = Sheet(f"{say('invoice_number')} {order.external_reference}", lang)
    sheet.write(f"{say('invoice_number')} {order.external_reference}", size=20, style="B", gap=3)
    sheet.write(f"{say('reference')}: {order.id}")
    if since := invoiced_at or order.billing_pending_at:
        sheet.write(f"{say('pdf_date')}: {day(since, lang)}")
    if due := pay_by(order, invoiced_at):
        sheet.write(f"{say('due_by', when=day(due, lang))} ({say('pdf_terms', days=order.price.terms_days)})")
    if order.paid_at:
        sheet.write(say("paid", when=day(order.paid_at, lang)))
    sheet.gap(6)
    seller = (
        settings.seller_name,
        settings.seller_address,
        settings.seller_org_number and f"{say('org')} {settings.seller_org_number}",
        settings.seller_vat_id and f"{say('vat_id')} {settings.seller_vat_id}",
        settings.seller_email,
    )
    buyer = (
        billing.get("company_name"),
        billing.get("contact_person"),
        billing.get("address"),
        billing.get("org_number") and f"{say('org')} {billing['org_number']}",
        billing.get("vat_id") and f"{say('vat_id')} {billing['vat_id']}",
        order.contact_email,
    )
    for title, lines in ((say("seller"), seller), (say("buyer"), buyer)):
        sheet.write(title, size=12, style="B", gap=1)
        sheet.write("\n".join(line for line in lines if line), gap=5)
    sheet.row(say("line", page=address(order.asked.get("url", ""))), kronor(order.price.net, lang))
    sheet.row(say("net"), kronor(order.price.net, lang))
    sheet.row(say("vat", rate=order.price.vat_rate), kronor(order.price.vat, lang))
    sheet.row(say("total"), kronor(order.price.total, lang), style="B")
    sheet.gap(5)
    if reverse:
        sheet.write(say("reverse", vat=billing.get("vat_id", "")), gap=2)
    sheet.write(say("pdf_note", number=order.external_reference or ""), size=9)
    return sheet.output()

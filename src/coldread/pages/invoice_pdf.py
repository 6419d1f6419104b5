"""The details of an invoice as a PDF, for the buyer's records: number, seller, buyer, lines, VAT and terms."""

from __future__ import annotations

import unicodedata

from coldread.base.dates import day
from coldread.base.settings import Settings
from coldread.orders.rules.order import Order
from coldread.pages.figures import address, kronor
from coldread.pages.speaker import Say
from coldread.payments.prices import BillingMethod, is_reverse_charge


def has_invoice(order: Order) -> bool:
    """Whether there is an invoice whose details can be shown: the method is an invoice, and its number is known."""
    return (
        order.billing_method_final == BillingMethod.UMBRELLA_INVOICE
        and bool(order.external_reference)
        and order.billing_pending_at is not None
    )


def invoice_pdf(order: Order, settings: Settings, say: Say, lang: str, pay_by: int | None) -> bytes:
    """One page; `say` knows the groups of the pay page."""
    from fpdf import FPDF  # 0.2 s that no other page waits for

    billing = order.asked.get("billing") or {}
    reverse = is_reverse_charge(order.billing_method, billing.get("vat_id"))
    pdf = FPDF(format="A4")
    pdf.set_title(_plain(f"{say('invoice_number')} {order.external_reference}"))
    pdf.set_lang(lang)
    pdf.set_margins(22, 22)
    pdf.add_page()

    def write(text: str, *, size: int = 10, style: str = "", gap: int = 0) -> None:
        pdf.set_font("Helvetica", style, size)
        pdf.multi_cell(0, size * 0.55, _plain(text), new_x="LMARGIN", new_y="NEXT")
        pdf.ln(gap)

    def row(label: str, value: str, style: str = "") -> None:
        pdf.set_font("Helvetica", style, 10)
        pdf.cell(120, 7, _plain(label), border="B")
        pdf.cell(0, 7, _plain(value), border="B", align="R", new_x="LMARGIN", new_y="NEXT")

    write(f"{say('invoice_number')} {order.external_reference}", size=20, style="B", gap=3)
    write(f"{say('reference')}: {order.id}")
    if order.billing_pending_at:
        write(f"{say('pdf_date')}: {day(order.billing_pending_at, lang)}")
    if pay_by:
        write(f"{say('due_by', when=day(pay_by, lang))} ({say('pdf_terms', days=order.price.terms_days)})")
    if order.paid_at:
        write(say("paid", when=day(order.paid_at, lang)))
    pdf.ln(6)
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
        write(title, size=12, style="B", gap=1)
        write("\n".join(line for line in lines if line), gap=5)
    row(say("line", page=address(order.asked.get("url", ""))), kronor(order.price.net, lang))
    row(say("net"), kronor(order.price.net, lang))
    row(say("vat", rate=order.price.vat_rate), kronor(order.price.vat, lang))
    row(say("total"), kronor(order.price.total, lang), style="B")
    pdf.ln(5)
    if reverse:
        write(say("reverse", vat=billing.get("vat_id", "")), gap=2)
    write(say("pdf_note", number=order.external_reference or ""), size=9)
    return bytes(pdf.output())


def _plain(text: str) -> str:
    """In the letters of the PDF's own fonts (Western Europe); others lose their marks, what has none becomes `?`."""
    kept = text.replace("\u00a0", " ").replace("–", "-").replace("’", "'")
    return "".join(
        letter
        if letter.encode("latin-1", "ignore")
        else unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"
        for letter in kept
    )

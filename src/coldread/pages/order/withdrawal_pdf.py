"""The acknowledgement that a withdrawal arrived, as a PDF to keep: what was said, by whom and when (docs/decisions/0019)."""

from __future__ import annotations

from coldread.base.dates import day, moment
from coldread.base.figures import address
from coldread.base.pdf_sheet import Sheet
from coldread.base.settings import Settings
from coldread.orders.acts.withdrawals import Withdrawal
from coldread.orders.rules.order import Order
from coldread.pages.page_texts import Say


def what_follows(order: Order, withdrawal: Withdrawal) -> tuple[str, ...]:
    """Follows what was known at the withdrawal, so that the document never changes: paid, perhaps paid, or not asked to pay. Pure."""
    if order.paid_at is not None and order.paid_at <= withdrawal.asked_at:
        return ("pdf_paid",)
    if order.billing_pending_at is not None and order.billing_pending_at <= withdrawal.asked_at:
        return ("pdf_unpaid", "pdf_maybe")
    return ("pdf_unpaid",)


def withdrawal_pdf(
    order: Order, withdrawal: Withdrawal, settings: Settings, say: Say, lang: str, *, named: bool
) -> bytes:
    """One page that says the same however the order goes on; `say` knows the group `withdrawal`, `named` its sender."""
    sheet = Sheet(f"{say('pdf_title')} {order.id}", lang)
    sheet.write(say("pdf_title"), size=18, style="B", gap=4)
    sheet.write(say("pdf_received", when=moment(withdrawal.asked_at, lang)), size=12, gap=4)
    page = address(order.asked.get("url", ""))
    said = say("pdf_said", id=order.id, page=page, when=day(order.created_at, lang))
    sheet.write(say("pdf_content"), size=12, style="B", gap=1)
    sheet.write(said, gap=1)
    if withdrawal.asked_by == "agent":
        sheet.write(say("pdf_by_agent"))
    elif named and withdrawal.name:
        sheet.write(say("pdf_by", name=withdrawal.name))
    sheet.gap(4)
    sheet.write(say("pdf_next"), size=12, style="B", gap=1)
    for key in what_follows(order, withdrawal):
        sheet.write(say(key))
    sheet.gap(5)
    seller = (
        settings.seller_name,
        settings.seller_address,
        settings.seller_org_number and f"{say('org')} {settings.seller_org_number}",
        settings.seller_email,
    )
    if any(seller):
        sheet.write(say("seller"), size=12, style="B", gap=1)
        sheet.write("\n".join(line for line in seller if line))
    return sheet.output()

"""Documents for the buyer's bookkeeping: an invoice's details, and the receipt of a payment. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from coldread.base.bank import BankAccount
from coldread.base.dates import day
from coldread.base.figures import address, kronor
from coldread.base.pdf_sheet import Sheet
from coldread.base.settings import Settings
from coldread.base.texts.texts import room
from coldread.orders.rules.bank_payment import BankPayment, bank_payment
from coldread.orders.rules.invoice import pay_by
from coldread.orders.rules.order import Order
from coldread.orders.rules.part_payments import Part, more_than_price
from coldread.payments.prices import BillingMethod, is_reverse_charge

say = room("coldread.orders")


def has_invoice(order: Order) -> bool:
    """Whether there is an invoice whose details can be shown: the method is an invoice, and its number is known."""
    return (
        order.billing_method == BillingMethod.UMBRELLA_INVOICE
        and bool(order.external_reference)
        and order.billing_pending_at is not None
    )


def has_receipt(order: Order) -> bool:
    """Whether a payment is confirmed and was not refunded."""
    return order.paid_at is not None and not order.is_refunded and not order.sandbox


def invoice(order: Order, settings: Settings, lang: str, invoiced_at: int | None, *, named: bool) -> Sheet:
    """What to pay, to whom and until when; `named`: with the person and the address that letters go to."""
    title = f"{say(lang, 'paper.invoice_number')} {order.external_reference}"
    sheet = Sheet(title, lang)
    sheet.write(title, size=20, style="B", gap=3)
    sheet.write(f"{say(lang, 'paper.reference')}: {order.id}")
    if since := invoiced_at or order.billing_pending_at:
        sheet.write(f"{say(lang, 'paper.date')}: {day(since, lang)}")
    if due := pay_by(order, invoiced_at):
        terms = say(lang, "paper.terms", days=order.price.terms_days)
        sheet.write(f"{say(lang, 'paper.due', when=day(due, lang))} ({terms})")
    if order.paid_at:
        sheet.write(say(lang, "paper.paid", when=day(order.paid_at, lang)))
    sheet.gap(6)
    _add_parties(sheet, order, settings, lang, named=named)
    _add_sums(sheet, order, lang)
    if order.is_part_paid and order.state.asks == "payment":
        sheet.row(say(lang, "paper.came_in_all"), kronor(order.received, lang))
        sheet.row(say(lang, "paper.remains"), kronor(order.remaining, lang), style="B")
        sheet.gap(5)
    if order.state.asks == "payment" and (bank := bank_payment(order, settings, invoiced_at)):
        _add_bank(sheet, bank, lang)
    sheet.write(say(lang, "paper.note", number=order.external_reference or ""), size=9)
    return sheet


def account_name(account: BankAccount, lang: str) -> str:
    """`Bankgiro`, `IBAN`."""
    return say(lang, f"paper.{account.kind}")


def _add_bank(sheet: Sheet, bank: BankPayment, lang: str) -> None:
    sheet.write(say(lang, "paper.pay_to"), size=12, style="B", gap=1)
    lines = [bank.payee, f"{account_name(bank.account, lang)}: {bank.account.formatted}"]
    if bank.account.bic:
        lines.append(f"BIC: {bank.account.bic}")
    lines.append(f"{say(lang, 'paper.amount')}: {kronor(bank.amount, lang)}")
    lines.append(f"{say(lang, 'paper.reference')}: {bank.reference}")
    if bank.due is not None:
        lines.append(say(lang, "paper.due", when=day(bank.due, lang)))
    sheet.write("\n".join(lines), gap=1)
    sheet.qr(bank.qr)


def receipt(order: Order, settings: Settings, lang: str, *, named: bool, parts: Sequence[Part] = ()) -> Sheet:
    """That a payment was confirmed, when, and for what, with the sums that it came in; `named` as in `invoice`."""
    title = say(lang, "paper.receipt")
    sheet = Sheet(f"{title} {order.id}", lang)
    sheet.write(title, size=20, style="B", gap=3)
    sheet.write(f"{say(lang, 'paper.reference')}: {order.id}")
    sheet.write(say(lang, "paper.paid", when=day(order.paid_at or order.updated_at, lang)))
    sheet.write(say(lang, f"paper.by_{order.billing_method.value}"))
    if has_invoice(order):
        sheet.write(f"{say(lang, 'paper.invoice_number')}: {order.external_reference}")
    sheet.gap(6)
    _add_parties(sheet, order, settings, lang, named=named)
    _add_sums(sheet, order, lang)
    _parts(sheet, order, parts, lang)
    if order.billing_method == BillingMethod.MOBILE_PAYMENT:
        sheet.write(say(lang, "paper.not_for_books"), size=9)
    return sheet


def _parts(sheet: Sheet, order: Order, parts: Sequence[Part], lang: str) -> None:
    """Each sum that came in, with its day and way; and what is more than the price."""
    if not parts:
        return
    sheet.write(say(lang, "paper.came_in"), size=12, style="B", gap=1)
    for part in parts:
        way = part.way_name(lang)
        sheet.row(f"{day(part.received_at, lang)}{f', {way}' if way else ''}", kronor(part.amount, lang))
    sheet.row(say(lang, "paper.came_in_all"), kronor(order.money_in, lang), style="B")
    if too_much := more_than_price(order):
        sheet.row(say(lang, "paper.too_much"), kronor(too_much, lang))
    sheet.gap(5)


def _add_parties(sheet: Sheet, order: Order, settings: Settings, lang: str, *, named: bool) -> None:
    billing = order.asked.get("billing") or {}
    organisation, vat = say(lang, "paper.org"), say(lang, "paper.vat_id")
    seller = (
        settings.seller_name,
        settings.seller_address,
        settings.seller_org_number and f"{organisation} {settings.seller_org_number}",
        settings.seller_vat_id and f"{vat} {settings.seller_vat_id}",
        settings.seller_email,
    )
    buyer = (
        billing.get("company_name"),
        billing.get("contact_person") if named else None,
        billing.get("address"),
        billing.get("org_number") and f"{organisation} {billing['org_number']}",
        billing.get("vat_id") and f"{vat} {billing['vat_id']}",
        order.contact_email if named else None,
    )
    for key, lines in (("paper.seller", seller), ("paper.buyer", buyer)):
        if filled_lines := [line for line in lines if line]:
            sheet.write(say(lang, key), size=12, style="B", gap=1)
            sheet.write("\n".join(filled_lines), gap=5)


def _add_sums(sheet: Sheet, order: Order, lang: str) -> None:
    """A private person's price is one sum. A company's price has its VAT, or says why there is none."""
    price, mobile = order.price, order.billing_method == BillingMethod.MOBILE_PAYMENT
    line = say(lang, "paper.line", page=address(order.asked.get("url", "")))
    sheet.row(line, kronor(price.total if mobile else price.net, lang))
    if not mobile:
        sheet.row(say(lang, "paper.net"), kronor(price.net, lang))
        sheet.row(say(lang, "paper.vat", rate=price.vat_rate), kronor(price.vat, lang))
    sheet.row(say(lang, "paper.total"), kronor(price.total, lang), style="B")
    if mobile:
        key = "paper.vat_in" if price.vat else "paper.vat_none"
        sheet.write(say(lang, key, rate=price.vat_rate, vat=kronor(price.vat, lang)), size=9)
    sheet.gap(5)
    vat_id = (order.asked.get("billing") or {}).get("vat_id")
    if is_reverse_charge(order.billing_method, vat_id):
        sheet.write(say(lang, "paper.reverse", vat=vat_id or ""), gap=2)

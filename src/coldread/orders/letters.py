"""Letters to the buyer and notices to the operator about an order, written in the transaction of their cause."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.dates import day, moment
from coldread.base.db import Session
from coldread.base.figures import kronor
from coldread.base.languages import Language
from coldread.base.links import address
from coldread.base.settings import Settings
from coldread.guard import rate
from coldread.guard.limits import RECEIPTS, RECEIPTS_DOMAIN, RECEIPTS_IP, Counted
from coldread.guard.mailbox import limited_domain_of, mailbox_of
from coldread.mail.outbox import write_letter
from coldread.mail.tables import letters
from coldread.orders.push.register import note_draft
from coldread.orders.rules import expiry
from coldread.orders.rules.bank_payment import bank_payment
from coldread.orders.rules.dates import ends_unpaid
from coldread.orders.rules.invoice import invoice_stage, pay_by
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.rules.part_payments import MoneyIn, Part
from coldread.orders.rules.ways_to_pay import ways_to_pay
from coldread.orders.rules.whose_turn import Wait
from coldread.orders.views import invoice_papers
from coldread.orders.views.projection import addresses
from coldread.payments.prices import BillingMethod, cold_read_price

#: notices that the operator should answer, and within which time
ANSWERED_WITHIN = {
    "new_order": expiry.ANSWER_WITHIN,
    "info_answered": expiry.GO_ON_WITHIN,
    "withdrawal_asked": expiry.ANSWER_WITHIN,
}


def write_receipt(session: Session, settings: Settings, order: Order, price: str, client: str) -> None:
    """To the person who ordered on the form: the address of the order's page, the price and the terms, and
    nothing that was typed.

    Anybody can type anybody's address into a form. So the letter has none of the sender's text, and there are
    few a day. The sender does not learn whether a letter was sent: `client` is counted, and the answer is
    always the same."""
    if not settings.receipt_letter or not gets_step_letters(settings, order, "order_received"):
        return
    if not rate.count_all(session, _receipt_limits(settings, order.contact_email or "", client)):
        return
    write_letter(
        session,
        "order_received",
        about=order.id,
        recipient=order.contact_email or "",
        language=order.language,
        domain=settings.host_name,
        order_id=order.id,
        status_page=address(settings.base_url, "status_page", order.id),
        price=price,
        terms=f"{settings.base_url}/terms?lang={order.language}",
        seller=" ".join(
            filter(None, (settings.seller_name, settings.seller_email and f"<{settings.seller_email}>"))
        ),
    )


def _receipt_limits(settings: Settings, recipient: str, client: str | None = None) -> list[Counted]:
    """The limits of a receipt, with the keys to count. Addresses are hashed, because a counter may remain after an erasure."""
    subjects = [(RECEIPTS_IP, client)] if client else []
    subjects.append((RECEIPTS, _hash_of_subject(mailbox_of(recipient))))
    if domain := limited_domain_of(recipient):
        subjects.append((RECEIPTS_DOMAIN, _hash_of_subject(domain)))
    return [(limit, subject, limit.most(settings)) for limit, subject in subjects]


def _hash_of_subject(subject: str) -> str:
    return hashlib.sha256(subject.encode()).hexdigest()


def write_draft_letter(session: Session, settings: Settings, dossier: Dossier, wait: Wait) -> None:
    """Letter 1, sent when the draft becomes readable; none if the order is delivered. Receivers get an event too.

    Also none if the buyer has withdrawn or was refunded: the letter promises a final."""
    order = dossier.order
    note_draft(session, settings, order)
    if order.draft_live_at is None or order.delivered_at is not None or not _may_be_written_to(order):
        return
    if wait.ends_promises:
        return
    _write_letter(
        session,
        settings,
        order,
        "draft_published",
        send_at=order.draft_live_at,
        draft_url=order.draft_url or _page_address(settings, order, "/spec?version=draft"),
        final_by=moment((order.paid_at or session.now) + expiry.FINAL_WITHIN, order.language),
    )


def hold_draft_letter(session: Session, order_id: str) -> None:
    """Stop a draft's letter that is not sent yet, because a later event made it wrong or redundant."""
    session.run(
        sa.delete(letters).where(
            letters.c.about == order_id, letters.c.kind == "draft_published", letters.c.sent_at.is_(None)
        )
    )


def write_final_letter(session: Session, settings: Settings, dossier: Dossier) -> None:
    """Letter 2. It offers no rescan if the order was refunded."""
    order = dossier.order
    if not _may_be_written_to(order):
        return
    hold_draft_letter(session, order.id)
    where = addresses(dossier, session.now, settings)
    _write_letter(
        session,
        settings,
        order,
        "final_delivered",
        final_url=where.final and (order.final_url or _page_address(settings, order, "/spec")),
        diff_url=where.diff and (order.diff_url or _page_address(settings, order, "/diff")),
        late=order.paid_at is not None and session.now > order.paid_at + expiry.FINAL_WITHIN,
        rescan_until=None if order.is_refunded else day(expiry.rescan_ends(session.now), order.language),
    )


def write_question_letter(session: Session, settings: Settings, order: Order, question: str) -> bool:
    """The reviewer's question; one letter for each question."""
    return _write_step(
        session, settings, order, "question_asked", about=f"{order.id}/{session.now}", question=question
    )


def write_reply_letter(
    session: Session, settings: Settings, order: Order, *, message: str, reply: str
) -> bool:
    """The reply to a message of the buyer, which it quotes; one letter for each reply."""
    return _write_step(
        session,
        settings,
        order,
        "message_answered",
        about=f"{order.id}/{session.now}",
        place=f"#reply-{session.now}",
        message=message,
        reply=reply,
    )


def write_accepted_letter(
    session: Session, settings: Settings, order: Order, *, waived: bool, invoiced_at: int | None = None
) -> bool:
    """The order is accepted, and how to pay; or, with `invoiced_at`, the invoice now has its number. `waived`: a
    private person asked for the work to begin at once, so the ways to pay are open."""
    lang, due = order.language, pay_by(order, invoiced_at)
    ways = ways_to_pay(order, settings, has_waived=waived)
    private = order.billing_method == BillingMethod.MOBILE_PAYMENT
    bank = bank_payment(order, settings, invoiced_at) if waived or not private else None
    return _write_step(
        session,
        settings,
        order,
        "order_accepted",
        about=order.id if invoiced_at is None else f"{order.id}/invoice",
        pay_page=address(settings.base_url, "pay", order.id),
        amount=kronor(order.remaining, lang),
        invoice=order.external_reference,
        due=due and day(due, lang),
        closes=day(ends_unpaid(order, settings), lang),
        swish=settings.mobile_payee if ways[0] == "swish" and waived else None,
        message=order.id,
        or_invoice=private and "invoice" in ways,
        or_swish=kronor(cold_read_price(BillingMethod.MOBILE_PAYMENT).total, lang)
        if not private and "swish" in ways
        else None,
        needs_details=invoice_stage(order) == "details",
        to_write=invoice_stage(order) == "to_write",
        numbered=invoiced_at is not None,
        account=bank and f"{invoice_papers.account_name(bank.account, lang)} {bank.account.formatted}",
        bic=bank and bank.account.bic,
        payee=bank and bank.payee,
        reference=bank and bank.reference,
    )


def write_paid_letter(session: Session, settings: Settings, order: Order, parts: Sequence[Part] = ()) -> bool:
    """The payment is confirmed, and what comes when. The receipt, with the parts of the payment, is attached."""
    lang, paid_at = order.language, order.paid_at or session.now
    return _write_step(
        session,
        settings,
        order,
        "payment_received",
        amount=kronor(order.money_in, lang),
        draft_by=moment(paid_at + settings.draft_after_s * SECOND, lang),
        final_by=moment(paid_at + expiry.FINAL_WITHIN, lang),
        too_much=kronor(order.to_return, lang) if order.to_return else None,
        paper=invoice_papers.receipt(order, settings, lang, named=True, parts=parts).as_json(),
    )


def write_part_letter(
    session: Session, settings: Settings, order: Order, part: MoneyIn | None, *, corrected: bool
) -> bool:
    """A part of the price came in, and what remains; `corrected`: what the last letter said was wrong."""
    lang = order.language
    bank = bank_payment(order, settings, None)
    return _write_step(
        session,
        settings,
        order,
        "part_received",
        about=f"{order.id}/part/{order.updated_at}",
        pay_page=address(settings.base_url, "pay", order.id),
        part=part and kronor(part.amount, lang),
        when=part and day(part.received_at, lang),
        received=kronor(order.received, lang),
        total=kronor(order.price.total, lang),
        remaining=kronor(order.remaining, lang),
        corrected=corrected,
        reference=bank.reference if bank else order.external_reference or order.id,
    )


def write_rejected_letter(session: Session, settings: Settings, order: Order) -> bool:
    return _write_step(
        session,
        settings,
        order,
        "order_rejected",
        reason=order.substatus,
        goes_back=_goes_back(order),
    )


def write_late_letter(session: Session, settings: Settings, order: Order) -> bool:
    """The final is late. The caller has checked that it is still owed."""
    due = moment((order.paid_at or session.now) + expiry.FINAL_WITHIN, order.language)
    return _write_step(session, settings, order, "final_late", due=due)


def write_withdrawal_letter(session: Session, settings: Settings, order: Order, about: str) -> bool:
    """The withdrawal arrived, and when.

    Before a person has read the order, anybody may have typed the address. So this letter counts as a receipt
    does, and repeats nothing that was typed."""
    if not gets_step_letters(settings, order, "withdrawal_received"):
        return False
    unseen = order.reviewed_at is None and order.billing_pending_at is None
    if unseen and not rate.count_all(session, _receipt_limits(settings, order.contact_email or "")):
        return False
    return _write_step(
        session,
        settings,
        order,
        "withdrawal_received",
        about=about,
        received=moment(session.now, order.language),
        paid=order.paid_at is not None,
        goes_back=_goes_back(order),
        acknowledgement=_page_address(settings, order, "/withdrawal.pdf"),
    )


def write_refund_letter(
    session: Session, settings: Settings, order: Order, *, amount: int, all_in_all: int, reason: str
) -> bool:
    """How much was refunded and why; one letter for each sum."""
    lang, paid = order.language, order.money_in or all_in_all
    return _write_step(
        session,
        settings,
        order,
        "money_returned",
        about=f"{order.id}/{session.now}",
        amount=kronor(amount, lang),
        paid=kronor(paid, lang),
        all_in_all=kronor(all_in_all, lang) if all_in_all != amount or all_in_all < paid else None,
        reason=reason,
    )


def _goes_back(order: Order) -> str | None:
    """The sum that came in and goes back to the buyer, of an order that nobody has confirmed as paid."""
    return kronor(order.to_return, order.language) if order.is_part_paid and order.to_return else None


def gets_step_letters(settings: Settings, order: Order, kind: str) -> bool:
    """Whether the service mails this letter itself; otherwise an agent relays, or the operator sends a prepared mail."""
    return order.by_form and kind in settings.letters and _may_be_written_to(order)


def _write_step(
    session: Session, settings: Settings, order: Order, kind: str, *, about: str | None = None, **details: Any
) -> bool:
    """Write a letter about a step. False if this order gets none, or the letter exists already."""
    if not gets_step_letters(settings, order, kind):
        return False
    return _write_letter(session, settings, order, kind, about=about, **details)


def write_notice(
    session: Session, settings: Settings, kind: str, order: Order, about: str, **details: Any
) -> bool:
    """Write a notice to the operator. False for sandbox orders, or if none is sent now."""
    if order.sandbox:
        return False
    lang = notice_language(settings)
    within = ANSWERED_WITHIN.get(kind)
    company = (order.asked.get("billing") or {}).get("company_name")
    return write_plain_notice(
        session,
        settings,
        kind,
        about,
        order_id=order.id,
        page_url=order.asked.get("url"),
        desk=f"{settings.base_url}/console/o/{order.id}",
        buyer=", ".join(filter(None, (company, order.contact_email))),
        price=kronor(order.price.total, lang),
        **({} if within is None else {"answer_by": moment(session.now + within, lang)}),
        **details,
    )


def notice_language(settings: Settings) -> str:
    """The language of notices: the console's, if one is set for all operators."""
    return settings.console_language or Language.EN.value


def write_plain_notice(session: Session, settings: Settings, kind: str, about: str, **details: Any) -> bool:
    """Write a notice to the operator, if an address is set. False if it was written before."""
    if not settings.operator_email:
        return False
    return write_letter(
        session,
        kind,
        about=about,
        recipient=settings.operator_email,
        language=notice_language(settings),
        domain=settings.host_name,
        **details,
    )


def _page_address(settings: Settings, order: Order, more: str) -> str:
    """The address of a page for people, below the order's own page."""
    return address(settings.base_url, "status_page", order.id) + more


def _may_be_written_to(order: Order) -> bool:
    """Whether the buyer may get a letter: not after the address is erased, and never about a sandbox order."""
    return bool(order.contact_email) and not order.sandbox


def _write_letter(
    session: Session,
    settings: Settings,
    order: Order,
    kind: str,
    *,
    about: str | None = None,
    send_at: int | None = None,
    place: str = "",
    **details: Any,
) -> bool:
    """`place`: the part of the order's page that the letter leads to."""
    return write_letter(
        session,
        kind,
        about=about or order.id,
        recipient=order.contact_email or "",
        language=order.language,
        domain=settings.host_name,
        send_at=send_at,
        order_id=order.id,
        page_url=order.asked.get("url"),
        status_page=address(settings.base_url, "status_page", order.id) + place,
        **details,
    )

"""What is written to the buyer and to the operator about an order, in the transaction of its cause."""

from __future__ import annotations

import hashlib
from typing import Any

import sqlalchemy as sa

from coldread.base.dates import day, moment
from coldread.base.db import Session
from coldread.base.links import address
from coldread.base.settings import Settings
from coldread.guard import rate
from coldread.guard.limits import RECEIPTS, RECEIPTS_DOMAIN, RECEIPTS_IP, Counted
from coldread.guard.mailbox import limited_domain_of, mailbox_of
from coldread.mail.outbox import write_letter
from coldread.mail.tables import letters
from coldread.orders.push.register import note_draft
from coldread.orders.rules import expiry
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.rules.waits import Wait
from coldread.orders.shown.projection import addresses


def write_receipt(session: Session, settings: Settings, order: Order, price: str, client: str) -> None:
    """To who ordered on the form: the order's page, what it costs and the terms, and none of the words that were typed.

    Anybody can type anybody's address into a form: so nothing of the sender's text, and few a day. Whoever sent the form
    is not told whether a letter went out: `client` counts, and the answer is the same.
    """
    if not settings.receipt_letter or not _may_be_written_to(order):
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


def _receipt_limits(settings: Settings, recipient: str, client: str) -> list[Counted]:
    """What a receipt counts against, and as whom; addresses only as hashes, since a counter outlives an erasure."""
    subjects = [(RECEIPTS_IP, client), (RECEIPTS, _hashed(mailbox_of(recipient)))]
    if domain := limited_domain_of(recipient):
        subjects.append((RECEIPTS_DOMAIN, _hashed(domain)))
    return [(limit, subject, limit.most(settings)) for limit, subject in subjects]


def _hashed(subject: str) -> str:
    return hashlib.sha256(subject.encode()).hexdigest()


def write_draft_letter(session: Session, settings: Settings, dossier: Dossier, wait: Wait) -> None:
    """Letter 1, sent when the draft can be read; none for an order that is already delivered. Receivers are told too.

    None either to who has withdrawn or has the money back: it promises a final.
    """
    order = dossier.order
    note_draft(session, settings, order)
    if order.draft_live_at is None or order.delivered_at is not None or not _may_be_written_to(order):
        return
    if wait.ends_promises:
        return
    _write(
        session,
        settings,
        order,
        "draft_published",
        send_at=order.draft_live_at,
        draft_url=order.draft_url or _page(settings, order, "/spec?version=draft"),
        final_by=moment((order.paid_at or session.now) + expiry.FINAL_WITHIN, order.language),
    )


def hold_draft_letter(session: Session, order_id: str) -> None:
    """A draft's letter that has not left yet stays behind: what has happened since says more, or otherwise."""
    session.run(
        sa.delete(letters).where(
            letters.c.about == order_id, letters.c.kind == "draft_published", letters.c.sent_at.is_(None)
        )
    )


def write_final_letter(session: Session, settings: Settings, dossier: Dossier) -> None:
    """Letter 2; no rescan is promised to who has the money back."""
    order = dossier.order
    if not _may_be_written_to(order):
        return
    hold_draft_letter(session, order.id)
    where = addresses(dossier, session.now, settings)
    _write(
        session,
        settings,
        order,
        "final_delivered",
        final_url=where.final and (order.final_url or _page(settings, order, "/spec")),
        diff_url=where.diff and (order.diff_url or _page(settings, order, "/diff")),
        late=order.paid_at is not None and session.now > order.paid_at + expiry.FINAL_WITHIN,
        rescan_until=None if order.is_refunded else day(expiry.rescan_ends(session.now), order.language),
    )


def write_notice(
    session: Session, settings: Settings, kind: str, order: Order, about: str, **details: Any
) -> bool:
    """A notice to the operator about an order outside the sandbox; False where none is written now."""
    if order.sandbox:
        return False
    page_url = order.asked.get("url")
    desk = f"{settings.base_url}/console/o/{order.id}"
    return write_plain_notice(
        session, settings, kind, about, order_id=order.id, page_url=page_url, desk=desk, **details
    )


def write_plain_notice(session: Session, settings: Settings, kind: str, about: str, **details: Any) -> bool:
    """A notice to the operator, where one is named; False where it was written before."""
    if not settings.operator_email:
        return False
    return write_letter(
        session,
        kind,
        about=about,
        recipient=settings.operator_email,
        language="en",
        domain=settings.host_name,
        **details,
    )


def _page(settings: Settings, order: Order, more: str) -> str:
    """A page that people can read, below the order's own."""
    return address(settings.base_url, "status_page", order.id) + more


def _may_be_written_to(order: Order) -> bool:
    """Not once the address is erased, and never about a sandbox order."""
    return bool(order.contact_email) and not order.sandbox


def _write(
    session: Session,
    settings: Settings,
    order: Order,
    kind: str,
    *,
    send_at: int | None = None,
    **details: Any,
) -> None:
    write_letter(
        session,
        kind,
        about=order.id,
        recipient=order.contact_email or "",
        language=order.language,
        domain=settings.host_name,
        send_at=send_at,
        order_id=order.id,
        page_url=order.asked.get("url"),
        status_page=address(settings.base_url, "status_page", order.id),
        **details,
    )

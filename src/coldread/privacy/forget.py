"""Erasing the person of one order: names and quotations are deleted, the anonymous course of events stays.

A paid order keeps what bookkeeping needs (Bokföringslagen 7 kap. 2 §), and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.jobs.defer import drop_jobs
from coldread.mail.outbox import SEND, key_of
from coldread.mail.tables import letters
from coldread.orders.acts.change import change
from coldread.orders.acts.sign_in import KIND as SIGN_IN
from coldread.orders.files.deliverables import drop_file
from coldread.orders.operator.workbench import letters_about
from coldread.orders.push.register import drop_receiver
from coldread.orders.queries import artifacts_of
from coldread.orders.rules.order import Order
from coldread.orders.tables import (
    buyer_links,
    buyer_sessions,
    order_events,
    order_messages,
    order_payments,
    order_refunds,
    order_remarks,
    order_scans,
    order_sources,
    order_withdrawals,
    working_copies,
)
from coldread.services import Services

#: what an invoice must still say after the erasure
BOOKS = ("company_name", "org_number", "vat_id", "address")
#: fields with words of ours, not the buyer's
KEPT = ("primary_goal", "billing_method_preference")


def forget_order(session: Session, services: Services, order: Order, *, books: bool) -> None:
    """`books`: the order was paid, and its invoice data must stay."""
    drop_sources(session, order.id)
    drop_files(session, services, order.id)
    _drop_letters(session, services, order.id)
    drop_receiver(session, order.id)
    for table in (order_messages, order_scans, working_copies):
        session.run(sa.delete(table).where(table.c.order_id == order.id))
    session.run(
        sa.update(order_events)
        .where(order_events.c.order_id == order.id)
        .values(note=None, substatus=None, question=None, patch=None)
    )
    session.run(sa.update(order_remarks).where(order_remarks.c.order_id == order.id).values(note=None))
    session.run(
        sa.update(order_withdrawals)
        .where(order_withdrawals.c.order_id == order.id)
        .values(name=None, settled_because=None)
    )
    session.run(sa.update(order_refunds).where(order_refunds.c.order_id == order.id).values(reason=None))
    session.run(sa.update(order_payments).where(order_payments.c.order_id == order.id).values(reference=None))
    _empty_order(session, services, order, books=books)


def drop_sources(session: Session, order_id: str) -> int:
    return session.run(sa.delete(order_sources).where(order_sources.c.order_id == order_id)).rowcount


def drop_files(session: Session, services: Services, order_id: str) -> None:
    """Delete the deliverables with all their versions."""
    for file in artifacts_of(session, order_id):
        drop_file(session, services.contents, order_id, file)


def retained_request(order: Order, *, books: bool) -> dict[str, Any]:
    """The remaining part of the request. Pure."""
    retained = {name: order.asked[name] for name in KEPT if name in order.asked}
    billing = {name: value for name, value in (order.asked.get("billing") or {}).items() if name in BOOKS}
    return {**retained, **({"billing": billing} if books and billing else {})}


def _empty_order(session: Session, services: Services, order: Order, *, books: bool) -> None:
    change(
        session,
        services.settings,
        order,
        contact_email=None,
        request=json.dumps(retained_request(order, books=books), ensure_ascii=False),
        substatus=None,
        question=None,
        external_reference=order.external_reference if books else None,
        expires_at=min(order.expires_at, session.now),  # the order's address has nothing left to show
        **dict.fromkeys(
            ("draft_url", "final_url", "diff_url", "rescan_url", "api_key_hash", "api_key_last4")
        ),
    )


def forget_sign_ins_of(session: Session, services: Services, email: str) -> None:
    """Delete links and sessions of “My orders”, with their letters; `email` in lower case."""
    for table in (buyer_links, buyer_sessions):
        session.run(sa.delete(table).where(table.c.email == email))
    of_person = sa.and_(letters.c.kind == SIGN_IN, sa.func.lower(letters.c.recipient) == email)
    _drop(session, services, session.rows(sa.select(letters).where(of_person)))


def end_all_sign_ins(session: Session) -> None:
    for table in (buyer_links, buyer_sessions):
        session.run(sa.delete(table))


def _drop_letters(session: Session, services: Services, order_id: str) -> None:
    _drop(session, services, letters_about(session, order_id))


def _drop(session: Session, services: Services, found: Sequence[sa.Row[Any]]) -> None:
    """Delete letters, their jobs, and the files that replace a mail server."""
    drop_jobs(session, SEND, [key for row in found for key in (key_of(row.message_id), f"letter:{row.id}")])
    for row in found:
        services.mailer.forget(row.message_id)
    session.run(sa.delete(letters).where(letters.c.id.in_([row.id for row in found])))

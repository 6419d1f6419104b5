"""Erasing a person by e-mail address: everything that is not in work or required by law."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.guard.mailbox import address_hash
from coldread.orders.acts.advance import Move, apply_move
from coldread.orders.acts.audit_notes import add_remark
from coldread.orders.queries import hold_order
from coldread.orders.rules.lifecycle import Status, allowed
from coldread.orders.rules.order import Order
from coldread.orders.tables import orders
from coldread.privacy.forget import end_all_sign_ins, forget_order, forget_sign_ins_of
from coldread.privacy.tables import erasures
from coldread.privacy.watches import erase_watches, erase_watches_again
from coldread.services import Services
from coldread.submissions.tables import submissions


@dataclasses.dataclass(frozen=True, kw_only=True)
class Erasure:
    """The results for a person's orders, by id."""

    #: completely erased
    gone: tuple[str, ...] = ()
    #: erased except what an invoice must say
    books_kept: tuple[str, ...] = ()
    #: paid and not delivered: the work is owed first; erase again after the delivery
    in_work: tuple[str, ...] = ()
    #: a part of the price came in and has not gone back: that comes first; erase again after it
    owed: tuple[str, ...] = ()
    #: how many submitted endpoints were erased
    submissions: int = 0
    #: how many watched pages
    watches: int = 0


def erase_person(session: Session, services: Services, email: str, actor: str) -> Erasure:
    """Erase everything of this address, and store a hash of it."""
    _remember(session, address_hash(email))
    erased = _erase(session, services, orders_of(session, email), actor)
    forget_sign_ins_of(session, services, email.strip().lower())
    of_person = sa.func.lower(submissions.c.contact_email) == email.strip().lower()
    return dataclasses.replace(
        erased,
        submissions=session.run(sa.delete(submissions).where(of_person)).rowcount,
        watches=erase_watches(session, services, email),
    )


def erase_again(session: Session, services: Services, hashes: frozenset[str]) -> Erasure:
    """After a restore: erase again everybody who was erased after the backup."""
    for email_hash in hashes:
        _remember(session, email_hash)
    rows = session.rows(
        sa.select(orders.c.id, orders.c.contact_email).where(orders.c.contact_email.is_not(None))
    )
    wanted = [row.id for row in rows if address_hash(row.contact_email) in hashes]
    sent = session.rows(
        sa.select(submissions.c.id, submissions.c.contact_email).where(
            submissions.c.contact_email.is_not(None)
        )
    )
    submission_ids = [row.id for row in sent if address_hash(row.contact_email) in hashes]
    session.run(sa.delete(submissions).where(submissions.c.id.in_(submission_ids)))
    end_all_sign_ins(session)  # a restored session would show what was erased
    return dataclasses.replace(
        _erase(session, services, wanted, "system"),
        submissions=len(submission_ids),
        watches=erase_watches_again(session, services, hashes),
    )


def orders_of(session: Session, email: str) -> list[str]:
    rows = session.rows(
        sa.select(orders.c.id)
        .where(sa.func.lower(orders.c.contact_email) == email.strip().lower())
        .order_by(orders.c.created_at)
    )
    return [row.id for row in rows]


def erased_hashes(session: Session) -> list[str]:
    return [row.email_hash for row in session.rows(sa.select(erasures).order_by(erasures.c.at))]


def _erase(session: Session, services: Services, wanted: list[str], actor: str) -> Erasure:
    gone: list[str] = []
    books_kept: list[str] = []
    in_work: list[str] = []
    owed: list[str] = []
    for order_id in wanted:
        order = hold_order(session, order_id)
        assert order is not None
        if order.state.in_work and not order.is_refunded:
            in_work.append(order_id)
            continue
        if order.to_return or order.is_part_paid:
            owed.append(order_id)
            continue
        paid = order.paid_at is not None
        forget_order(session, services, _closed(session, services, order, actor), books=paid)
        add_remark(session, order_id, "erased", actor)
        (books_kept if paid else gone).append(order_id)
    return Erasure(gone=tuple(gone), books_kept=tuple(books_kept), in_work=tuple(in_work), owed=tuple(owed))


def _closed(session: Session, services: Services, order: Order, actor: str) -> Order:
    """Decline an unpaid order before its erasure, if its lifecycle allows."""
    if Status.REJECTED in allowed(Status(order.status), lapsed=order.has_lapsed(session.now)):
        return apply_move(session, services, order, Move(to_status=Status.REJECTED, actor=actor))
    return order


def _remember(session: Session, email_hash: str) -> None:
    row = session.insert(erasures).values(email_hash=email_hash, at=session.now)
    session.run(row.on_conflict_do_nothing(index_elements=["email_hash"]))

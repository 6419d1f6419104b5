"""Erasing a person by e-mail address: everything that is not in work or required by law."""

from __future__ import annotations

import dataclasses
import secrets

import sqlalchemy as sa

from coldread.base.dates import day
from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.guard.mailbox import address_hash
from coldread.mail.outbox import write_letter
from coldread.orders.acts.advance import Move, apply_move
from coldread.orders.acts.audit_notes import add_remark
from coldread.orders.queries import hold_order
from coldread.orders.rules.lifecycle import Status, allowed_moves
from coldread.orders.rules.order import Order
from coldread.orders.tables import orders
from coldread.privacy.forget import end_all_sign_ins, forget_order, forget_sign_ins_of
from coldread.privacy.preview import outcome_of
from coldread.privacy.retention import BOOKS_KEPT
from coldread.privacy.tables import erasures
from coldread.privacy.watches import erase_watches, erase_watches_again, watches_of_person
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
    #: the person gets a letter about it
    told: bool = False


def erase_person(
    session: Session, services: Services, email: str, actor: str, *, tell: bool = False
) -> Erasure:
    """Erase everything of this address, and store a hash of it. `tell`: one last letter says what was erased and what
    is kept; its row loses the address once it is sent."""
    _remember(session, address_hash(email))
    language, kept_until = _language_of(session, email), _kept_until(session, email)
    erased = _erase(session, services, orders_of(session, email), actor)
    forget_sign_ins_of(session, services, email.strip().lower())
    of_person = sa.func.lower(submissions.c.contact_email) == email.strip().lower()
    done = dataclasses.replace(
        erased,
        submissions=session.run(sa.delete(submissions).where(of_person)).rowcount,
        watches=erase_watches(session, services, email),
    )
    return _told(session, services, email, done, language, kept_until) if tell else done


def _told(
    session: Session, services: Services, email: str, done: Erasure, language: str, kept_until: int | None
) -> Erasure:
    """Write the letter, if anything was erased or is still to be."""
    if not (done.gone or done.books_kept or done.in_work or done.owed or done.submissions or done.watches):
        return done
    told = write_letter(
        session,
        "data_erased",
        about=f"erased/{secrets.token_hex(8)}",
        recipient=email.strip(),
        language=language,
        domain=services.settings.host_name,
        gone=", ".join(done.gone),
        books=", ".join(done.books_kept),
        kept_until=day(kept_until, language) if kept_until and done.books_kept else None,
        later=", ".join((*done.in_work, *done.owed)),
        watches=done.watches,
        privacy_page=f"{services.settings.base_url}/privacy?lang={language}",
    )
    return dataclasses.replace(done, told=told)


def _language_of(session: Session, email: str) -> str:
    """The language of the person's last order, else of the last watch, else the first language."""
    mine = sa.func.lower(orders.c.contact_email) == email.strip().lower()
    row = session.row(sa.select(orders.c.language).where(mine).order_by(orders.c.created_at.desc()).limit(1))
    if row is None:
        row = next(iter(reversed(watches_of_person(session, email))), None)
    return row.language if row is not None else next(iter(Language)).value


def _kept_until(session: Session, email: str) -> int | None:
    """Until when the books keep something of this person's orders; None: nothing."""
    mine = sa.func.lower(orders.c.contact_email) == email.strip().lower()
    row = session.row(sa.select(sa.func.max(orders.c.paid_at).label("at")).where(mine))
    return row.at + BOOKS_KEPT if row is not None and row.at is not None else None


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
        outcome = outcome_of(order)
        {"gone": gone, "books": books_kept, "in_work": in_work, "owed": owed}[outcome].append(order_id)
        if outcome in ("in_work", "owed"):
            continue
        closed = _decline_unpaid_order(session, services, order, actor)
        forget_order(session, services, closed, books=outcome == "books")
        add_remark(session, order_id, "erased", actor)
    return Erasure(gone=tuple(gone), books_kept=tuple(books_kept), in_work=tuple(in_work), owed=tuple(owed))


def _decline_unpaid_order(session: Session, services: Services, order: Order, actor: str) -> Order:
    """Decline an unpaid order before its erasure, if its lifecycle allows."""
    if Status.REJECTED in allowed_moves(Status(order.status), lapsed=order.has_lapsed(session.now)):
        return apply_move(session, services, order, Move(to_status=Status.REJECTED, actor=actor))
    return order


def _remember(session: Session, email_hash: str) -> None:
    row = session.insert(erasures).values(email_hash=email_hash, at=session.now)
    session.run(row.on_conflict_do_nothing(index_elements=["email_hash"]))

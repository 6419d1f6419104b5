"""“My orders”: an e-mailed link, valid once and for 15 minutes, opens a session that can see the orders of that address.

No password and no account. The answer never reveals whether an address has orders: it is always the same, and only the
letter differs."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

import sqlalchemy as sa

from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.guard import rate
from coldread.guard.limits import SIGN_INS, SIGN_INS_DOMAIN, SIGN_INS_IP, Counted
from coldread.guard.mailbox import limited_domain_of, mailbox_of
from coldread.mail.outbox import write_letter
from coldread.mail.tables import letters
from coldread.orders.tables import buyer_links, buyer_sessions, orders

LINK = 15 * MINUTE
SESSION = 12 * HOUR
KIND = "sign_in"
#: orders that one page lists
MOST = 100


def request_link(
    session: Session,
    settings: Settings,
    email: str,
    language: str,
    client: str,
    has_more: Callable[[Session, str], bool] = lambda *_: False,
) -> None:
    """Write the letter with a link, if this address has orders, or something else that the page lists (`has_more`), and
    has not had too many letters."""
    if not rate.count_all(session, _limits(settings, email, client)):
        return
    wanted = email.strip().lower()
    token = secrets.token_urlsafe(32)
    has_more_here = has_more(session, wanted)
    has_orders = bool(order_ids_of(session, wanted)) or has_more_here
    # an unknown address gets a row as well, so that the answer takes equally long
    values = {"token_hash": _hash(token), "email": wanted if has_orders else "", "created_at": session.now}
    session.run(sa.insert(buyer_links), values)
    if not has_orders:
        return
    write_letter(
        session,
        KIND,
        about=f"{KIND}/{_hash(token)[:32]}",
        recipient=email.strip(),
        language=language,
        domain=settings.host_name,
        sign_in_page=f"{settings.base_url}/my/in/{token}?lang={language}",
        minutes=LINK // MINUTE,
    )


def is_good_link(session: Session, token: str) -> bool:
    """Whether the link can still be used. Looking does not use it up, because mail scanners fetch links."""
    row = session.row(sa.select(buyer_links.c.token_hash).where(_usable_link_condition(session, token)))
    return row is not None


def use_link(session: Session, token: str) -> str | None:
    """Use up the link and open a session. Returns its token, or None if the link is used, too old or unknown."""
    row = session.row(
        sa.delete(buyer_links).where(_usable_link_condition(session, token)).returning(buyer_links.c.email)
    )
    if row is None:
        return None
    opened = secrets.token_urlsafe(32)
    values = {"token_hash": _hash(opened), "email": row.email, "created_at": session.now}
    session.run(sa.insert(buyer_sessions), values)
    return opened


def email_of(session: Session, token: str) -> str | None:
    """The session's address; None if the session has ended or is unknown."""
    row = session.row(
        sa.select(buyer_sessions.c.email).where(
            buyer_sessions.c.token_hash == _hash(token), buyer_sessions.c.created_at > session.now - SESSION
        )
    )
    return row.email if row else None


def sign_out(session: Session, token: str) -> None:
    session.run(sa.delete(buyer_sessions).where(buyer_sessions.c.token_hash == _hash(token)))


def order_ids_of(session: Session, email: str) -> list[str]:
    """Ids of the orders of this address, newest first."""
    rows = session.rows(
        sa.select(orders.c.id)
        .where(sa.func.lower(orders.c.contact_email) == email, orders.c.sandbox.is_(False))
        .order_by(orders.c.created_at.desc())
        .limit(MOST)
    )
    return [row.id for row in rows]


def forget_sign_ins(session: Session) -> int:
    """Remove links and sessions that have ended, and a day later their letters."""
    old = sa.and_(letters.c.kind == KIND, letters.c.written_at <= session.now - DAY)
    session.run(sa.delete(letters).where(old))
    links = session.run(sa.delete(buyer_links).where(buyer_links.c.created_at <= session.now - LINK))
    over = session.run(sa.delete(buyer_sessions).where(buyer_sessions.c.created_at <= session.now - SESSION))
    return links.rowcount + over.rowcount


def _usable_link_condition(session: Session, token: str) -> sa.ColumnElement[bool]:
    return sa.and_(
        buyer_links.c.token_hash == _hash(token),
        buyer_links.c.created_at > session.now - LINK,
        buyer_links.c.email != "",
    )


def _limits(settings: Settings, email: str, client: str) -> list[Counted]:
    """The limits to count. Addresses are hashed, because a counter may remain after the person's data is erased."""
    subjects = [(SIGN_INS_IP, client), (SIGN_INS, _hash(mailbox_of(email)))]
    if domain := limited_domain_of(email):
        subjects.append((SIGN_INS_DOMAIN, _hash(domain)))
    return [(limit, subject, limit.most(settings)) for limit, subject in subjects]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

"""Sessions: a random token in a cookie, its hash in a row. A session ends after two hours without use, or after twelve."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import secrets

import sqlalchemy as sa

from coldread.base.clock import HOUR, MINUTE
from coldread.base.db import Session
from coldread.operators.tables import operator_sessions

IDLE = 2 * HOUR
LONGEST = 12 * HOUR
#: a read writes nothing, unless the last recorded use is older than this
NOTED_EVERY = 5 * MINUTE


@dataclasses.dataclass(frozen=True, kw_only=True)
class OperatorSession:
    """The operator of a session."""

    name: str
    #: in every form: another site cannot know it (CSRF)
    form_token: str
    #: whether `note_seen` is due
    is_unnoted: bool


def open_session(session: Session, name: str) -> str:
    token = secrets.token_urlsafe(32)
    session.run(
        sa.insert(operator_sessions),
        {
            "token_hash": _hash(token),
            "operator": name,
            "created_at": session.now,
            "seen_at": session.now,
        },
    )
    return token


def find_session(session: Session, token: str) -> OperatorSession | None:
    """The session of this token; None if it has ended or is unknown."""
    row = session.row(sa.select(operator_sessions).where(operator_sessions.c.token_hash == _hash(token)))
    if row is None or session.now >= min(row.seen_at + IDLE, row.created_at + LONGEST):
        return None
    return OperatorSession(
        name=row.operator, form_token=form_token(token), is_unnoted=session.now - row.seen_at > NOTED_EVERY
    )


def note_seen(session: Session, token: str) -> None:
    session.run(
        sa.update(operator_sessions)
        .where(operator_sessions.c.token_hash == _hash(token))
        .values(seen_at=session.now)
    )


def close_session(session: Session, token: str) -> None:
    session.run(sa.delete(operator_sessions).where(operator_sessions.c.token_hash == _hash(token)))


def forget_ended(session: Session) -> int:
    """Delete ended sessions; returns how many."""
    ended = sa.or_(
        operator_sessions.c.seen_at <= session.now - IDLE,
        operator_sessions.c.created_at <= session.now - LONGEST,
    )
    return session.run(sa.delete(operator_sessions).where(ended)).rowcount


def form_token(token: str) -> str:
    """Derived from the session's token, which it does not reveal."""
    return hmac.new(token.encode(), b"coldread console form", hashlib.sha256).hexdigest()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

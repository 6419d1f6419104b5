"""Signing in: a try is counted before it is checked, so that a thousand at once are no more than ten.

Whoever is refused is not told why: wrong name, wrong password, wrong code and locked all look the same.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base import log
from coldread.base.clock import MINUTE
from coldread.base.db import Database, Session
from coldread.operators import passwords, second_factor
from coldread.operators.sessions import open_session
from coldread.operators.tables import operators

TRIES = 10
LOCKED_FOR = 15 * MINUTE


async def sign_in(db: Database, name: str, password: str, code: str) -> str | None:
    """The token of a new session, or None."""
    password_hash = await db.write(_count_try, name)
    known = await passwords.password_matches(password_hash or passwords.nobodys_hash(), password)
    token = await db.write(_admit, name, code) if known and password_hash else None
    log.get("operators").info("signed in" if token else "sign-in refused", operator=name[:40])
    return token


def _count_try(session: Session, name: str) -> str | None:
    """The hash to compare with; None where there is no such operator, or he is locked."""
    row = _held(session, name)
    if row is None or (row.locked_until or 0) > session.now:
        return None
    failures = row.failures + 1 if row.locked_until is None else 1
    session.run(
        sa.update(operators)
        .where(operators.c.name == name)
        .values(failures=failures, locked_until=session.now + LOCKED_FOR if failures >= TRIES else None)
    )
    password_hash: str = row.password_hash
    return password_hash


def _admit(session: Session, name: str, code: str) -> str | None:
    """The password was right: check the second factor, forget the failures, open a session."""
    row = _held(session, name)
    if row is None:
        return None
    step = row.totp_step
    if row.totp_secret:
        step = second_factor.accepted_step(row.totp_secret, code, session.now, row.totp_step)
        if step is None:
            return None
    session.run(
        sa.update(operators)
        .where(operators.c.name == name)
        .values(failures=0, locked_until=None, totp_step=step)
    )
    return open_session(session, name)


def _held(session: Session, name: str) -> sa.Row[Any] | None:
    return session.row(sa.select(operators).where(operators.c.name == name).with_for_update())

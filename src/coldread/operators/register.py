"""Adding operators, changing their passwords, removing them: from the command line only; a second factor in the console too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.operators.tables import operator_sessions, operator_tries, operators

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
#: names that the audit trail gives to others
TAKEN = frozenset({"admin", "api", "cli", "system", "sandbox", "pipeline", "buyer"})


def name_fault(name: str) -> str | None:
    if not NAME.fullmatch(name):
        return "a name is 1 to 40 of a-z, 0-9, dot, dash and underscore"
    if name in TAKEN:
        return f"the audit trail gives the name {name} to another"
    return None


def find_operator(session: Session, name: str) -> sa.Row[Any] | None:
    return session.row(sa.select(operators).where(operators.c.name == name))


def list_operators(session: Session) -> Sequence[sa.Row[Any]]:
    return session.rows(sa.select(operators).order_by(operators.c.name))


def add_operator(session: Session, name: str, password_hash: str, totp_secret: str | None) -> bool:
    """False where the name is taken."""
    row = session.insert(operators).values(
        name=name,
        password_hash=password_hash,
        totp_secret=totp_secret,
        created_at=session.now,
    )
    return session.row(row.on_conflict_do_nothing().returning(operators.c.name)) is not None


def reset_operator(session: Session, name: str, password_hash: str, totp_secret: str | None) -> bool:
    """A new password (and second factor or none); unlocked, signed out everywhere. False where there is none."""
    changed = session.run(
        sa.update(operators)
        .where(operators.c.name == name)
        .values(
            password_hash=password_hash,
            totp_secret=totp_secret,
            totp_step=None,
        )
    ).rowcount
    session.run(sa.delete(operator_sessions).where(operator_sessions.c.operator == name))
    session.run(sa.delete(operator_tries))  # nobody knows which of them were this one's
    return changed == 1


def renew_factor(session: Session, name: str, totp_secret: str | None) -> bool:
    """Another second factor, or none; signed out everywhere, the password stays. False where there is no such operator."""
    changed = session.run(
        sa.update(operators).where(operators.c.name == name).values(totp_secret=totp_secret, totp_step=None)
    ).rowcount
    session.run(sa.delete(operator_sessions).where(operator_sessions.c.operator == name))
    return changed == 1


def remove_operator(session: Session, name: str) -> bool:
    session.run(sa.delete(operator_sessions).where(operator_sessions.c.operator == name))
    return session.run(sa.delete(operators).where(operators.c.name == name)).rowcount == 1

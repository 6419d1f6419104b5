"""Adding operators, changing their passwords, removing them: only on the command line; a second factor also in the
console."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.operators.tables import operator_sessions, operator_tries, operators

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
#: names that the audit trail uses for other actors
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
    """False if the name is taken."""
    row = session.insert(operators).values(
        name=name,
        password_hash=password_hash,
        totp_secret=totp_secret,
        created_at=session.now,
    )
    return session.row(row.on_conflict_do_nothing().returning(operators.c.name)) is not None


def reset_operator(session: Session, name: str, password_hash: str, totp_secret: str | None) -> bool:
    """Set a new password (and a second factor or none), unlock, end all sessions. False if there is no such operator."""
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
    session.run(sa.delete(operator_tries))  # the hashes do not say which tries were this operator's
    return changed == 1


def renew_factor(session: Session, name: str, totp_secret: str | None) -> bool:
    """Set another second factor, or none; end all sessions. The password stays. False if there is no such operator."""
    changed = session.run(
        sa.update(operators).where(operators.c.name == name).values(totp_secret=totp_secret, totp_step=None)
    ).rowcount
    session.run(sa.delete(operator_sessions).where(operator_sessions.c.operator == name))
    return changed == 1


def remove_operator(session: Session, name: str) -> bool:
    session.run(sa.delete(operator_sessions).where(operator_sessions.c.operator == name))
    return session.run(sa.delete(operators).where(operators.c.name == name)).rowcount == 1

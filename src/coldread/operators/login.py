"""Signing in. A try is counted before it is checked, so that a thousand concurrent tries count as a thousand.

Tries are counted by name *and* address: an outsider who guesses locks out only himself, never the operator. A refusal
never says why (wrong name, password and code look the same). A locked-out caller learns that they must wait, and never
whether the password is right."""

from __future__ import annotations

import hashlib
from typing import Any

import sqlalchemy as sa

from coldread.base import log
from coldread.base.clock import MINUTE
from coldread.base.db import Database, Session
from coldread.operators import passwords, second_factor
from coldread.operators.sessions import open_session
from coldread.operators.tables import operator_tries, operators

TRIES = 10
LOCKED_FOR = 15 * MINUTE


class MustWaitError(Exception):
    """Too many wrong tries for this name from this address; `wait` is the remaining time."""

    def __init__(self, wait: int) -> None:
        self.wait = wait
        super().__init__(f"{wait // MINUTE} minutes")


async def sign_in(db: Database, name: str, password: str, code: str, client: str) -> str | None:
    """The token of a new session, or None; raises MustWaitError before anything is compared."""
    password_hash = await db.write(_count_try, name, client)
    is_right = await passwords.password_matches(password_hash or passwords.nobodys_hash(), password)
    token = await db.write(_admit, name, client, code) if is_right and password_hash else None
    log.get("operators").info("signed in" if token else "sign-in refused", operator=name[:40])
    return token


async def knows_password(db: Database, name: str, password: str, client: str) -> bool:
    """Whether a signed-in person knows the password: required for what a stolen session must not do, and counted like a
    sign-in."""
    password_hash = await db.write(_count_try, name, client)
    is_right = await passwords.password_matches(password_hash or passwords.nobodys_hash(), password)
    if is_right and password_hash:
        await db.write(_forget_tries_of, name, client)
    return is_right and password_hash is not None


def _forget_tries_of(session: Session, name: str, client: str) -> None:
    session.run(sa.delete(operator_tries).where(operator_tries.c.who == _hash_of_caller(name, client)))


def forget_tries(session: Session) -> int:
    return session.run(
        sa.delete(operator_tries).where(operator_tries.c.at <= session.now - LOCKED_FOR)
    ).rowcount


def _count_try(session: Session, name: str, client: str) -> str | None:
    """The hash to compare with; None if there is no such operator."""
    row = session.row(_statement_counting_try(session, _hash_of_caller(name, client)))
    assert row is not None
    if row.failures > TRIES:
        raise MustWaitError(row.at + LOCKED_FOR - session.now)
    operator = _lock_operator_row(session, name)
    return operator.password_hash if operator else None


def _statement_counting_try(session: Session, who: str) -> Any:
    """Count a try, in one statement. After fifteen minutes without tries the count starts again."""
    over = operator_tries.c.at <= session.now - LOCKED_FOR
    full = operator_tries.c.failures >= TRIES
    return (
        session.insert(operator_tries)
        .values(who=who, failures=1, at=session.now)
        .on_conflict_do_update(
            index_elements=["who"],
            set_={
                "failures": sa.case((over, 1), (full, TRIES + 1), else_=operator_tries.c.failures + 1),
                "at": sa.case((sa.and_(full, sa.not_(over)), operator_tries.c.at), else_=session.now),
            },
        )
        .returning(operator_tries.c.failures, operator_tries.c.at)
    )


def _admit(session: Session, name: str, client: str, code: str) -> str | None:
    """The password was right: check the second factor, delete the failures, open a session."""
    row = _lock_operator_row(session, name)
    if row is None:
        return None
    step = row.totp_step
    if row.totp_secret:
        step = second_factor.accepted_step(row.totp_secret, code, session.now, row.totp_step)
        if step is None:
            return None
    session.run(sa.update(operators).where(operators.c.name == name).values(totp_step=step))
    _forget_tries_of(session, name, client)
    return open_session(session, name)


def _hash_of_caller(name: str, client: str) -> str:
    """Name and address together, hashed, because an address is personal data."""
    return hashlib.sha256(f"{name}\n{client}".encode()).hexdigest()


def _lock_operator_row(session: Session, name: str) -> sa.Row[Any] | None:
    return session.row(sa.select(operators).where(operators.c.name == name).with_for_update())

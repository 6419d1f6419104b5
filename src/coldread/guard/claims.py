"""One key for one long task: claimed before it begins, stored when it is done, free again if it fails.

`idempotency` stores an answer in the transaction of its effect. A scan takes seconds and must not hold a transaction,
so its key is claimed first. If the process dies, the claim can be taken over after its lease."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.clock import MINUTE
from coldread.base.db import Session
from coldread.guard.idempotency import WINDOW, Once, conflict_problem, key_reused
from coldread.guard.tables import idempotency_keys

LEASE = MINUTE  # a scan ends within 15 s, a paid one within 30

_CLAIMED, _DONE = 0, 200


def claim_key(session: Session, once: Once) -> str | None:
    """The result stored for the key, or None: then the caller has to do the work. 409 while another does it, 422 for
    other content."""
    row = session.row(
        session.insert(idempotency_keys)
        .values(**_claim_row(once, session.now))
        .on_conflict_do_update(
            index_elements=["scope", "key"],
            set_=_claim_row(once, session.now),
            where=_may_be_taken(session.now),
        )
        .returning(idempotency_keys.c.created_at)
    )
    if row is not None:
        return None
    held = session.row(sa.select(idempotency_keys).where(_key_condition(once)))
    if held is None:  # released at this very moment
        raise conflict_problem()
    if held.fingerprint != once.fingerprint:
        raise key_reused()
    if held.status == _CLAIMED:
        raise conflict_problem()
    return str(held.location)


def complete_claim(session: Session, once: Once, result: str) -> None:
    """Store the key's result for 24 hours."""
    session.run(
        sa.update(idempotency_keys)
        .where(_key_condition(once))
        .values(status=_DONE, location=result, created_at=session.now)
    )


def release_claim(session: Session, once: Once) -> None:
    """The work failed: the key can be used again."""
    session.run(
        sa.delete(idempotency_keys).where(_key_condition(once), idempotency_keys.c.status == _CLAIMED)
    )


def _claim_row(once: Once, now: int) -> dict[str, object]:
    return {
        "scope": once.scope,
        "key": once.key,
        "fingerprint": once.fingerprint,
        "status": _CLAIMED,
        "body": b"",
        "location": "",
        "created_at": now,
    }


def _key_condition(once: Once) -> sa.ColumnElement[bool]:
    return sa.and_(idempotency_keys.c.scope == once.scope, idempotency_keys.c.key == once.key)


def _may_be_taken(now: int) -> sa.ColumnElement[bool]:
    keys = idempotency_keys.c
    return sa.or_(
        keys.created_at <= now - WINDOW,
        sa.and_(keys.status == _CLAIMED, keys.created_at <= now - LEASE),
    )

"""One effect for each key: the first answer is stored with the order and returned unchanged for 24 hours."""

from __future__ import annotations

import dataclasses
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.database.prepared import Prepared, insert_into, param
from coldread.base.db import Session
from coldread.base.problems import Fault, InvalidInput, Problem
from coldread.guard.tables import idempotency_keys

WINDOW = DAY
LOCK = 0x1DE  # any number, the same in every process: the class of the keys' advisory locks
SHORTEST, LONGEST = 8, 256

_MINE = sa.and_(idempotency_keys.c.scope == param("scope"), idempotency_keys.c.key == param("key"))
_INSERT = insert_into(idempotency_keys)
_FIND = Prepared(
    lambda _: sa.select(
        idempotency_keys.c.created_at,
        idempotency_keys.c.fingerprint,
        idempotency_keys.c.status,
        idempotency_keys.c.body,
        idempotency_keys.c.location,
    ).where(_MINE)
)
#: the same on PostgreSQL, together with the lock between processes, in one round trip
_LOCK_AND_FIND = Prepared(
    lambda _: sa.select(
        sa.func.pg_try_advisory_xact_lock(sa.literal_column(str(LOCK)), param("number")),
        idempotency_keys.c.created_at,
        idempotency_keys.c.fingerprint,
        idempotency_keys.c.status,
        idempotency_keys.c.body,
        idempotency_keys.c.location,
    ).select_from(sa.select(sa.literal_column("1")).subquery("always").outerjoin(idempotency_keys, _MINE))
)
_FORGET = Prepared(lambda _: sa.delete(idempotency_keys).where(_MINE))

_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)"')


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Once:
    """The scope, key and fingerprint that make two requests equal."""

    scope: str
    key: str
    fingerprint: str


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class StoredAnswer:
    """An answer as it is stored: exact bytes."""

    status: int
    body: bytes
    location: str
    replayed: bool = False


def key_from(values: list[str]) -> str | None:
    """The key in the `Idempotency-Key` headers, as plain text or as a quoted structured-field string."""
    if not values:
        return None
    if len(values) > 1:
        raise _bad_key("The header was sent more than once.", "header_repeated")
    value = values[0].strip()
    if quoted := _QUOTED.fullmatch(value):
        value = re.sub(r"\\(.)", r"\1", quoted.group(1))
    if not SHORTEST <= len(value) <= LONGEST:
        raise _bad_key(f"The key must have {SHORTEST} to {LONGEST} characters.", "header_length")
    return value


def _bad_key(detail: str, code: str) -> InvalidInput:
    return InvalidInput([Fault(pointer="#", header="Idempotency-Key", detail=detail, code=code)])


class InFlight:
    """Keys that this process is working on. Only in memory, so that a crash leaves none blocked."""

    def __init__(self) -> None:
        self._keys: set[tuple[str, str]] = set()

    @contextmanager
    def hold(self, once: Once | None) -> Iterator[None]:
        if once is None:
            yield
            return
        name = (once.scope, once.key)
        if name in self._keys:
            raise conflict_problem()
        self._keys.add(name)
        try:
            yield
        finally:
            self._keys.discard(name)


def conflict_problem() -> Problem:
    return Problem(
        "idempotency-conflict",
        "Another request with this Idempotency-Key is still in progress.",
        headers={"Retry-After": "1"},
    )


def key_reused() -> Problem:
    return Problem(
        "idempotency-key-reused",
        "This Idempotency-Key was used with another payload in the last 24 hours.",
    )


def answer_once(
    session: Session, once: Once | None, work: Callable[[], StoredAnswer], *, is_new: bool = False
) -> StoredAnswer:
    """The stored answer of the key, or that of `work`, stored in the same transaction.

    `is_new` assumes that the key is unused, as most are, and saves a round trip. If it was used, the INSERT fails
    (`pk_idempotency_keys`), the transaction is rolled back, and the caller repeats it without `is_new`."""
    if once is None:
        return work()
    earlier = None if is_new else _find_stored_answer(session, once)
    if earlier is not None:
        return earlier
    answer = work()
    _INSERT.put(
        session,
        scope=once.scope,
        key=once.key,
        fingerprint=once.fingerprint,
        status=answer.status,
        body=answer.body,
        location=answer.location,
        created_at=session.now,
    )
    return answer


def forget_old_keys(session: Session, now: int) -> int:
    """Delete keys after their 24 hours; returns how many."""
    return session.run(
        sa.delete(idempotency_keys).where(idempotency_keys.c.created_at <= now - WINDOW)
    ).rowcount


def _find_row_of_key(session: Session, once: Once) -> Sequence[Any] | None:
    """The key's row. On PostgreSQL other processes compete for the key; on SQLite we hold the write lock already."""
    if not session.is_postgres:
        return _FIND.run(session, scope=once.scope, key=once.key)
    number = zlib.crc32(f"{once.scope}\n{once.key}".encode()) - 2**31
    row = _LOCK_AND_FIND.run(session, scope=once.scope, key=once.key, number=number)
    assert row is not None
    locked, *stored = row
    if not locked:
        raise conflict_problem()
    return None if stored[0] is None else stored


def _find_stored_answer(session: Session, once: Once) -> StoredAnswer | None:
    row = _find_row_of_key(session, once)
    if row is None:
        return None
    created_at, fingerprint, status, body, location = row
    if created_at <= session.now - WINDOW:
        _FORGET.run(session, scope=once.scope, key=once.key)
        return None
    if fingerprint != once.fingerprint:
        raise key_reused()
    return StoredAnswer(status=status, body=bytes(body), location=location, replayed=True)

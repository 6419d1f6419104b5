"""Stored readings: the same material is read once by the same model with the same prompt."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json, to_json

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.reader.tables import model_readings

#: a reading that no scan has used for this long is deleted
KEPT_FOR = 365 * DAY


def find_reading(session: Session, mark: str) -> dict[str, Any] | None:
    """The stored reading; this counts as a use."""
    row = session.row(sa.select(model_readings.c.reading).where(model_readings.c.mark == mark))
    if row is None:
        return None
    session.run(sa.update(model_readings).where(model_readings.c.mark == mark).values(used_at=session.now))
    reading: dict[str, Any] = from_json(row.reading)
    return reading


def store_reading(session: Session, mark: str, reading: dict[str, Any]) -> dict[str, Any]:
    """Store a reading, unless there is one. Returns the stored one."""
    statement = session.insert(model_readings).values(
        mark=mark, reading=to_json(reading), read_at=session.now, used_at=session.now
    )
    session.run(statement.on_conflict_do_nothing(index_elements=["mark"]))
    return find_reading(session, mark) or reading


def forget_readings(session: Session) -> int:
    return session.run(
        sa.delete(model_readings).where(model_readings.c.used_at <= session.now - KEPT_FOR)
    ).rowcount

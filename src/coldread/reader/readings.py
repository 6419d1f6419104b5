"""Stored readings: the same material, asked of the same model by the same words, is read once."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json, to_json

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.reader.tables import model_readings

#: a reading that no scan has had for so long is forgotten
KEPT_FOR = 365 * DAY


def find_reading(session: Session, mark: str) -> dict[str, Any] | None:
    """As it was stored; it counts as used."""
    row = session.row(sa.select(model_readings.c.reading).where(model_readings.c.mark == mark))
    if row is None:
        return None
    session.run(sa.update(model_readings).where(model_readings.c.mark == mark).values(used_at=session.now))
    reading: dict[str, Any] = from_json(row.reading)
    return reading


def store_reading(session: Session, mark: str, reading: dict[str, Any]) -> dict[str, Any]:
    """The first one that is stored stays; what is stored under the mark then."""
    statement = session.insert(model_readings).values(
        mark=mark, reading=to_json(reading), read_at=session.now, used_at=session.now
    )
    session.run(statement.on_conflict_do_nothing(index_elements=["mark"]))
    return find_reading(session, mark) or reading


def forget_readings(session: Session) -> int:
    return session.run(
        sa.delete(model_readings).where(model_readings.c.used_at <= session.now - KEPT_FOR)
    ).rowcount

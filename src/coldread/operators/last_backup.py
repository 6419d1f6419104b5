"""The last backup and the last restore of the service."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.operators.tables import upkeep


def note_upkeep(session: Session, name: str, detail: str) -> None:
    values = {"at": session.now, "detail": detail}
    session.run(
        session.insert(upkeep)
        .values(name=name, **values)
        .on_conflict_do_update(index_elements=["name"], set_=values)
    )


def last_upkeep(session: Session) -> dict[str, sa.Row[Any]]:
    return {row.name: row for row in session.rows(sa.select(upkeep))}

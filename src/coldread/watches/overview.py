"""All watches at a glance, for the operator. Addresses have no names, unless they are asked for."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.watches.rules import WatchState, masked_email
from coldread.watches.tables import watch_changes, watch_runs, watches

#: watches that one list shows
MOST = 200


@dataclasses.dataclass(frozen=True, kw_only=True)
class WatchRow:
    """One watch."""

    id: str
    url: str
    rhythm: str
    state: str
    ended_because: str | None
    #: the address that letters go to; None once nothing is sent
    email: str | None
    #: the same without its name
    masked: str | None
    asked_at: int
    due_at: int | None
    runs: int
    failures: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Overview:
    """The latest watches, and counts of all."""

    rows: tuple[WatchRow, ...]
    #: state to number
    states: dict[str, int]
    #: active watches that should have run a day ago
    late: int
    #: counts of the last day
    runs: int
    told: int


def overview(session: Session) -> Overview:
    found = session.rows(sa.select(watches).order_by(watches.c.asked_at.desc(), watches.c.id).limit(MOST))
    counted = session.rows(
        sa.select(watches.c.state, sa.func.count().label("number")).group_by(watches.c.state)
    )
    since = session.now - DAY
    return Overview(
        rows=tuple(_row(row) for row in found),
        states={row.state: row.number for row in counted},
        late=_count_rows(session, watches, watches.c.state == WatchState.ON, watches.c.due_at <= since),
        runs=_count_rows(session, watch_runs, watch_runs.c.at > since),
        told=_count_rows(session, watch_changes, watch_changes.c.at > since),
    )


def _row(row: sa.Row[tuple[object, ...]]) -> WatchRow:
    names = [field.name for field in dataclasses.fields(WatchRow) if field.name != "masked"]
    values = {name: getattr(row, name) for name in names}
    return WatchRow(**values, masked=masked_email(values["email"]) if values["email"] else None)


def _count_rows(session: Session, table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
    row = session.row(sa.select(sa.func.count().label("number")).select_from(table).where(*where))
    return int(row.number) if row else 0

"""Finding watches, their runs and reported changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.scans.comparison.matters import Change
from coldread.watches.rules import WatchState
from coldread.watches.tables import watch_changes, watch_runs, watches

#: runs that one page lists
MOST_RUNS = 400


def find_watch(session: Session, watch_id: str) -> sa.Row[Any] | None:
    return session.row(sa.select(watches).where(watches.c.id == watch_id))


def hold_watch(session: Session, watch_id: str) -> sa.Row[Any] | None:
    """The same, locked until the commit."""
    return session.row(sa.select(watches).where(watches.c.id == watch_id).with_for_update())


def find_history(session: Session, history_id: str) -> sa.Row[Any] | None:
    """The watch whose history has this address."""
    return session.row(sa.select(watches).where(watches.c.history_id == history_id))


def run_of(session: Session, watch_id: str, number: int) -> sa.Row[Any] | None:
    mine = sa.and_(watch_runs.c.watch_id == watch_id, watch_runs.c.number == number)
    return session.row(sa.select(watch_runs).where(mine))


def unused_moment(session: Session, watch_id: str, due_at: int) -> int:
    """This moment, or the next second that no run has had: after the clock went back, the same moment comes again."""
    while (
        session.row(
            sa.select(watch_runs.c.number).where(
                watch_runs.c.watch_id == watch_id, watch_runs.c.due_at == due_at
            )
        )
        is not None
    ):
        due_at += SECOND
    return due_at


def watches_of(session: Session, mailbox_hash: str) -> Sequence[sa.Row[Any]]:
    """The active watches of a mailbox."""
    mine = sa.and_(watches.c.mailbox_hash == mailbox_hash, watches.c.state == WatchState.ON)
    return session.rows(sa.select(watches).where(mine).order_by(watches.c.confirmed_at))


def watches_of_address(session: Session, address_hash: str) -> Sequence[sa.Row[Any]]:
    """The watches that this address confirmed, also those that are over and can still be read: what runs comes first."""
    mine = sa.and_(watches.c.address_hash == address_hash, watches.c.confirmed_at.is_not(None))
    return session.rows(
        sa.select(watches).where(mine).order_by(watches.c.state.desc(), watches.c.confirmed_at.desc())
    )


def runs_of(session: Session, watch_id: str, most: int | None = MOST_RUNS) -> Sequence[sa.Row[Any]]:
    """The latest runs, or (None) all, oldest first."""
    rows = session.rows(
        sa.select(watch_runs)
        .where(watch_runs.c.watch_id == watch_id)
        .order_by(watch_runs.c.number.desc())
        .limit(most)
    )
    return rows[::-1]


def changes_of(
    session: Session, watch_id: str, *, since: int = 1
) -> dict[int, tuple[sa.Row[Any], list[Change]]]:
    """The reported changes of this run and later ones, by the number of their run."""
    mine = sa.and_(watch_changes.c.watch_id == watch_id, watch_changes.c.number >= since)
    rows = session.rows(sa.select(watch_changes).where(mine).order_by(watch_changes.c.number))
    return {row.number: (row, changes_from(row.changes)) for row in rows}


def changes_from(text: str) -> list[Change]:
    return [Change(**{**one, "kind": ChangeKind(one["kind"])}) for one in json.loads(text)]

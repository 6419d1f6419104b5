"""The sweep: queues what is due, spread over time and hosts; warns before the end; ends and forgets what is over."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.guard import rate
from coldread.guard.limits import WATCH_RUNS
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import WATCHES
from coldread.orders.push.register import drop_subject_receivers
from coldread.services import Services
from coldread.watches.ask import stop
from coldread.watches.letters import forget_letters, write_end_letter
from coldread.watches.queries import hold_watch, unused_moment
from coldread.watches.rules import (
    HOST_GAP,
    LINK,
    PERIOD,
    READABLE,
    REFUSED_FOR,
    RUN_LOST,
    WARNING,
    YEAR,
    Rhythm,
    WatchEnded,
    WatchState,
    host_slot,
    is_stray,
    next_run,
)
from coldread.watches.tables import watch_changes, watch_hosts, watch_refusals, watch_runs, watches

RUN = job_name("watches.run", WATCHES)
AT_ONCE = 200  # a sweep may hold the writer for tens of milliseconds, no longer
#: of one host, about as many as its turns allow until the next sweep: thousands of watches of one host delay no others
HOST_AT_ONCE = 20


def queue_due(session: Session, services: Services) -> int:
    """Queue the runs that are due. Each has its own turn at its host, so that no host is visited twice at the same time.

    All watches are locked before the first host, and hosts in one order, so that two transactions do not deadlock. A watch
    that somebody holds waits for the next sweep."""
    if not services.settings.watch:
        return 0
    usage = rate.usage_of(session, WATCH_RUNS, "", WATCH_RUNS.most(services.settings))
    most = AT_ONCE if usage is None else min(AT_ONCE, usage.remaining)
    is_due = sa.and_(
        watches.c.state == WatchState.ON, watches.c.due_at <= session.now, _is_not_queued(session)
    )
    place = sa.func.row_number().over(partition_by=watches.c.host, order_by=watches.c.due_at)
    placed = sa.select(watches.c.id, watches.c.due_at, place.label("place")).where(is_due).subquery()
    chosen = session.rows(
        sa.select(placed.c.id).where(placed.c.place <= HOST_AT_ONCE).order_by(placed.c.due_at).limit(most)
    )
    rows = session.rows(
        sa.select(watches.c.id, watches.c.host, watches.c.due_at)
        .where(watches.c.id.in_([row.id for row in chosen]), is_due)
        .with_for_update(skip_locked=True)
    )
    return sum(_queue_run(session, row) for row in sorted(rows, key=lambda row: (row.host, row.due_at)))


def queue_first(session: Session, watch_id: str) -> None:
    """Queue the run that is due right after the confirmation, without waiting for the sweep."""
    row = hold_watch(session, watch_id)
    if row is not None and row.state == WatchState.ON and row.due_at <= session.now and not row.runs:
        _queue_run(session, row)


def _queue_run(session: Session, row: sa.Row[tuple[str, str, int]]) -> bool:
    begins = _next_slot_of_host(session, row.host)
    values = {"queued_until": begins + RUN_LOST}
    session.run(sa.update(watches).where(watches.c.id == row.id).values(**values))
    key = f"watch/{row.id}/{row.due_at}"
    return defer(session, RUN, key=key, run_at=begins, holder=row.host, watch_id=row.id, due_at=row.due_at)


def _is_not_queued(session: Session) -> sa.ColumnElement[bool]:
    """Not queued, or queued so long ago (or so far ahead, by a clock that was wrong) that the run counts as lost."""
    until = watches.c.queued_until
    return sa.or_(until <= session.now, until > session.now + 2 * PERIOD[Rhythm.DAILY])


def _next_slot_of_host(session: Session, host: str) -> int:
    """Take the host's next turn."""
    row = session.row(sa.select(watch_hosts.c.free_at).where(watch_hosts.c.host == host).with_for_update())
    begins = host_slot(row.free_at if row else 0, session.now)
    taken = {"free_at": begins + HOST_GAP}
    statement = session.insert(watch_hosts).values(host=host, **taken)
    session.run(statement.on_conflict_do_update(index_elements=["host"], set_=taken))
    return begins


def mend_clocks(session: Session, _: Services) -> int:
    """Move runs and ends that were set while the clock was ahead to earlier moments."""
    is_on = watches.c.state == WatchState.ON
    early = sa.update(watches).where(is_on, watches.c.warned_at > session.now + DAY).values(warned_at=None)
    late = sa.update(watches).where(is_on, watches.c.ends_at > session.now + YEAR + DAY)
    strays = session.run(early).rowcount + session.run(late.values(ends_at=session.now + YEAR)).rowcount
    for rhythm, period in PERIOD.items():
        rows = session.rows(
            sa.select(watches.c.id, watches.c.due_at)
            .where(
                is_on,
                watches.c.rhythm == rhythm,
                watches.c.due_at > session.now + 2 * period,
            )
            .limit(AT_ONCE)
        )
        for row in rows:
            assert is_stray(row.due_at, rhythm, session.now)
            due_at = unused_moment(session, row.id, next_run(row.id, rhythm, session.now))
            due = {"due_at": due_at, "queued_until": 0}
            session.run(sa.update(watches).where(watches.c.id == row.id).values(**due))
        strays += len(rows)
    return strays


def warn_and_end(session: Session, services: Services) -> int:
    """Write to owners whose year is nearly over, and end those whose year is over. If watching is off nothing is written:
    the letter's links would lead nowhere."""
    if not services.settings.watch:
        over = sa.and_(watches.c.state == WatchState.ON, watches.c.ends_at <= session.now)
        found = session.rows(sa.select(watches.c.id).where(over).limit(AT_ONCE))
        return sum(stop(session, row.id, WatchEnded.YEAR) for row in found)
    rows = session.rows(
        sa.select(watches.c.id)
        .where(
            watches.c.state == WatchState.ON,
            watches.c.ends_at <= session.now + WARNING,
            sa.or_(watches.c.warned_at.is_(None), watches.c.ends_at <= session.now),
        )
        .limit(AT_ONCE)
    )
    for row in rows:
        watch = hold_watch(session, row.id)
        if watch is None or watch.state != WatchState.ON:
            continue
        if watch.warned_at is None:
            _warn_owner(session, services, watch)
        elif watch.ends_at <= session.now:
            stop(session, watch.id, WatchEnded.YEAR)
    return len(rows)


def _warn_owner(session: Session, services: Services, watch: sa.Row[Any]) -> None:
    """The letter names the day when the watch ends. An owner always has two weeks, even if nothing ran for a while."""
    ends_at = max(watch.ends_at, session.now + WARNING)
    values = {"warned_at": session.now, "ends_at": ends_at}
    session.run(sa.update(watches).where(watches.c.id == watch.id).values(**values))
    write_end_letter(session, services.settings, watch, ends_at)


def forget_watches(session: Session, _: Services) -> int:
    """Delete requests that nobody confirmed, watches a month after their end, and what belongs to them."""
    old = session.rows(
        sa.select(watches.c.id)
        .where(
            sa.or_(
                sa.and_(watches.c.state == WatchState.ASKED, watches.c.asked_at <= session.now - LINK),
                sa.and_(watches.c.state == WatchState.OVER, watches.c.ended_at <= session.now - READABLE),
            )
        )
        .limit(AT_ONCE)
    )
    for row in old:
        forget_watch(session, row.id)
    session.run(sa.delete(watch_refusals).where(watch_refusals.c.at <= session.now - REFUSED_FOR))
    session.run(sa.delete(watch_hosts).where(watch_hosts.c.free_at <= session.now - PERIOD[Rhythm.WEEKLY]))
    return len(old)


def forget_watch(session: Session, watch_id: str) -> None:
    """Delete a watch with its runs, its reported changes and its letters. Its scans are then deleted like any others."""
    # a run that is being stored now is stored first, and deleted with the rest
    hold_watch(session, watch_id)
    forget_letters(session, watch_id)
    drop_subject_receivers(session, watch_id)
    for table in (watch_changes, watch_runs):
        session.run(sa.delete(table).where(table.c.watch_id == watch_id))
    session.run(sa.delete(watches).where(watches.c.id == watch_id))

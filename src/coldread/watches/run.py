"""One run of a watch: the look, and then, in one transaction, the scan, the comparison, the letter and the next run.

A process killed before that transaction has done nothing, and the run is done again; killed after it, the run is done.
The run's due moment is its key: of two workers that look at the same time, the second finds it done."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import sqlalchemy as sa

from coldread.base import log
from coldread.base.clock import HOUR
from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.base.languages import Language
from coldread.guard import rate
from coldread.guard.limits import WATCH_RUNS
from coldread.isolation.errors import IsolationError
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.scanner import EngineUnavailable
from coldread.scanner.visit.fetch import PageError
from coldread.scanner.visit.render.turns import Turn
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.scans.comparison.matters import AGREE, Change, Known, Run, changes_that_matter
from coldread.scans.comparison.stored import page_state_of
from coldread.scans.dispatch import run_scan
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, fresh_scan, outcome_of, store_outcome
from coldread.services import Services
from coldread.watches.ask import end
from coldread.watches.letters import write_change_letter, write_stopped_letter
from coldread.watches.push import WatchEventKind, note_watch_event
from coldread.watches.queries import hold_watch, run_of, unused_moment
from coldread.watches.rules import (
    AGAIN,
    Rhythm,
    WatchEnded,
    WatchState,
    after_run,
    has_stopped,
)
from coldread.watches.tables import watch_changes, watch_runs, watches

#: a scan of the same page that is not older serves several watches
SHARED = HOUR
#: after trouble of ours for so long, the source alone is taken, or the run is noted as not done
PATIENCE = 6 * HOUR
#: the caveat of a page that only a wall against robots was seen of
WALL = "bot-wall"
#: the fault of a run that was not done
NOT_LOOKED = "not_looked"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Due:
    """A run that is due."""

    watch_id: str
    due_at: int
    request: ScanRequest
    #: a scan of the page that is recent enough
    shared: dict[str, Any] | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Looked:
    """What came of looking: a scan to store, one that is stored, or why there is no page."""

    found: ScanOutcome | None = None
    session_id: str | None = None
    fault: str = ""


async def run_watch(services: Services, watch_id: str, due_at: int) -> None:
    """The whole run. Trouble of ours puts it off; it never counts against the page."""
    due = await services.db.write(begin_run, services, watch_id, due_at)
    if due is None:
        return
    try:
        looked = await look(services, due)
    except (EngineUnavailable, IsolationError) as error:
        log.get("watches").warning("a watched page was not looked at", reason=str(error)[:300])
        looked = None
    except Exception as error:  # the page after this one is looked at all the same
        log.get("watches").failure("a look at a watched page failed", error)
        looked = None
    if looked is None:
        await services.db.write(not_looked, due)
        return
    if looked.found is not None:
        await services.contents.ahead(looked.found.pictures.values())
    await services.db.write(finish_run, services, due, looked)


def begin_run(session: Session, services: Services, watch_id: str, due_at: int) -> Due | None:
    """The run, counted against the day's looks; None if it was done, is not wanted any more, or must wait."""
    watch = hold_watch(session, watch_id)
    if watch is None or not _is_due(watch, due_at):
        return None
    request = ScanRequest(
        url=watch.url,
        brief=Brief(goal=PrimaryGoal(watch.goal), audience=watch.audience, lang=Language(watch.language)),
        client=watch.host,
    )
    # a second look must be a look of its own
    shared = fresh_scan(session, services.settings, request, within=_shared_since(session, watch))
    limit = (WATCH_RUNS, "", WATCH_RUNS.most(services.settings))
    if shared is None and not rate.count_all(session, [limit]):
        put_off(session, watch_id, due_at)
        return None
    return Due(watch_id=watch_id, due_at=due_at, request=request, shared=shared)


async def look(services: Services, due: Due) -> Looked | None:
    """Look at the page, as nobody who is waited for; None if a browser was lacking for a while."""
    if due.shared is not None:
        return Looked(session_id=due.shared["session_id"])
    try:
        if services.settings.scan_engine == "external":
            answer = await run_scan(services, due.request)
            return Looked(session_id=answer["session_id"])
        turn = Turn(holder=due.request.client, background=True)
        scanned = await services.scanner.scan(due.request.url, due.request.brief, turn=turn)
    except PageError as error:
        return Looked(fault=error.reason)
    if WALL in scanned.report.seen.caveats:
        return Looked(fault="bot_wall")
    found = outcome_of(scanned)
    if not found.lasts and services.clock.now() < due.due_at + PATIENCE:
        return None
    return Looked(found=found)


def finish_run(session: Session, services: Services, due: Due, looked: Looked) -> None:
    """Everything that follows from a look, at once or not at all."""
    watch = hold_watch(session, due.watch_id)
    if watch is None or not _is_due(watch, due.due_at):
        return  # done by another worker, or stopped meanwhile
    number = watch.runs + 1
    known = Known.from_json(watch.known) if watch.known else Known()
    if looked.fault:
        _note_run(session, watch, number, fault=looked.fault)
        told = changes_that_matter(known, Run(down=looked.fault))
        session_id = None
    else:
        session_id = looked.session_id or new_secret_id()
        if looked.found is not None:
            store_outcome(session, services, due.request, looked.found, session_id)
        page = page_state_of(session, session_id)
        assert page is not None
        score = round(page.score) if page.score is not None and page.source == "pipeline" else None
        _note_run(session, watch, number, session_id=session_id, score=score)
        told = changes_that_matter(known, Run(page=page))
    failures = watch.failures + 1 if looked.fault else 0
    changes = tuple(sorted(told.changes, key=lambda change: tuple(ChangeKind).index(change.kind)))
    if changes:
        _note_change(session, watch, number, "changed", changes)
        write_change_letter(session, services.settings, watch, number, changes)
        note_watch_event(session, services.settings, WatchEventKind.CHANGED, watch.id, number, changes)
    if has_stopped(failures):
        gone = (Change(kind=ChangeKind.DOWN, after=looked.fault),)
        _note_change(session, watch, number, "failed", gone)
        note_watch_event(session, services.settings, WatchEventKind.FAILED, watch.id, number, gone)
        write_stopped_letter(session, services.settings, watch, looked.fault)
        end(session, watch.id, WatchEnded.FAILED)
    look_again = wants_second_look(told.known, told.outcome, known.limits)
    next_due = after_run(watch.id, Rhythm(watch.rhythm), session.now, look_again=look_again)
    _set(
        session,
        watch.id,
        runs=number,
        failures=failures,
        queued_until=0,
        known=told.known.to_json(),
        **({"last_scan_id": session_id} if session_id else {}),
        **({} if has_stopped(failures) else {"due_at": unused_moment(session, watch.id, next_due)}),
    )


def wants_second_look(known: Known, outcome: str, limits_before: frozenset[str]) -> bool:
    """Whether something is reported only if the next run sees it too, so that the next run comes soon. Pure.

    Limits that stay are the page's own, and need no second look each day."""
    if known.down:
        return known.down < AGREE
    new_limits = outcome == "unclear" and known.limits != limits_before
    return bool(known.noticed) or 0 < known.failing < AGREE or new_limits


def put_off(session: Session, watch_id: str, due_at: int) -> None:
    """The run stays due, and is queued again later."""
    mine = sa.and_(watches.c.id == watch_id, watches.c.due_at == due_at)
    session.run(sa.update(watches).where(mine).values(queued_until=session.now + AGAIN))


def _shared_since(session: Session, watch: sa.Row[Any]) -> int:
    """How old a scan may be: not older than the last run, so that a second look is a look of its own."""
    last = run_of(session, watch.id, watch.runs)
    return SHARED if last is None else min(SHARED, max(0, session.now - last.at))


def not_looked(session: Session, due: Due) -> None:
    """Trouble of ours: the run is put off, and after six hours noted as not done. The page has not failed."""
    watch = hold_watch(session, due.watch_id)
    if watch is None or not _is_due(watch, due.due_at):
        return
    if session.now < due.due_at + PATIENCE:
        put_off(session, due.watch_id, due.due_at)
        return
    _note_run(session, watch, watch.runs + 1, fault=NOT_LOOKED)
    next_due = after_run(watch.id, Rhythm(watch.rhythm), session.now, look_again=False)
    due_at = unused_moment(session, watch.id, next_due)
    _set(session, watch.id, runs=watch.runs + 1, queued_until=0, due_at=due_at)


def _is_due(watch: sa.Row[Any], due_at: int) -> bool:
    return bool(watch.state == WatchState.ON and watch.due_at == due_at)


def _note_change(
    session: Session, watch: sa.Row[Any], number: int, kind: str, changes: tuple[Change, ...]
) -> None:
    session.run(
        sa.insert(watch_changes),
        {
            "watch_id": watch.id,
            "number": number,
            "at": session.now,
            "kind": kind,
            "before_id": watch.last_scan_id,
            "changes": json.dumps([dataclasses.asdict(change) for change in changes]),
        },
    )


def _note_run(
    session: Session,
    watch: sa.Row[Any],
    number: int,
    *,
    session_id: str | None = None,
    score: int | None = None,
    fault: str | None = None,
) -> None:
    session.run(
        sa.insert(watch_runs),
        {
            "watch_id": watch.id,
            "number": number,
            "due_at": watch.due_at,
            "at": session.now,
            "session_id": session_id,
            "score": score,
            "fault": fault[:40] if fault else None,
        },
    )


def _set(session: Session, watch_id: str, **values: Any) -> None:
    session.run(sa.update(watches).where(watches.c.id == watch_id).values(**values))

"""One run of a watch: the look (a scan of the page). Then one transaction stores the scan, the comparison, the e-mail and
the next due moment.

If the process dies before that transaction commits, nothing has happened and the run is repeated. If it dies afterwards, the
run is complete. The run's due moment is its key: if two workers look at the same time, the second finds the run complete."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from coldread.base import log
from coldread.base.clock import HOUR
from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.base.languages import Language
from coldread.guard import rate
from coldread.guard.limits import WATCH_RUNS, Counted
from coldread.isolation.errors import IsolationError
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.scanner import EngineUnavailable, ScanCutOff
from coldread.scanner.visit.fetch import PageError
from coldread.scanner.visit.render.turns import Turn
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.scans.comparison.matters import AGREE, Change, Known, Run, changes_that_matter
from coldread.scans.comparison.page_state import PageState, page_state
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
    MOST_SECOND_LOOKS,
    Rhythm,
    WatchEnded,
    WatchState,
    after_run,
    has_stopped,
)
from coldread.watches.tables import watch_changes, watch_runs, watches

#: how old a scan of the same page may be if it is to serve several watches
SHARED = HOUR
#: once our own side has failed for this long, a scan made without a browser is accepted, or the run is noted as not done
PATIENCE = 6 * HOUR
#: the caveat of a scan that met a bot wall instead of the page
WALL = "bot-wall"
#: the fault of a run that met a bot wall
WALL_FAULT = "bot_wall"
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
    #: when the first try of this run began
    tried_at: int
    #: when the look was counted against the day's looks; None: a recent scan serves, so nothing was counted
    counted_at: int | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class LookOutcome:
    """The outcome of a look: a new scan to store, the id of an already stored one, or why there is no page."""

    found: ScanOutcome | None = None
    session_id: str | None = None
    fault: str = ""


async def run_watch(services: Services, watch_id: str, due_at: int) -> None:
    """The whole run. A failure on our side puts the run off and never counts against the page."""
    due = await services.db.write(begin_run, services, watch_id, due_at)
    if due is None:
        return
    try:
        looked = await look(services, due)
    except (EngineUnavailable, IsolationError) as error:
        log.get("watches").warning("a watched page was not looked at", reason=str(error)[:300])
        looked = None
    except Exception as error:  # one bad page must not stop the next run
        log.get("watches").failure("a look at a watched page failed", error)
        looked = None
    if looked is None:
        await services.db.write(note_run_not_done, services, due)
        return
    if looked.found is not None:
        await services.contents.ahead(looked.found.pictures.values())
    await services.db.write(finish_run, services, due, looked)


def begin_run(session: Session, services: Services, watch_id: str, due_at: int) -> Due | None:
    """The run, counted against the day's looks; None if it was done, is no longer wanted, or must wait."""
    watch = hold_watch(session, watch_id)
    if watch is None or not _is_due(watch, due_at) or not services.settings.watch:
        return None
    request = ScanRequest(
        url=watch.url,
        brief=Brief(goal=PrimaryGoal(watch.goal), audience=watch.audience, lang=Language(watch.language)),
        client=watch.host,
    )
    shared = _find_recent_scan(session, services, request, watch)
    if shared is None and not rate.count_all(session, [_daily_limit_of_looks(services)]):
        put_off(session, watch_id, due_at)
        return None
    tried_at = session.now if watch.tried_at is None else min(watch.tried_at, session.now)
    _update_watch(session, watch_id, tried_at=tried_at)
    return Due(
        watch_id=watch_id,
        due_at=due_at,
        request=request,
        shared=shared,
        tried_at=tried_at,
        counted_at=session.now if shared is None else None,
    )


def _daily_limit_of_looks(services: Services) -> Counted:
    return WATCH_RUNS, "", WATCH_RUNS.most(services.settings)


def _find_recent_scan(
    session: Session, services: Services, request: ScanRequest, watch: sa.Row[Any]
) -> dict[str, Any] | None:
    """A recent scan of the page. It must be newer than the last run, so that a second look really looks again, and it
    must not have met a bot wall, because our own look may see the page."""
    last = run_of(session, watch.id, watch.runs)
    within = SHARED if last is None else min(SHARED, max(0, session.now - last.at))
    found = fresh_scan(session, services.settings, request, within=within, also_unread=True)
    return None if found is not None and shows_wall(found) else found


def shows_wall(answer: Mapping[str, Any]) -> bool:
    """Whether a scan met a bot wall instead of the page."""
    return WALL in page_state(answer).limits


async def look(services: Services, due: Due) -> LookOutcome | None:
    """Scan the page at background priority, because no caller waits for it; None if no browser was available and the
    run should be tried again later."""
    if due.shared is not None:
        return LookOutcome(session_id=due.shared["session_id"])
    try:
        looked = await _look_at_page(services, due.request)
    except PageError as error:
        return LookOutcome(fault=error.reason)
    except ScanCutOff:  # the page exceeds the limits of every page, and would exceed them again
        return LookOutcome(fault="too_much_time")
    lasts = looked.found is None or looked.found.lasts
    return looked if lasts or services.clock.now() >= due.tried_at + PATIENCE else None


async def _look_at_page(services: Services, request: ScanRequest) -> LookOutcome:
    if services.settings.scan_engine == "external":
        answer = await run_scan(services, request)
        return (
            LookOutcome(fault=WALL_FAULT)
            if shows_wall(answer)
            else LookOutcome(session_id=answer["session_id"])
        )
    turn = Turn(holder=request.client, background=True)
    scanned = await services.scanner.scan(request.url, request.brief, turn=turn)
    is_shut = WALL in scanned.report.seen.caveats
    return LookOutcome(fault=WALL_FAULT) if is_shut else LookOutcome(found=outcome_of(scanned))


def finish_run(session: Session, services: Services, due: Due, looked: LookOutcome) -> None:
    """Everything that follows from a look, in one transaction: all of it or nothing."""
    watch = hold_watch(session, due.watch_id)
    if watch is None or not _is_due(watch, due.due_at):
        return  # done by another worker, or stopped meanwhile
    number = watch.runs + 1
    known = Known.from_json(watch.known) if watch.known else Known()
    page = _stored_page(session, services, due, looked)
    result = changes_that_matter(known, Run(page=page, down=looked.fault))
    _note_run(session, watch, number, page=page, fault=looked.fault, outcome=result.outcome)
    failures = watch.failures + 1 if looked.fault else 0
    changes = tuple(sorted(result.changes, key=lambda change: tuple(ChangeKind).index(change.kind)))
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
    look_again = watch.second_looks < MOST_SECOND_LOOKS and wants_second_look(
        result.known, result.outcome, known.limits
    )
    next_due = after_run(watch.id, Rhythm(watch.rhythm), session.now, look_again=look_again)
    _update_watch(
        session,
        watch.id,
        runs=number,
        failures=failures,
        second_looks=watch.second_looks + 1 if look_again else 0,
        queued_until=0,
        tried_at=None,
        known=result.known.to_json(),
        **({"last_scan_id": page.session_id} if page is not None else {}),
        **({} if has_stopped(failures) else {"due_at": unused_moment(session, watch.id, next_due)}),
    )


def _stored_page(session: Session, services: Services, due: Due, looked: LookOutcome) -> PageState | None:
    """The page that was seen, its scan stored; None if there was none. No model reads it: nobody asked for a reading."""
    if looked.fault:
        return None
    session_id = looked.session_id or new_secret_id()
    if looked.found is not None:
        store_outcome(session, services, due.request, looked.found, session_id, is_read=False)
    page = page_state_of(session, session_id)
    assert page is not None
    return page


def wants_second_look(known: Known, outcome: str, limits_before: frozenset[str]) -> bool:
    """Whether this run saw something that is reported only if the next run sees it too; then the next run comes soon.

    Pure. Limits that were there before belong to the page, and need no second look each day."""
    if known.down:
        return known.down < AGREE
    new_limits = outcome == "unclear" and known.limits != limits_before
    waits = known.coming or 0 < known.failing < AGREE or 0 < abs(known.moved) < AGREE or known.replaced
    return bool(waits) or new_limits


def put_off(session: Session, watch_id: str, due_at: int) -> None:
    """The run stays due, and is queued again later."""
    mine = sa.and_(watches.c.id == watch_id, watches.c.due_at == due_at)
    session.run(sa.update(watches).where(mine).values(queued_until=session.now + AGAIN))


def note_run_not_done(session: Session, services: Services, due: Due) -> None:
    """Our own side failed: put the run off; six hours after its first try, note it as not done. The page has not failed,
    and the look is given back to the day's looks."""
    watch = hold_watch(session, due.watch_id)
    if due.counted_at is not None:
        rate.give_back(session, WATCH_RUNS, "", due.counted_at)
    if watch is None or not _is_due(watch, due.due_at):
        return
    if session.now < due.tried_at + PATIENCE:
        put_off(session, due.watch_id, due.due_at)
        return
    _note_run(session, watch, watch.runs + 1, fault=NOT_LOOKED)
    next_due = after_run(watch.id, Rhythm(watch.rhythm), session.now, look_again=False)
    due_at = unused_moment(session, watch.id, next_due)
    _update_watch(session, watch.id, runs=watch.runs + 1, queued_until=0, tried_at=None, due_at=due_at)


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
    page: PageState | None = None,
    fault: str = "",
    outcome: str | None = None,
) -> None:
    score = page.score if page is not None and page.source == "pipeline" else None
    session.run(
        sa.insert(watch_runs),
        {
            "watch_id": watch.id,
            "number": number,
            "due_at": watch.due_at,
            "at": session.now,
            "session_id": page.session_id if page is not None else None,
            "score": None if score is None else round(score),
            "fault": fault[:40] or None,
            "outcome": outcome,
        },
    )


def _update_watch(session: Session, watch_id: str, **values: Any) -> None:
    session.run(sa.update(watches).where(watches.c.id == watch_id).values(**values))

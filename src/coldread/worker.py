"""`coldread work`: the work beside the requests: due jobs, and sweeping old rows."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from coldread.base import log, private
from coldread.base.clock import DAY
from coldread.base.db import Session, Unavailable
from coldread.base.exit import end_for_certain
from coldread.base.settings import Settings
from coldread.drafts import jobs as drafts_jobs
from coldread.guard import idempotency, rate
from coldread.isolation.errors import IsolationError
from coldread.jobs.defer import forget_errors
from coldread.jobs.runner import runner
from coldread.llm.shared_gate import forget_old_tokens
from coldread.mail import jobs as mail_jobs
from coldread.migrations import apply
from coldread.operators.login import forget_tries
from coldread.operators.sessions import forget_ended
from coldread.orders import jobs as order_jobs
from coldread.orders.acts.expire import close_expired
from coldread.orders.acts.sign_in import forget_sign_ins
from coldread.orders.files.deliverables import drop_outdated
from coldread.orders.operator.alarms import report_dead_jobs, warn_of_finals, write_to_buyers_of_late_finals
from coldread.payments import jobs as payment_jobs
from coldread.payments.accounting.ledger import follow_open, forget_answers, put_unexecuted_on_refund_list
from coldread.payments.accounting.reconcile import queue_nightly
from coldread.privacy.retention import forget_outdated
from coldread.privacy.scans import drop_pictures, forget_scans
from coldread.protocols.a2a import stored_tasks
from coldread.reader.readings import forget_readings
from coldread.scanner.page.parsing_process import forbid_reading_here
from coldread.scans import jobs as scan_jobs
from coldread.scans import ticket_jobs, tickets
from coldread.scans.beside.stored import forget_beside, keep_results
from coldread.scans.home import queue_home
from coldread.scans.retention import forget_requests
from coldread.scans.shares import forget_shares
from coldread.services import Services
from coldread.submissions import jobs as submission_jobs
from coldread.submissions.submit import forget_old
from coldread.watches import jobs as watch_jobs
from coldread.watches.due import forget_watches, mend_clocks, queue_due, warn_and_end

EVERY_S = 300
AGAIN_S = 1.0

#: name in the log, and the function that deletes or closes rows
SWEEPS: tuple[tuple[str, Callable[[Session, Services], int]], ...] = (
    ("idempotency keys", lambda session, _: idempotency.forget_old_keys(session, session.now)),
    ("counters", lambda session, _: rate.forget_windows(session, session.now - 2 * DAY)),
    ("pages beside others", keep_results),
    ("scan tickets", lambda session, _: tickets.forget_tickets(session, session.now - DAY)),
    ("looks", forget_requests),
    ("screenshots", drop_pictures),
    ("scans", forget_scans),
    ("deliverables", drop_outdated),
    ("lapsed orders", close_expired),
    ("outdated data", forget_outdated),
    ("agents' questions", lambda session, _: stored_tasks.forget(session, session.now)),
    ("drafts begun again", drafts_jobs.requeue_lost),
    ("warnings", warn_of_finals),
    ("finals that are late", write_to_buyers_of_late_finals),
    ("notices of dead jobs", report_dead_jobs),
    ("errors of jobs that are gone", lambda session, _: forget_errors(session)),
    ("payments asked about", lambda session, _: follow_open(session)),
    ("unexecuted payments", lambda session, _: put_unexecuted_on_refund_list(session)),
    ("paid answers", lambda session, _: forget_answers(session)),
    ("books to compare", lambda session, services: queue_nightly(session, services.settings)),
    ("looks at our own page", lambda session, services: queue_home(session, services.settings)),
    ("sessions", lambda session, _: forget_ended(session)),
    ("readings", lambda session, _: forget_readings(session)),
    ("counts of tokens", lambda session, _: forget_old_tokens(session)),
    ("shares", lambda session, _: forget_shares(session)),
    ("pages beside deleted scans", lambda session, _: forget_beside(session)),
    ("tries", lambda session, _: forget_tries(session)),
    ("sign-ins", lambda session, _: forget_sign_ins(session)),
    ("submissions", lambda session, _: forget_old(session)),
    ("watches set by a wrong clock", mend_clocks),
    ("watches that are due", queue_due),
    ("watches that end", warn_and_end),
    ("watches", forget_watches),
)


#: files whose functions the runner calls by name
JOB_FILES = (
    drafts_jobs,
    mail_jobs,
    order_jobs,
    payment_jobs,
    scan_jobs,
    submission_jobs,
    ticket_jobs,
    watch_jobs,
)


async def work_until_stopped(services: Services, queues: list[str]) -> None:
    """A separate process: SIGTERM and Ctrl-C let running jobs finish."""
    forbid_reading_here()
    restrict_file_permissions(services.settings)
    warming = asyncio.create_task(_start_isolated_tasks(services))
    working = asyncio.create_task(_work_after_migration(services, queues))

    def stop() -> None:
        end_for_certain()
        working.cancel()

    for signal_number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signal_number, stop)
    await asyncio.gather(working, return_exceptions=True)
    warming.cancel()
    await asyncio.gather(warming, return_exceptions=True)
    await services.close()


def restrict_file_permissions(settings: Settings) -> None:
    """Remove others' rights to files that an earlier version, or a person, left open on this machine."""
    closed, not_ours = private.tighten(settings)
    if closed:
        log.get("files").warning("closed to others", paths=[str(path) for path in closed])
    if not_ours:
        log.get("files").warning(
            "readable by others and not ours to close", paths=[str(path) for path in not_ours]
        )


async def _start_isolated_tasks(services: Services) -> None:
    """Start it beside everything else, so that the first page finds it ready."""
    try:
        await services.isolated_tasks.start()
    except IsolationError as error:
        log.get("worker").warning("the isolated processes do not start", reason=str(error)[:300])


async def _work_after_migration(services: Services, queues: list[str]) -> None:
    """Wait for the schema: a start of all processes at once begins some before the tables exist."""
    is_logged = False
    while reason := await asyncio.to_thread(_reason_not_to_start, services.settings.database_url):
        if not is_logged:
            log.get("worker").warning("waits for the schema", reason=reason)
            is_logged = True
        await asyncio.sleep(AGAIN_S)
    log.get("worker").info("working", queues=queues)
    await work_on(services, queues)


def _reason_not_to_start(database_url: str) -> str:
    """Why the worker cannot start, or empty. A newer schema is accepted: migrations keep old tables usable."""
    try:
        current = apply.current_step(database_url)
    except Exception as error:
        return str(error)[:300]
    if current is None or current < apply.newest_step():
        return f"the database is at {current or 'nothing'}; `coldread serve` or `coldread migrate` brings it to {apply.newest_step()}"
    return ""


async def work_on(services: Services, queues: list[str]) -> None:
    """Run the jobs of these queues, and sweep, until cancelled. A failure is logged, and the work starts again."""
    while True:
        running = runner(services.db, services.settings.database_url, services, queues=queues)
        # not a TaskGroup: it swallows a cancellation that arrives together with a failure
        tasks = [asyncio.create_task(running.run()), asyncio.create_task(housekeeping(services))]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in ended:
            if not task.cancelled() and (error := task.exception()):
                log.get("worker").failure("work broke off", error)
        await asyncio.sleep(AGAIN_S)


async def housekeeping(services: Services) -> None:
    """Sweep now and every five minutes, until cancelled."""
    while True:
        await sweep(services)
        await asyncio.sleep(EVERY_S)


async def sweep(services: Services) -> dict[str, int]:
    """Delete what is out of date; returns how much of each."""
    removed: dict[str, int] = {}
    for name, remove in SWEEPS:
        try:
            removed[name] = await services.db.write(remove, services)
        except Unavailable as error:
            log.get("worker").warning("sweep put off", what=name, reason=str(error)[:300])
        except Exception as error:
            # the other sweeps and the jobs go on
            log.get("worker").failure("sweep failed", error, what=name)
    if any(removed.values()):
        log.get("worker").info("swept", **removed)
    return removed

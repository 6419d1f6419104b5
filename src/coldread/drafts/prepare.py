"""Preparing a draft: look, mend, write, and store it in one transaction with the scan that it came from.

The slow part (browser, model) holds no transaction. What may run twice stores once: the first draft of ours stays.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from coldread.base.clock import date_time
from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.drafts import versions
from coldread.drafts.assignment import Assignment, assignment
from coldread.drafts.say import say
from coldread.orders.acts.unseen import address_of_page, note_unseen
from coldread.orders.letters import write_notice
from coldread.orders.order_scans import note_scan
from coldread.orders.queries import find_order, sources_of
from coldread.services import Services

if TYPE_CHECKING:
    from coldread.drafts.case import Case
    from coldread.drafts.page_scan import PageScan
    from coldread.scans.store import ScanOutcome as StoredSight


@dataclasses.dataclass(frozen=True, kw_only=True)
class DraftTask:
    """What there is to do, read at once."""

    assignment: Assignment
    #: `html` and `jsx`, the latest of each
    sources: dict[str, str]


@dataclasses.dataclass(frozen=True, kw_only=True)
class WrittenDraft:
    """A draft that is ready to be stored."""

    spec_md: str
    diff: str | None
    flags: tuple[str, ...]


async def prepare(services: Services, order_id: str) -> None:
    """Make the order's draft, unless somebody has."""
    task = await services.db.read(open_task, order_id)
    if task is None:
        return
    from coldread.drafts.page_scan import scan_patiently
    from coldread.drafts.wording import rewrites
    from coldread.scans.store import outcome_of

    asked = task.assignment
    # one after the other: the browser is needed by others too
    sights = [
        await scan_patiently(services.scanner, url, asked.brief) for url in (asked.url, *asked.competitors)
    ]
    today = date_time(services.clock.now()).date().isoformat()
    case = await asyncio.to_thread(_case, task, sights, today)
    if case.report is None:
        await services.db.write(note_unseen, services.settings, order_id, versions.OWN, case.unreachable)
        return
    case = dataclasses.replace(case, rewrites=await rewrites(services.model, case))
    written = await asyncio.to_thread(_written, case)
    scanned = sights[0].scanned
    scan = await asyncio.to_thread(outcome_of, scanned) if scanned is not None else None
    await services.db.write(_store, services, asked, scan, written)


def written_for(task: DraftTask, sights: Sequence[PageScan]) -> WrittenDraft:
    """The same without a service: no order, no model, nothing stored."""
    seen = sights[0].report
    return _written(_case(task, sights, seen.seen.seen_on if seen is not None else ""))


def open_task(session: Session, order_id: str) -> DraftTask | None:
    """None where nothing is to be done: unknown, delivered, or drafted by somebody."""
    order = find_order(session, order_id)
    if order is None or order.delivered_at is not None or versions.has_draft(session, order):
        return None
    sources = {row.kind: row.content for row in sources_of(session, order_id)}
    asked = dataclasses.replace(assignment(order, session.now), url=address_of_page(session, order))
    return DraftTask(assignment=asked, sources=sources)


def _case(task: DraftTask, sights: Sequence[PageScan], today: str) -> Case:
    """What is judged, and what can be mended in it; the buyer's HTML stands in for a page that could not be had."""
    from coldread.drafts.case import Case, Competitor
    from coldread.drafts.diff import mendings
    from coldread.scanner.engine import review
    from coldread.scanner.page.observations import Observations

    asked, html, sight = task.assignment, task.sources.get("html"), sights[0]
    report = sight.report
    if report is None and html:
        report = review(
            Observations(url=asked.url, final_url=asked.url, seen_on=today, html=html), asked.brief
        )
    rivals = zip(asked.competitors, sights[1:], strict=True)
    return Case(
        assignment=asked,
        report=report,
        unreachable=sight.reason if sight.scanned is None else "",
        mendings=mendings(report, task.sources) if report is not None else (),
        competitors=tuple(
            Competitor(url=url, report=seen.report, reason=seen.reason) for url, seen in rivals
        ),
    )


def _written(case: Case) -> WrittenDraft:
    from coldread.drafts.diff import whole_diff
    from coldread.drafts.spec import spec_md

    return WrittenDraft(spec_md=spec_md(case), diff=whole_diff(case.mendings), flags=tuple(_flags(case)))


def _flags(case: Case) -> list[str]:
    """What the operator must know before anybody reads the draft."""
    flags = []
    if case.unreachable:
        key = "unreachable" if case.report is not None else "nothing"
        flags.append(say("en", f"flags.{key}", reason=case.unreachable))
    elif case.report is not None and case.report.source == "lite":
        flags.append(say("en", "flags.lite"))
    if case.mendings and case.mendings[0].of == "page":
        flags.append(say("en", "flags.no_source"))
    if not case.mendings:
        flags.append(say("en", "flags.no_diff"))
    lost = [rival for rival in case.competitors if rival.report is None]
    return flags + [say("en", "flags.rival", url=rival.url, reason=rival.reason) for rival in lost]


def _store(
    session: Session, services: Services, asked: Assignment, scan: StoredSight | None, written: WrittenDraft
) -> None:
    """Draft, scan, letter and notice together, or nothing of it."""
    from coldread.scans.scan_request import ScanRequest
    from coldread.scans.store import store_outcome

    if not versions.save_draft(
        session, services, asked.order_id, written.spec_md, written.diff, versions.OWN, flags=written.flags
    ):
        return
    if scan is not None:
        wanted = ScanRequest(url=asked.url, brief=asked.brief, client="")
        answer = store_outcome(session, services, wanted, scan, new_secret_id())
        note_scan(session, asked.order_id, answer["session_id"], "draft")
    order = find_order(session, asked.order_id)
    if order is not None:
        write_notice(
            session, services.settings, "draft_ready", order, about=order.id, flags=list(written.flags)
        )

"""Preparing a draft: look, mend, write, and store it in one transaction with the scan that it came from.

The slow part (browser, model) holds no transaction. What may run twice stores once: the first draft of ours stays.
"""

from __future__ import annotations

import asyncio
import dataclasses
from typing import TYPE_CHECKING

from coldread.base.clock import date_time
from coldread.base.db import Session
from coldread.drafts import versions
from coldread.drafts.assignment import Assignment, assignment
from coldread.drafts.say import say
from coldread.orders.letters import notice
from coldread.orders.queries import find_order, sources_of
from coldread.orders.scans_of import note_scan
from coldread.services import Services

if TYPE_CHECKING:
    from coldread.drafts.case import Case
    from coldread.drafts.look import Sight


@dataclasses.dataclass(frozen=True, kw_only=True)
class Task:
    """What there is to do, read at once."""

    assignment: Assignment
    #: `html` and `jsx`, the latest of each
    sources: dict[str, str]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Written:
    """A draft that is ready to be stored."""

    spec_md: str
    diff: str | None
    flags: tuple[str, ...]


async def prepare(services: Services, order_id: str) -> None:
    """Make the order's draft, unless somebody has."""
    task = await services.db.read(open_task, order_id)
    if task is None:
        return
    from coldread.drafts.look import look_at, look_at_rivals
    from coldread.drafts.wording import rewrites

    brief = task.assignment.brief
    sight = await look_at(services.lookout, task.assignment.url, brief)
    rivals = await look_at_rivals(services.lookout, task.assignment.competitors, brief)
    case = await asyncio.to_thread(_case, task, sight, date_time(services.clock.now()).date().isoformat())
    case = dataclasses.replace(case, rivals=rivals, rewrites=await rewrites(services.model, case))
    written = await asyncio.to_thread(_written, case)
    await services.db.write(_store, services, task, sight, written)


def open_task(session: Session, order_id: str) -> Task | None:
    """None where nothing is to be done: unknown, delivered, or drafted by somebody."""
    order = find_order(session, order_id)
    if order is None or order.delivered_at is not None or versions.has_draft(session, order):
        return None
    sources = {row.kind: row.content for row in sources_of(session, order_id)}
    return Task(assignment=assignment(order, session.now), sources=sources)


def _case(task: Task, sight: Sight, today: str) -> Case:
    """What is judged, and what can be mended in it; the buyer's HTML stands in for a page that could not be had."""
    from coldread.drafts.case import Case
    from coldread.drafts.mending import mendings
    from coldread.scanner.engine import review
    from coldread.scanner.observations import Observations

    url, html = task.assignment.url, task.sources.get("html")
    report = sight.scanned.report if sight.scanned is not None else None
    if report is None and html:
        seen = Observations(url=url, final_url=url, seen_on=today, html=html)
        report = review(seen, task.assignment.brief)
    return Case(
        assignment=task.assignment,
        report=report,
        unreachable=sight.reason if sight.scanned is None else "",
        mendings=mendings(report, task.sources) if report is not None else (),
    )


def _written(case: Case) -> Written:
    from coldread.drafts.mending import whole_diff
    from coldread.drafts.spec import spec_md

    return Written(spec_md=spec_md(case), diff=whole_diff(case.mendings), flags=tuple(_flags(case)))


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
    lost = [rival for rival in case.rivals if rival.report is None]
    return flags + [say("en", "flags.rival", url=rival.url, reason=rival.reason) for rival in lost]


def _store(session: Session, services: Services, task: Task, sight: Sight, written: Written) -> None:
    """Draft, scan, letter and notice together, or nothing of it."""
    from coldread.scans.scan import Wanted, store

    order_id = task.assignment.order_id
    if not versions.save(
        session, services, order_id, written.spec_md, written.diff, versions.OWN, flags=written.flags
    ):
        return
    if sight.scanned is not None:
        wanted = Wanted(url=task.assignment.url, brief=task.assignment.brief, client="")
        answer = store(session, services, wanted, sight.scanned)
        note_scan(session, order_id, answer["session_id"], "draft")
    order = find_order(session, order_id)
    if order is not None:
        notice(session, services.settings, "draft_ready", order, about=order_id, flags=list(written.flags))

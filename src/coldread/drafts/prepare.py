"""Preparing a draft: scan, patch, write, and store it in one transaction with the scan that it came from.

The slow part (browser) holds no transaction. The job may run twice and stores once: our first draft stays. No draft waits for
a model: `word` asks one afterwards, and writes another version.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic_core import to_jsonable_python

from coldread.base.clock import date_time
from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.drafts import versions
from coldread.drafts.assignment import Assignment, assignment
from coldread.drafts.finished_draft import WrittenDraft, write_elsewhere
from coldread.drafts.first_screen.redraw import put_off
from coldread.drafts.model_job import ask_a_model, note_ready
from coldread.isolation.errors import CutOff
from coldread.isolation.limits import DRAFTS
from coldread.orders.acts.page_unreachable import address_of_page, note_unreachable
from coldread.orders.order_scans import note_scan
from coldread.orders.queries import find_order, sources_of
from coldread.orders.views.whose_turn import whose_turn
from coldread.services import Services

if TYPE_CHECKING:
    from coldread.drafts.page_scan import PageScan
    from coldread.llm.model import Model
    from coldread.scans.store import ScanOutcome as StoredSight


@dataclasses.dataclass(frozen=True, kw_only=True)
class DraftTask:
    """What there is to do, read in one transaction."""

    assignment: Assignment
    #: `html` and `jsx`, the latest of each
    sources: dict[str, str]


async def prepare(services: Services, order_id: str) -> None:
    """Store what can be said without a model, unless somebody has written a draft; a separate job asks a model."""
    task = await services.db.read(open_task, order_id)
    if task is None:
        return
    from coldread.drafts.page_scan import scan_patiently
    from coldread.scans.store import outcome_of

    asked = task.assignment
    # one after another, because others need the browser too
    sights = [
        await scan_patiently(services.scanner, url, asked.brief) for url in (asked.url, *asked.competitors)
    ]
    today = date_time(services.clock.now()).date().isoformat()
    if sights[0].report is None and not task.sources.get("html"):
        await services.db.write(note_unreachable, services.settings, order_id, versions.OWN, sights[0].reason)
        return
    scanned = sights[0].scanned
    seen = await _with_linked_pages(services, task_json(task, sights, today))
    written = await write_elsewhere(services, seen)
    material = None if services.model is None else seen
    scan = outcome_of(scanned) if scanned is not None else None
    await services.db.write(_store, services, asked, scan, written, material)


async def _with_linked_pages(services: Services, seen: dict[str, Any]) -> dict[str, Any]:
    """With the pages that this one leads to, unless reading them costs too much."""
    record = seen["sights"][0]["record"]
    if record is None:
        return seen
    from coldread.drafts.page_context.linked_pages import read_around

    async def leads_to(one: str) -> dict[str, Any]:
        wanted = {"assignment": seen["assignment"], "record": one}
        return dict(await services.isolated_tasks.run(DRAFTS, "drafts.links", wanted))

    try:
        return {**seen, "linked": await read_around(services.scanner, record, leads_to)}
    except CutOff:
        return seen


def task_json(task: DraftTask, sights: Sequence[PageScan], today: str) -> dict[str, Any]:
    """All that a draft is written from."""
    return {
        "assignment": to_jsonable_python(task.assignment),
        "sources": task.sources,
        "sights": [
            {
                "record": None if sight.report is None else sight.report.seen.to_json().decode(),
                "verdict": sight.verdict,
                "reason": sight.reason,
            }
            for sight in sights
        ],
        "today": today,
        "linked": [],
        "said": None,
    }


async def draft_without_order(
    task: DraftTask, sights: Sequence[PageScan], linked: list[dict[str, str]], model: Model | None
) -> WrittenDraft:
    """The same without a service: no order, nothing stored."""
    from coldread.drafts.model_draft.draft_ask import ask_model, ask_to_look_again
    from coldread.drafts.model_draft.draft_material import draft_material
    from coldread.drafts.write import accepted_of, case_of, write

    seen = sights[0].report
    value = {**task_json(task, sights, seen.seen.seen_on if seen is not None else ""), "linked": linked}
    case = case_of(value)
    said = again = None
    if model is not None and (told := draft_material(case)) is not None:
        scanned = sights[0].scanned
        pictures = scanned.pictures if scanned is not None else {}
        said = await ask_model(model, told, pictures)
        if said is not None and (first := accepted_of(case, said)) is not None:
            again = await ask_to_look_again(model, told, pictures, said, first.lost)
    written = write(case, task.sources, said, again)
    for reason, times in written.dropped.items():
        if model is not None:
            model.count(f"dropped-{reason}", times)
    return written


def open_task(session: Session, order_id: str) -> DraftTask | None:
    """None if nothing is to be done: unknown, delivered, drafted by somebody, withdrawn from or paid back."""
    order = find_order(session, order_id)
    if order is None or order.delivered_at is not None or versions.has_draft(session, order):
        return None
    if whose_turn(session, [order])[order_id].ends_promises:
        return None
    sources = {row.kind: row.content for row in sources_of(session, order_id)}
    asked = dataclasses.replace(assignment(order, session.now), url=address_of_page(session, order))
    return DraftTask(assignment=asked, sources=sources)


def _store(
    session: Session,
    services: Services,
    asked: Assignment,
    scan: StoredSight | None,
    written: WrittenDraft,
    material: dict[str, Any] | None,
) -> None:
    """Draft, scan, letter, notice and the question to a model: all of them or none."""
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
        put_off(session, services, asked.order_id)
    if material is not None:
        ask_a_model(session, services, asked.order_id, material)
        return
    note_ready(session, services, asked.order_id, written.flags)

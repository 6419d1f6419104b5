"""Before and after: the first screen that a specification proposes, drawn from the patched page and stored beside today's.

A separate job, so that no draft waits for it or fails with it. It is deferred whenever a text is stored whose proposed
version has not been drawn. What cannot be drawn is noted, and not retried automatically.
"""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

import sqlalchemy as sa
from pydantic_core import to_jsonable_python

from coldread.base.db import Session
from coldread.drafts import versions
from coldread.drafts.assignment import Assignment, assignment
from coldread.drafts.first_screen.changed_page import worse
from coldread.drafts.first_screen.chosen_version import ChosenVersion, chosen_version
from coldread.isolation.limits import DRAFTS
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import PICTURES
from coldread.orders.files.deliverable_files import FINAL
from coldread.orders.order_scans import last_scan
from coldread.orders.queries import artifacts_of, find_order
from coldread.scanner.stored_record import RECORD_NAME, VERDICT_NAME
from coldread.scans.retention import shown_by_no_scan
from coldread.scans.stored_scan import StoredScan, find_stored_scan, keep_attachment, read_attachment
from coldread.scans.tables import scans
from coldread.services import Services

if TYPE_CHECKING:
    from coldread.scanner.visit.render.redraw import Redrawn

log = logging.getLogger(__name__)

REDRAW = job_name("drafts.redraw", PICTURES)
WINDOWS = ("desktop", "mobile")
#: stored with the pictures: what they show, and the result for each window
NOTE = "proposed.json"
#: the names of a window's pictures in the scan
TODAY = {window: f"{window}-first.jpg" for window in WINDOWS}
PROPOSED = {window: f"{window}-proposed.jpg" for window in WINDOWS}
#: `drawn`: there is a picture; `same`: nothing that is seen without scrolling changes; `failed`: it could not be drawn
State = Literal["drawn", "same", "failed"]
#: pictures are compared at this width, at which thin letters in another colour still count; so many steps of 256 are a
#: difference, and such a part of all points is a change
COMPARED, STEPS, PART = 680, 24, 0.002


@dataclasses.dataclass(frozen=True, kw_only=True)
class RedrawTask:
    """What there is to draw, read in one transaction."""

    assignment: Assignment
    scan: StoredScan
    record: bytes
    #: how it was judged; empty if that was not stored
    verdict: bytes
    #: today's first screens, by window
    today: Mapping[str, bytes]
    version: ChosenVersion | None
    diff: str

    @property
    def mark(self) -> str:
        return mark_of(self.version, self.diff)


def mark_of(version: ChosenVersion | None, diff: str) -> str:
    """A key that is the same for everything that would be drawn alike."""
    told = json.dumps([dataclasses.asdict(version) if version else None, diff])
    return hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def put_off(session: Session, services: Services, order_id: str) -> bool:
    """In the transaction that stores a text: defer the drawing of its first screen, unless that was tried. Reads no picture."""
    wanted = _scan_version_and_diff(session, services, order_id)
    if wanted is None:
        return False
    _, version, diff = wanted
    return defer(session, REDRAW, key=f"{REDRAW}:{order_id}:{mark_of(version, diff)}", order_id=order_id)


def _scan_version_and_diff(
    session: Session, services: Services, order_id: str
) -> tuple[StoredScan, ChosenVersion | None, str] | None:
    """The scan, the version and the diff; None if there is nothing to draw, or it was tried already."""
    scan = scan_of(session, order_id)
    if (
        scan is None
        or RECORD_NAME not in scan.pictures
        or not any(name in scan.pictures for name in TODAY.values())
    ):
        return None
    text, diff = _specification_and_diff(session, services, order_id)
    version, note = chosen_version(text), note_of(session, services, scan)
    if version is None and note is not None and note["version"]:
        # a person's text without versions: the picture keeps the draft's
        version = ChosenVersion(**note["version"])
    if note is not None and note["mark"] == mark_of(version, diff):
        return None
    return scan, version, diff


def open_task(session: Session, services: Services, order_id: str) -> RedrawTask | None:
    order, wanted = find_order(session, order_id), _scan_version_and_diff(session, services, order_id)
    if order is None or wanted is None:
        return None
    scan, version, diff = wanted
    record = read_attachment(session, services.contents, scan, RECORD_NAME)
    today = {
        window: picture
        for window in WINDOWS
        if (picture := read_attachment(session, services.contents, scan, TODAY[window])) is not None
    }
    if record is None or not today:
        return None
    return RedrawTask(
        assignment=assignment(order, session.now),
        scan=scan,
        record=record,
        verdict=read_attachment(session, services.contents, scan, VERDICT_NAME) or b"",
        today=today,
        version=version,
        diff=diff,
    )


def scan_of(session: Session, order_id: str) -> StoredScan | None:
    """The scan that the draft was made from."""
    session_id = last_scan(session, order_id, "draft")
    return find_stored_scan(session, session_id) if session_id is not None else None


def note_of(session: Session, services: Services, scan: StoredScan) -> dict[str, Any] | None:
    kept = read_attachment(session, services.contents, scan, NOTE)
    return None if kept is None else json.loads(kept)


def _specification_and_diff(session: Session, services: Services, order_id: str) -> tuple[str, str]:
    """The present specification, the final before the draft, and the diff."""
    draft = versions.current_draft(session, services, order_id)
    final = artifacts_of(session, order_id).get(FINAL)
    content = services.contents.get(session, final.content_key) if final is not None else None
    text = content.decode("utf-8", "replace") if content is not None else draft.spec_md if draft else ""
    return text, (draft.diff or "") if draft else ""


async def redraw(services: Services, order_id: str) -> None:
    """Draw the pictures and store them. A failure is noted and disturbs nothing else."""
    task = await services.db.read(open_task, services, order_id)
    if task is None:
        return
    drawing = Drawing(states=dict.fromkeys(task.today, "failed"))
    try:
        drawing = await _draw_first_screen(services, task)
    except Exception:
        log.exception("no picture of what was proposed for %s", order_id)
    version = dataclasses.asdict(task.version) if task.version else None
    note = {
        "mark": task.mark,
        "version": version,
        "states": drawing.states,
        "missing": drawing.missing,
        "worse": drawing.worse,
        "findings": drawing.findings,
    }
    pictures = {PROPOSED[window]: one for window, one in drawing.pictures.items()}
    kept = {NOTE: json.dumps(note).encode(), **pictures}
    await services.contents.ahead(kept.values())
    await services.db.write(_keep_pictures, services, task.scan.session_id, kept)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Drawing:
    """The result, by window."""

    states: Mapping[str, State]
    pictures: Mapping[str, bytes] = dataclasses.field(default_factory=dict)
    #: parts of the version that are not in the picture: the page has no place for them
    missing: tuple[str, ...] = ()
    #: pairs of a window and what became worse there
    worse: tuple[tuple[str, str], ...] = ()
    #: titles of `new` and `fixed` findings of the diff
    findings: Mapping[str, Sequence[str]] | None = None


async def _draw_first_screen(services: Services, task: RedrawTask) -> Drawing:
    asked = {
        "assignment": to_jsonable_python(task.assignment),
        "record": base64.b64encode(task.record).decode(),
        "verdict": base64.b64encode(task.verdict).decode(),
        "version": dataclasses.asdict(task.version) if task.version else None,
        "diff": task.diff,
    }
    plan = await services.isolated_tasks.run(DRAFTS, "drafts.redraw_plan", asked)
    if plan is None:
        return Drawing(states=dict.fromkeys(task.today, "same"))
    from coldread.scanner.visit.render.redraw import NewWords, Redrawing

    wanted = Redrawing(
        url=plan["url"],
        words=tuple(NewWords(**word) for word in plan["words"]),
        html=plan["html"],
        headers=tuple((name, value) for name, value in plan["headers"]),
        watched=tuple(plan["today"]["watched"].values()),
    )
    drawn = await services.scanner.redraw(wanted)
    states = {
        window: await asyncio.to_thread(state_of, today, drawn.get(window), plan)
        for window, today in task.today.items()
    }
    return Drawing(
        states=states,
        pictures={window: drawn[window].picture for window, state in states.items() if state == "drawn"},
        missing=tuple(plan["missing"]),
        worse=tuple(worse(plan["today"], drawn)),
        findings=plan["findings"],
    )


def state_of(today: bytes, drawn: Redrawn | None, plan: Mapping[str, Any]) -> State:
    """Words on the first screen are a change; else the pictures decide, if the page itself was patched."""
    if drawn is None:
        return "failed"
    if "seen" in drawn.words or (plan["html"] is not None and pictures_differ(today, drawn.picture)):
        return "drawn"
    return "failed" if plan["missing"] or "lost" in drawn.words else "same"


def pictures_differ(one: bytes, other: bytes) -> bool:
    """Whether the pictures differ by more than two pictures of the same page do."""
    from PIL import Image, ImageChops

    def grey(picture: bytes) -> Image.Image:
        with Image.open(BytesIO(picture)) as image:
            wide = min(COMPARED, image.width)
            high = max(1, round(image.height * wide / image.width))
            return image.convert("L").resize((wide, high), Image.Resampling.BILINEAR)

    first, second = grey(one), grey(other)
    if first.size != second.size:
        return True
    tally = ImageChops.difference(first, second).histogram()
    return sum(tally[STEPS:]) > PART * first.width * first.height


def _keep_pictures(session: Session, services: Services, session_id: str, kept: Mapping[str, bytes]) -> None:
    """Replace what an earlier version left; do nothing if the scan's pictures are gone."""
    row = session.row(sa.select(scans.c.pictures).where(scans.c.session_id == session_id).with_for_update())
    if row is None:
        return
    before = json.loads(row.pictures)
    old = {name: before[name] for name in (NOTE, *PROPOSED.values()) if name in before}
    if not before:
        return
    left = {name: key for name, key in before.items() if name not in old}
    session.run(sa.update(scans).where(scans.c.session_id == session_id).values(pictures=json.dumps(left)))
    for name, content in kept.items():
        keep_attachment(session, services.contents, session_id, name, content)
    for key in shown_by_no_scan(session, old.values()):
        services.contents.drop(session, key)

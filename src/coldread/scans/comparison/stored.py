"""Two stored scans as they are compared: their states by the same rules and in one language, and what looks different.

A scan that was judged by other rules or for another brief is judged again from its record, if that is still stored. Results
are stored with the later scan and deleted with its pictures."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import hashlib
import zlib
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.base.settings import Settings
from coldread.base.version import VERSION
from coldread.guard import rate
from coldread.guard.limits import DRAWINGS
from coldread.isolation.errors import CutOff, TaskFailed
from coldread.isolation.limits import REPORTS
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.stored_record import RECORD_NAME, VERDICT_NAME
from coldread.scans.comparison.page_state import PageState, page_state
from coldread.scans.comparison.picture_difference import WIDTHS, PictureDifference
from coldread.scans.stored_scan import StoredScan, keep_attachment, read_attachment
from coldread.scans.tables import scans
from coldread.services import Services

#: prefix of the names of stored differences, and how many (the newest) are kept with one scan
DIFFERENCE, MOST_KEPT = "difference.", 8
#: bytes of an unpacked stored state
LARGEST = 8 * 1024 * 1024
_DIFFERENCE = TypeAdapter(PictureDifference)


class DifferencesInTheMaking:
    """A difference is drawn once, however many callers want to see it."""

    def __init__(self, _: Settings) -> None:
        self.tasks: dict[tuple[str, str, str], asyncio.Task[PictureDifference | None]] = {}

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


def page_state_of(session: Session, session_id: str) -> PageState | None:
    """The state as it was judged."""
    row = session.row(sa.select(scans.c.answer, scans.c.judgement).where(scans.c.session_id == session_id))
    if row is None:
        return None
    return page_state(from_json(row.answer) | (from_json(row.judgement) if row.judgement else {}))


async def states_of(
    services: Services, before: StoredScan, after: StoredScan, lang: Language
) -> tuple[PageState, PageState]:
    """Both for the later scan's goal and audience, by the same rules, in `lang`, as far as their records are stored."""
    brief = {"goal": after.goal, "audience": after.audience, "lang": lang.value}
    first, second = [await state_of(services, stored, brief) for stored in (before, after)]
    return first, second


async def state_of(services: Services, stored: StoredScan, brief: Mapping[str, str]) -> PageState:
    """One scan judged for this goal, audience and language (`goal`, `audience`, `lang`), as far as its record is stored."""
    own = {"goal": stored.goal, "audience": stored.audience, "lang": stored.language}
    if own == brief and stored.rubric_version == RUBRIC_VERSION:
        return await _as_judged(services, stored)
    name = _name_of_state(brief)
    kept = await services.db.read(read_attachment, services.contents, stored, name)
    if kept is not None:
        return PageState.from_json(zlib.decompressobj().decompress(kept, LARGEST))
    record, verdict = [
        await services.db.read(read_attachment, services.contents, stored, file)
        for file in (RECORD_NAME, VERDICT_NAME)
    ]
    if record is None:
        return await _as_judged(services, stored)
    asked = {"record": _base64_text(record), "verdict": _base64_text(verdict or b""), "brief": dict(brief)}
    try:
        answer = await services.isolated_tasks.run(REPORTS, "scans.judge_again", asked)
    except (CutOff, TaskFailed):
        return await _as_judged(services, stored)
    names = ("session_id", "url", "scanned_at")
    state = page_state({**{key: stored.answer.get(key) for key in names}, **answer})
    await _keep(services, stored, name, zlib.compress(state.to_json().encode(), 6))
    return state


async def _as_judged(services: Services, stored: StoredScan) -> PageState:
    return await services.db.read(page_state_of, stored.session_id) or page_state(stored.answer)


def _name_of_state(brief: Mapping[str, str]) -> str:
    mark = hashlib.sha256("\n".join(brief.values()).encode()).hexdigest()[:12]
    return f"state.{mark}.{VERSION}.{RUBRIC_VERSION}.z"


async def differences_of(
    services: Services, before: StoredScan, after: StoredScan, client: str
) -> dict[str, PictureDifference]:
    """What looks different, by window. Each drawing is counted for the client; raises 429."""
    found = {}
    for window in WIDTHS:
        if f"{window}.jpg" in before.pictures and f"{window}.jpg" in after.pictures:
            drawn = await difference_of(services, before, after, window, client)
            if drawn is not None:
                found[window] = drawn
    return found


async def difference_of(
    services: Services, before: StoredScan, after: StoredScan, window: str, client: str
) -> PictureDifference | None:
    """What looks different in one window; None if a picture is gone, or drawing it costs too much. Raises 429."""
    name = f"{DIFFERENCE}{_mark_of(before)}.{window}.z"
    kept = await services.db.read(read_attachment, services.contents, after, name)
    if kept is not None:
        return _unpacked_difference(kept)
    making = services.one(DifferencesInTheMaking).tasks
    key = (before.session_id, after.session_id, window)
    if key not in making:
        most = DRAWINGS.most(services.settings)
        await services.db.write(rate.count_use, DRAWINGS, client, most)
    if key not in making:
        making[key] = asyncio.create_task(_draw(services, before, after, window, name))
        making[key].add_done_callback(lambda _: making.pop(key, None))
    return await asyncio.shield(making[key])  # a caller who leaves does not cancel it for the others


def _mark_of(before: StoredScan) -> str:
    """The earlier scan's id is a secret, so the name has its hash."""
    return hashlib.sha256(f"{before.session_id} {VERSION}".encode()).hexdigest()[:16]


async def _draw(
    services: Services, before: StoredScan, after: StoredScan, window: str, name: str
) -> PictureDifference | None:
    pictures = [
        await services.db.read(read_attachment, services.contents, stored, f"{window}.jpg")
        for stored in (before, after)
    ]
    first, second = pictures
    if first is None or second is None:
        return None
    asked = {"before": _base64_text(first), "after": _base64_text(second), "window": window}
    try:
        made = await services.isolated_tasks.run(REPORTS, "scans.look_different", asked)
    except (CutOff, TaskFailed):
        drawn = None  # stored too, so that it is not tried at every read
    else:
        drawn = _DIFFERENCE.validate_python({**made, "picture": base64.b64decode(made["picture"])})
    kept = _packed_difference(drawn, mark=f"{after.session_id} {name}")
    await _keep(services, after, name, kept, group=DIFFERENCE, most=MOST_KEPT)
    return drawn


def _packed_difference(drawn: PictureDifference | None, mark: str) -> bytes:
    """Marked with the scan's id, so that no other scan has the same content, and it can be deleted without a search."""
    of = hashlib.sha256(mark.encode()).hexdigest()
    body = {
        "of": of,
        **(dataclasses.asdict(drawn) | {"picture": _base64_text(drawn.picture)} if drawn else {}),
    }
    return zlib.compress(TypeAdapter(dict[str, Any]).dump_json(body), 1)


def _unpacked_difference(kept: bytes) -> PictureDifference | None:
    try:
        body = from_json(zlib.decompressobj().decompress(kept, LARGEST))
        body.pop("of", None)
        return _DIFFERENCE.validate_python({**body, "picture": base64.b64decode(body["picture"])})
    except (KeyError, ValueError, ValidationError):
        return None  # it could not be drawn


async def _keep(
    services: Services, stored: StoredScan, name: str, content: bytes, *, group: str = "", most: int = 0
) -> None:
    await services.contents.ahead([content])
    await services.db.write(
        keep_attachment, services.contents, stored.session_id, name, content, group=group, most=most
    )


def _base64_text(content: bytes) -> str:
    return base64.b64encode(content).decode()

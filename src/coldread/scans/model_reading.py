"""A model's reading of a stored scan: made from its record and pictures, stored by what it was made from, shown in `model_notes`.

It moves no score, no finding and no patch. What was read of the same material before is used again and says so.
"""

from __future__ import annotations

import asyncio
import base64
import dataclasses
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json, to_json

from coldread.base import log
from coldread.base.clock import rfc3339
from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.isolation.errors import CutOff
from coldread.isolation.limits import PAGES
from coldread.llm.errors import UnusableAnswer
from coldread.llm.model import Model
from coldread.reader.ask import ask_until_stable, points_asked
from coldread.reader.material import PROMPT_VERSION, Material, material_mark
from coldread.reader.reading import VALIDATOR_VERSION
from coldread.reader.readings import find_reading, store_reading
from coldread.reader.shape import SCHEMA_VERSION
from coldread.reader.tasks import picture_json
from coldread.reader.tiles import ShownPicture, shown_pictures
from coldread.scanner.stored_record import RECORD_NAME, VERDICT_NAME
from coldread.scans.chat_notes import with_reading
from coldread.scans.stored_scan import StoredScan, find_stored_scan, read_attachment
from coldread.scans.tables import scans
from coldread.services import Services

#: nobody waits for it but a page that completes itself
DEADLINE_S = 150.0
KEPT_PICTURES = ("desktop-first.jpg", "mobile-first.jpg", "desktop.jpg", "mobile.jpg")


@dataclasses.dataclass(frozen=True, kw_only=True)
class StoredScanRecord:
    """What there is to read of a stored scan."""

    stored: StoredScan
    record: bytes
    #: how it was judged when it was seen; empty where that was not stored
    verdict: bytes
    pictures: dict[str, bytes]


async def read_scan(services: Services, session_id: str) -> None:
    """Read it, or take what was read of the same; note where nothing could be read."""
    if services.model is None:
        await services.db.write(note_silence, session_id, "no-model")
        return
    kept = await services.db.read(stored_scan_record, services, session_id)
    if kept is None:
        await services.db.write(note_silence, session_id, "no-record")
        return
    try:
        await _read(services, services.model, kept)
    except (UnusableAnswer, CutOff) as error:
        reason = error.reason if isinstance(error, UnusableAnswer) else "too-large"
        log.get("reader").warning("a page was not read", session=session_id[:6], reason=reason)
        await services.db.write(note_silence, session_id, reason)


async def _read(services: Services, model: Model, kept: StoredScanRecord) -> None:
    material, shown = await _material(services, kept)
    mark = material_mark(material, shown, asked_of(services))
    known = await services.db.write(find_reading, mark)
    if known is not None:
        await services.db.write(note_reading, kept.stored.session_id, known, reused=True)
        return
    times = int(services.settings.llm_readings)
    answered = await ask_until_stable(model, material, shown, deadline_s=DEADLINE_S, times=times)
    value = {
        "material": material.to_json(),
        "shown": [picture_json(one) for one in answered.shown],
        "prefix": answered.prefix,
        "said": answered.said.model_dump(),
    }
    made: dict[str, Any] = dict(await services.isolated_tasks.run(PAGES, "reader.keep", value))
    for reason, times in made["dropped"].items():
        model.count(f"dropped-{reason}", times)
    if not made["answers"]:
        raise UnusableAnswer("nothing-kept")
    reading = {
        "engine": model.name,
        "model": answered.served_by,
        "prompt": PROMPT_VERSION,
        "pictures": [one.name for one in answered.shown],
        **made,
        **points_asked(answered),
    }
    await services.db.write(_store, mark, kept.stored.session_id, reading)


async def _material(services: Services, kept: StoredScanRecord) -> tuple[Material, tuple[ShownPicture, ...]]:
    stored = kept.stored
    brief = {"goal": stored.goal, "audience": stored.audience, "lang": stored.language}
    packed = {"record": kept.record, "verdict": kept.verdict}
    asked = {"brief": brief, **{name: base64.b64encode(one).decode() for name, one in packed.items()}}
    found = await services.isolated_tasks.run(PAGES, "reader.material", asked)
    return Material.from_json(found), await asyncio.to_thread(shown_pictures, kept.pictures)


def asked_of(services: Services) -> dict[str, str]:
    """Everything but the page that a reading depends on."""
    settings = services.settings
    return {
        "provider": settings.llm_provider,
        "endpoint": settings.llm_base_url,
        "model": settings.llm_model,
        "schema": SCHEMA_VERSION,
        "validator": VALIDATOR_VERSION,
        # readings that were stored before it could be read more than once have no such member
        **({"readings": settings.llm_readings} if settings.llm_readings != "1" else {}),
    }


def stored_scan_record(session: Session, services: Services, session_id: str) -> StoredScanRecord | None:
    """None where its record's time is over."""
    stored = find_stored_scan(session, session_id)
    record = stored and read_attachment(session, services.contents, stored, RECORD_NAME)
    if not stored or not record:
        return None
    pictures = {
        name: content
        for name in KEPT_PICTURES
        if (content := read_attachment(session, services.contents, stored, name))
    }
    verdict = read_attachment(session, services.contents, stored, VERDICT_NAME)
    return StoredScanRecord(stored=stored, record=record, verdict=verdict or b"", pictures=pictures)


def _store(session: Session, mark: str, session_id: str, reading: dict[str, Any]) -> None:
    stored = store_reading(
        session, mark, {**reading, "read_at": rfc3339(session.now), "read_for": session_id}
    )
    note_reading(session, session_id, stored, reused=stored["read_for"] != session_id)


def note_reading(session: Session, session_id: str, reading: dict[str, Any], *, reused: bool) -> None:
    """Put it into the scan's `model_notes`."""
    shown = {name: value for name, value in reading.items() if name != "read_for"}
    if reused:
        shown["reused_from"] = reading["read_at"]
    _note(session, session_id, {**shown, "pending": False})


def note_silence(session: Session, session_id: str, reason: str) -> None:
    """Nothing comes any more; why, for the operator."""
    _note(session, session_id, {"pending": False, "silent": reason})


def _note(session: Session, session_id: str, members: dict[str, Any]) -> None:
    columns = (scans.c.answer, scans.c.language)
    row = session.row(sa.select(*columns).where(scans.c.session_id == session_id).with_for_update())
    if row is None:
        return
    answer = from_json(row.answer)
    answer["model_notes"] = {**(answer.get("model_notes") or {}), **members}
    if summary := answer.get("chat_summary"):
        problems = members.get("problems", ())
        answer["chat_summary"] = with_reading(summary, problems, Language(row.language))
    session.run(sa.update(scans).where(scans.c.session_id == session_id).values(answer=to_json(answer)))

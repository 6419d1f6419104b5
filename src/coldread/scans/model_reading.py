"""A model's reading of a stored scan: made from its record and pictures, stored by the mark of its material, shown in
`model_notes`.

It changes no score, no finding and no patch. An earlier reading of the same material is reused, and marked as reused."""

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
from coldread.scanner.report.read_markdown import markdown_with_reading
from coldread.scanner.report.shown_answers import is_read
from coldread.scanner.stored_record import RECORD_NAME, VERDICT_NAME
from coldread.scans.chat_notes import with_notes
from coldread.scans.stored_scan import StoredScan, find_stored_scan, read_attachment
from coldread.scans.tables import scans
from coldread.services import Services

#: long, because only a page that updates itself waits for it
DEADLINE_S = 150.0
KEPT_PICTURES = ("desktop-first.jpg", "mobile-first.jpg", "desktop.jpg", "mobile.jpg")


@dataclasses.dataclass(frozen=True, kw_only=True)
class StoredScanRecord:
    """What can be read of a stored scan."""

    stored: StoredScan
    record: bytes
    #: the judgement at the time of the scan; empty if it was not stored
    verdict: bytes
    pictures: dict[str, bytes]


async def read_scan(services: Services, session_id: str) -> None:
    """Read the scan, or reuse a reading of the same material. If there is none, the scan says so."""
    if services.model is None:
        await services.db.write(note_silence, session_id, "no-model")
        return
    stored_record = await services.db.read(stored_scan_record, services, session_id)
    if stored_record is None:
        await services.db.write(note_silence, session_id, "no-record")
        return
    try:
        await _read(services, services.model, stored_record)
    except (UnusableAnswer, CutOff) as error:
        reason = error.reason if isinstance(error, UnusableAnswer) else "too-large"
        log.get("reader").warning("a page was not read", session=session_id[:6], reason=reason)
        await services.db.write(note_silence, session_id, reason)


async def _read(services: Services, model: Model, stored_record: StoredScanRecord) -> None:
    material, pictures = await _material(services, stored_record)
    mark = material_mark(material, pictures, asked_of(services))
    earlier = await services.db.write(find_reading, mark)
    if earlier is not None:
        await services.db.write(note_reading, stored_record.stored.session_id, earlier, reused=True)
        return
    times = int(services.settings.llm_readings)
    answered = await ask_until_stable(model, material, pictures, deadline_s=DEADLINE_S, times=times)
    value = {
        "material": material.to_json(),
        "pictures": [picture_json(picture) for picture in answered.pictures],
        "prefix": answered.prefix,
        "reading": answered.reading.model_dump(),
    }
    accepted: dict[str, Any] = dict(await services.isolated_tasks.run(PAGES, "reader.keep", value))
    for reason, times in accepted["dropped"].items():
        model.count(f"dropped-{reason}", times)
    if not accepted["answers"]:
        raise UnusableAnswer("nothing-kept")
    reading = {
        "engine": model.name,
        "model": answered.served_by,
        "prompt": PROMPT_VERSION,
        "pictures": [picture.name for picture in answered.pictures],
        **accepted,
        **points_asked(answered),
    }
    await services.db.write(_store, mark, stored_record.stored.session_id, reading)


async def _material(
    services: Services, stored_record: StoredScanRecord
) -> tuple[Material, tuple[ShownPicture, ...]]:
    stored = stored_record.stored
    brief = {"goal": stored.goal, "audience": stored.audience, "lang": stored.language}
    packed = {"record": stored_record.record, "verdict": stored_record.verdict}
    asked = {"brief": brief, **{name: base64.b64encode(content).decode() for name, content in packed.items()}}
    found = await services.isolated_tasks.run(PAGES, "reader.material", asked)
    return Material.from_json(found), await asyncio.to_thread(shown_pictures, stored_record.pictures)


def asked_of(services: Services) -> dict[str, str]:
    """Everything except the page that a reading depends on."""
    settings = services.settings
    return {
        "provider": settings.llm_provider,
        "endpoint": settings.llm_base_url,
        "model": settings.llm_model,
        "schema": SCHEMA_VERSION,
        "validator": VALIDATOR_VERSION,
        # readings from before this setting existed have no such member
        **({"readings": settings.llm_readings} if settings.llm_readings != "1" else {}),
    }


def stored_scan_record(session: Session, services: Services, session_id: str) -> StoredScanRecord | None:
    """None if the record is no longer stored."""
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
    """Store the reading in the scan's `model_notes`."""
    notes = {name: value for name, value in reading.items() if name != "read_for"}
    if reused:
        notes["reused_from"] = reading["read_at"]
    _note(session, session_id, {**notes, "pending": False})


def note_silence(session: Session, session_id: str, reason: str) -> None:
    """Note that there will be no reading, with the reason for the operator."""
    _note(session, session_id, {"pending": False, "silent": reason})


def _note(session: Session, session_id: str, members: dict[str, Any]) -> None:
    columns = (scans.c.answer, scans.c.language)
    row = session.row(sa.select(*columns).where(scans.c.session_id == session_id).with_for_update())
    if row is None:
        return
    answer = from_json(row.answer)
    lang = Language(row.language)
    before = answer.get("model_notes") or {}
    notes = answer["model_notes"] = {**before, **members}
    if not is_read(before):  # else its texts are the reader's already
        if summary := answer.get("chat_summary"):
            answer["chat_summary"] = with_notes(summary, notes, lang)
        if report := answer.get("report_md"):
            answer["report_md"] = markdown_with_reading(report, notes, lang)
    session.run(sa.update(scans).where(scans.c.session_id == session_id).values(answer=to_json(answer)))

"""Pieces of a scan's pictures as they are served: an isolated task cuts them once; they are stored with the scan and deleted with it."""

from __future__ import annotations

import asyncio
import base64
from typing import Any
from urllib.parse import urlsplit

from coldread.base.dates import day
from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.isolation.limits import REPORTS
from coldread.pages.page_texts import page_texts
from coldread.pages.report_page.report_cache import ReportsInTheMaking, load_view
from coldread.pages.report_page.report_view import ReportView
from coldread.scans.stored_scan import StoredScan, find_stored_scan, keep_attachment, read_attachment
from coldread.services import Services

CARD = "card.jpg"


async def crop_or_card(services: Services, stored: StoredScan, file: str) -> bytes | None:
    """A finding's crop, or the card; None if there is none."""
    if (kept := await services.db.read(read_attachment, services.contents, stored, file)) is not None:
        return kept
    view = await load_view(services, stored, Language(stored.language))
    if view is None or not (file == CARD or any(crop.file == file for crop in view.crops)):
        return None
    making = services.one(ReportsInTheMaking).tasks
    key = (stored.session_id, "card" if file == CARD else "crops")
    if key not in making:
        making[key] = asyncio.create_task(_make_piece(services, stored, view, file))
        making[key].add_done_callback(lambda _: making.pop(key, None))
    await asyncio.shield(making[key])
    return await services.db.read(_read_stored_piece, services, stored.session_id, file)


def _read_stored_piece(session: Session, services: Services, session_id: str, file: str) -> bytes | None:
    stored = find_stored_scan(session, session_id)
    return read_attachment(session, services.contents, stored, file) if stored else None


async def _make_piece(services: Services, stored: StoredScan, view: ReportView, file: str) -> bytes:
    pictures = {}
    for window in view.windows:
        picture = await services.db.read(read_attachment, services.contents, stored, f"{window}.jpg")
        if picture is not None:
            pictures[window] = base64.b64encode(picture).decode()
    if file == CARD:
        say = page_texts(stored.language, "report")
        asked: dict[str, Any] = {
            "picture": pictures.get("desktop"),
            "score": view.overall,
            "host": urlsplit(stored.url).hostname or "",
            "lines": [view.goal, say("scanned", when=day(stored.scanned_at, stored.language))],
        }
        made = {CARD: await services.isolated_tasks.run(REPORTS, "pages.card", asked)}
    else:
        asked = {
            "pictures": pictures,
            "crops": [[crop.number, crop.window, *crop.box] for crop in view.crops],
            "widths": {window: sizes[0] for window, sizes in view.windows.items()},
        }
        made = await services.isolated_tasks.run(REPORTS, "pages.crops", asked)
    pieces = {name: base64.b64decode(content) for name, content in made.items()}
    await services.contents.ahead(pieces.values())
    await services.db.write(_store, services, stored.session_id, pieces)
    return b""


def _store(session: Session, services: Services, session_id: str, made: dict[str, bytes]) -> None:
    for name, content in made.items():
        keep_attachment(session, services.contents, session_id, name, content)

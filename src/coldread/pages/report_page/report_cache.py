"""A report as it is shown: an isolated task makes it once; it is stored beside the scan's record, and from then on only read."""

from __future__ import annotations

import asyncio
import base64
import zlib
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.base.settings import Settings
from coldread.base.version import VERSION
from coldread.isolation.errors import CutOff
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.isolation.limits import REPORTS
from coldread.pages.report_page.long_patches import unpacked_patches
from coldread.pages.report_page.report_view import ReportView, patches
from coldread.scanner.stored_record import RECORD_NAME, VERDICT_NAME
from coldread.scans.stored_scan import StoredScan, find_stored_scan, keep_attachment, read_attachment
from coldread.services import Services

#: bytes of an unpacked view
LARGEST = 32 * 1024 * 1024


class ReportsInTheMaking:
    """A report is made once, however many readers want to see it."""

    def __init__(self, _: Settings) -> None:
        self.tasks: dict[tuple[str, str], asyncio.Task[bytes]] = {}

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def load_view(services: Services, stored: StoredScan, lang: Language) -> ReportView | None:
    """The report in `lang`; None if its record is gone, has another rubric, or cannot be read."""
    from coldread.scanner.judge.version import RUBRIC_VERSION

    if stored.rubric_version != RUBRIC_VERSION:
        return None
    kept = await services.db.read(read_attachment, services.contents, stored, name_of(lang))
    if kept is None:
        record, verdict = await services.db.read(_record_and_verdict, services, stored)
        if record is None:
            return None
        making = services.one(ReportsInTheMaking).tasks
        key = (stored.session_id, lang.value)
        if key not in making:
            making[key] = asyncio.create_task(_make_and_store(services, stored, record, verdict, lang))
            making[key].add_done_callback(lambda _: making.pop(key, None))
        kept = await asyncio.shield(making[key])  # a reader who leaves does not cancel it for the others
    return unpacked_view(kept)


async def load_patches(services: Services, stored: StoredScan, lang: Language) -> dict[int, str]:
    """Each finding's patch by the number that the report gives it; also those that its page cannot show."""
    view = await load_view(services, stored, lang)
    if view is None:
        return {}
    kept = await services.db.read(_stored_patches, services, stored.session_id, lang)
    long = await asyncio.to_thread(unpacked_patches, kept) if kept is not None else {}
    return dict(sorted((patches(view) | long).items()))


def name_of(lang: Language) -> str:
    """Another version of the code makes it again."""
    return f"report.{lang.value}.{VERSION}.z"


def _patches_of(lang: Language) -> str:
    return f"patches.{lang.value}.{VERSION}.z"


def _stored_patches(session: Session, services: Services, session_id: str, lang: Language) -> bytes | None:
    stored = find_stored_scan(session, session_id)  # they may have been made a moment ago
    return None if stored is None else read_attachment(session, services.contents, stored, _patches_of(lang))


def _record_and_verdict(
    session: Session, services: Services, stored: StoredScan
) -> tuple[bytes | None, bytes]:
    """What was seen, and how it was judged then."""
    record, verdict = (
        read_attachment(session, services.contents, stored, name) for name in (RECORD_NAME, VERDICT_NAME)
    )
    return record, verdict or b""


async def _make_and_store(
    services: Services, stored: StoredScan, record: bytes, verdict: bytes, lang: Language
) -> bytes:
    told = {"goal": stored.goal, "audience": stored.audience, "lang": lang.value}
    view, long = await make_view(services.isolated_tasks, record, verdict, told, stored.url)
    made = {**({_patches_of(lang): long} if long else {}), name_of(lang): view}
    await services.contents.ahead(made.values())
    await services.db.write(_store, services, stored.session_id, made)
    return view


def _store(session: Session, services: Services, session_id: str, made: dict[str, bytes]) -> None:
    for name, content in made.items():
        keep_attachment(session, services.contents, session_id, name, content)


async def make_view(
    isolated: IsolatedTasks, record: bytes, verdict: bytes, brief: dict[str, str], uri: str
) -> tuple[bytes, bytes]:
    """The view, and the patches that are too long for it, if any. Without patches if they cost too much; nothing if
    the report itself does."""
    kept = {"record": record, "verdict": verdict}
    packed_up = {name: base64.b64encode(content).decode() for name, content in kept.items()}
    asked: dict[str, Any] = {**packed_up, "brief": brief, "uri": uri}
    for with_patches in (True, False):
        try:
            made = await isolated.run(REPORTS, "pages.report", {**asked, "with_patches": with_patches})
        except CutOff:
            continue
        return base64.b64decode(made["view"]), base64.b64decode(made["patches"])
    return packed_view(None), b""


def packed_view(view: ReportView | None) -> bytes:
    return zlib.compress(_view_adapter().dump_json(view), 6)


def unpacked_view(kept: bytes) -> ReportView | None:
    try:
        return _view_adapter().validate_json(zlib.decompressobj().decompress(kept, LARGEST))
    except ValidationError:
        return None


@cache
def _view_adapter() -> TypeAdapter[ReportView | None]:
    return TypeAdapter(ReportView | None)

"""A report as it is shown: made once by a bench, kept beside the scan's record, and from then on only read."""

from __future__ import annotations

import asyncio
import base64
import zlib
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from coldread.base.languages import Language
from coldread.base.settings import Settings
from coldread.base.version import VERSION
from coldread.isolation.bench import Bench
from coldread.isolation.errors import CutOff
from coldread.isolation.limits import REPORTS
from coldread.pages.report_view import ReportView
from coldread.scanner.stored_record import RECORD_NAME
from coldread.scans.stored_scan import StoredScan, keep_attachment, read_attachment
from coldread.services import Services

#: of a view, unpacked
LARGEST = 32 * 1024 * 1024


class ReportsInTheMaking:
    """One making a report, however many want to see it."""

    def __init__(self, _: Settings) -> None:
        self.tasks: dict[tuple[str, str], asyncio.Task[bytes]] = {}

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def load_view(services: Services, stored: StoredScan, lang: Language) -> ReportView | None:
    """The report told in `lang`; None where its record is gone, speaks another rubric, or cannot be told."""
    from coldread.scanner.judge.version import RUBRIC_VERSION

    if stored.rubric_version != RUBRIC_VERSION:
        return None
    kept = await services.db.read(read_attachment, services.contents, stored, name_of(lang))
    if kept is None:
        record = await services.db.read(read_attachment, services.contents, stored, RECORD_NAME)
        if record is None:
            return None
        making = services.one(ReportsInTheMaking).tasks
        key = (stored.session_id, lang.value)
        if key not in making:
            making[key] = asyncio.create_task(_made_and_kept(services, stored, record, lang))
            making[key].add_done_callback(lambda _: making.pop(key, None))
        kept = await asyncio.shield(making[key])  # whoever leaves does not take it from the others
    return unpacked(kept)


def name_of(lang: Language) -> str:
    """Another version of the code tells it anew."""
    return f"report.{lang.value}.{VERSION}.z"


async def _made_and_kept(services: Services, stored: StoredScan, record: bytes, lang: Language) -> bytes:
    told = {"goal": stored.goal, "audience": stored.audience, "lang": lang.value}
    made = await make_view(services.bench, record, told, stored.url)
    await services.db.write(keep_attachment, services.contents, stored.session_id, name_of(lang), made)
    return made


async def make_view(bench: Bench, record: bytes, brief: dict[str, str], uri: str) -> bytes:
    """With patches; without them where they cost too much; nothing where the report itself does."""
    asked: dict[str, Any] = {"record": base64.b64encode(record).decode(), "brief": brief, "uri": uri}
    for mend in (True, False):
        try:
            made: str = await bench.run(REPORTS, "pages.report", {**asked, "mend": mend})
        except CutOff:
            continue
        return base64.b64decode(made)
    return packed(None)


def packed(view: ReportView | None) -> bytes:
    return zlib.compress(_adapter().dump_json(view), 6)


def unpacked(kept: bytes) -> ReportView | None:
    try:
        return _adapter().validate_json(zlib.decompressobj().decompress(kept, LARGEST))
    except ValidationError:
        return None


@cache
def _adapter() -> TypeAdapter[ReportView | None]:
    return TypeAdapter(ReportView | None)

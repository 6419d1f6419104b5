"""The record of a scan, packed for storage, and the report made again from it: in either language, with patches."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coldread.scanner.brief import Brief
    from coldread.scanner.judge.report import Report
    from coldread.scanner.page.observations import Observations

#: names under which the record and its verdict are stored beside the pictures, and deleted with them
RECORD_NAME, VERDICT_NAME = "record.z", "verdict.z"


def packed_record(seen: Observations) -> bytes:
    return zlib.compress(seen.to_json(), 6)


def report_from(
    record: bytes, brief: Brief, verdict: bytes | None = None, *, with_patches: bool = True
) -> Report:
    """The same record and brief give the same report. `verdict`: how it was judged at the scan. Only where pages may be parsed."""
    from coldread.scanner.page.observations import Observations
    from coldread.scanner.patch.make_patches import file_name_of, make_patches, with_fixes
    from coldread.scanner.verdict import judged_once

    seen = Observations.from_json(zlib.decompress(record))
    report = judged_once(seen, brief, verdict)
    if not with_patches:
        return report
    return with_fixes(report, make_patches(seen.html, report, file_name=file_name_of(seen.final_url)))

"""The isolated tasks of a comparison: what looks different, and a scan judged again by today's rules."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any

from coldread.scanner.stored_record import report_from
from coldread.scanner.tasks import brief_of
from coldread.scans.comparison.picture_difference import difference
from coldread.scans.comparison.reported import judgement_of_report


def look_different(value: Any) -> dict[str, Any]:
    """The drawn picture of one window, and what is marked in it."""
    before, after = (base64.b64decode(value[name]) for name in ("before", "after"))
    found = difference(before, after, value["window"])
    return {
        "picture": base64.b64encode(found.picture).decode(),
        "width": found.width,
        "height": found.height,
        "height_before": found.height_before,
        "areas": [list(area) for area in found.areas],
        "gone": found.gone,
        "share": found.share,
    }


def judge_again(value: Any) -> dict[str, Any]:
    """The page's part of the answer, from the stored record."""
    record, verdict = (base64.b64decode(value[name]) for name in ("record", "verdict"))
    report = report_from(record, brief_of(value["brief"]), verdict, with_patches=False)
    return judgement_of_report(report)


TASKS: Mapping[str, Callable[[Any], Any]] = {
    "scans.look_different": look_different,
    "scans.judge_again": judge_again,
}

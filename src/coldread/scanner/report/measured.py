"""What was measured of a page, so that two scans can be compared: main control, load, and what prevented seeing all of it.

It is never scored. Words of the page (headline, prices) are in the reading."""

from __future__ import annotations

import re
from typing import Any

from coldread.base.version import VERSION
from coldread.scanner.judge.blocked_files import lacks_files
from coldread.scanner.judge.report import Report

#: a caveat's key; a caveat without one is a sentence that the operator added
_KEY = re.compile(r"[a-z-]+")


def measured_facts(report: Report) -> dict[str, Any]:
    """The same for each language of the answer."""
    return {
        "made_by": VERSION,
        "final_url": report.seen.final_url,
        "main_control": report.facts.get("main_control"),
        "load": _load(report.facts["timings"]),
        "limits": limits_of(report),
    }


def _load(timings: dict[str, dict[str, Any]] | None) -> dict[str, Any] | None:
    """Of each window. No field is called `cls`: it is Python's own name in the code that generators write."""
    if timings is None:
        return None
    return {
        window: {"layout_shift" if name == "cls" else name: value for name, value in values.items()}
        for window, values in timings.items()
    }


def limits_of(report: Report) -> list[str]:
    """Keys of the caveats that prevented the scan from seeing all of the page."""
    keys = [key for key in report.seen.caveats if _KEY.fullmatch(key)]
    return [*keys, *(["files-unseen"] if lacks_files(report.seen) else [])]

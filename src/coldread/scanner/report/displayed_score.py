"""A side's score as a reader is shown it: 99 for what nobody saw as visitors see it would be a lie."""

from __future__ import annotations

from coldread.scanner.judge.blocked_files import lacks_styles
from coldread.scanner.judge.report import Report

#: sides that only a picture of the page can tell
SEEN_ONLY = frozenset({"visual", "performance"})


def displayed_score(report: Report, side: str) -> int | None:
    """None where the side must be seen, and the page was not drawn or its styles did not come."""
    unseen = not report.seen.rendered or lacks_styles(report.seen)
    return None if side in SEEN_ONLY and unseen else report.scores.dimensions[side]

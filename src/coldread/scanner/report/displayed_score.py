"""The score of a dimension as readers see it: 99 would be wrong if no browser drew the page."""

from __future__ import annotations

from coldread.scanner.judge.blocked_files import lacks_styles
from coldread.scanner.judge.report import Report

#: dimensions that need a picture of the page
SEEN_ONLY = frozenset({"visual", "performance"})


def displayed_score(report: Report, side: str) -> int | None:
    """None if the dimension needs a picture, and the page was not drawn or its styles did not load."""
    unseen = not report.seen.rendered or lacks_styles(report.seen)
    return None if side in SEEN_ONLY and unseen else report.scores.dimensions[side]

"""Whether a finding states a fact that anyone can verify on the page. Each check declares this."""

from __future__ import annotations

from functools import cache


@cache
def is_measured(check_id: str) -> bool:
    """True for every axe rule and for the measured checks of the rubric; False for a retired id."""
    return check_id.startswith("a11y.") or check_id in _ids_of_measured_checks()


@cache
def _ids_of_measured_checks() -> frozenset[str]:
    # imported here: the rubric loads every check, and a process that only displays findings rarely needs them
    from coldread.scanner.judge.rubric import CHECKS

    return frozenset(row.meta.id for row in CHECKS if row.meta.measured)

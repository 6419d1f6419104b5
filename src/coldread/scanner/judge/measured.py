"""Whether a finding states a fact that anyone can verify on the page; each check says so itself."""

from __future__ import annotations

from functools import cache


@cache
def is_measured(check_id: str) -> bool:
    """Every rule of axe does, whether the rubric names it or not; a retired id is none that is measured now."""
    return check_id.startswith("a11y.") or check_id in _measured()


@cache
def _measured() -> frozenset[str]:
    # the rubric brings every check with it: a process that only shows findings loads it when it first asks
    from coldread.scanner.judge.rubric import CHECKS

    return frozenset(row.meta.id for row in CHECKS if row.meta.measured)

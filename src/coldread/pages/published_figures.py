"""Our published figures: measured, dated, and compared by a test with the results of the benchmark."""

from __future__ import annotations

import dataclasses
from functools import cache

from coldread.base.clock import DAY


@dataclasses.dataclass(frozen=True, kw_only=True)
class Agreement:
    """How often our scan and Lighthouse say the same (`bench/quality/figures.md`, "Agreement with Lighthouse")."""

    #: rules that both judge
    rules: int
    #: how many of these gave the same verdict on every page
    same: int
    #: pages and variants of them
    pages: int
    lighthouse: str
    #: the day it was measured
    at: int


AGREEMENT = Agreement(rules=52, same=48, pages=91, lighthouse="13.5.0", at=20_772 * DAY)


@cache
def number_of_checks() -> int:
    from coldread.scanner.judge.rubric import CHECKS

    return len(CHECKS)

"""What a scan says of one bad page: judged once a worker, by the first test that asks, and not while tests are collected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from coldread.scanner.engine import review
from coldread.scanner.judge.finding import Finding
from coldread.scanner.judge.report import Report
from tests.scanner.seeing import BAD, seen_site


@cache
def report() -> Report:
    return review(seen_site("bad_en"), BAD["bad_en"])


def findings() -> Sequence[Finding]:
    return report().findings

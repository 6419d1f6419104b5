"""A report on its way between processes: what was found, without what whoever asked knows already (the record, the brief)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from coldread.scanner.brief import Brief
from coldread.scanner.judge.answers import settled
from coldread.scanner.judge.finding import Finding
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.reviewers import reviews
from coldread.scanner.judge.score import Basis, Scores
from coldread.scanner.page.observations import Observations
from coldread.scanner.reading.record import Reading


@dataclasses.dataclass(frozen=True, kw_only=True)
class PageVerdict:
    """What only a reader of the page can tell; reviews follow from it."""

    findings: tuple[Finding, ...]
    first: int
    not_measured: Mapping[str, str]
    scores: Scores
    facts: Mapping[str, Any]
    reading: Reading
    basis: Basis
    cuts: tuple[str, ...]


_ADAPTER = TypeAdapter(PageVerdict)


def packed_verdict(report: Report) -> str:
    """As JSON. Places beyond those in evidence stay behind: only who mends the page needs them, and judges it himself."""
    findings = tuple(dataclasses.replace(item, places=()) for item in report.findings)
    told = PageVerdict(
        findings=findings,
        first=report.first,
        not_measured=report.not_measured,
        scores=report.scores,
        facts=report.facts,
        reading=report.reading,
        basis=report.basis,
        cuts=report.cuts,
    )
    return _ADAPTER.dump_json(told).decode()


def report_of(packed: str, seen: Observations, brief: Brief) -> Report:
    told = _ADAPTER.validate_json(packed)
    return Report(
        seen=seen,
        brief=brief,
        findings=told.findings,
        first=told.first,
        not_measured=told.not_measured,
        scores=told.scores,
        reviews=tuple(reviews(told.findings, told.scores, brief.goal, brief.lang)),
        facts=told.facts,
        reading=told.reading,
        answers=tuple(settled(told.basis.answers, told.findings).values()),
        basis=told.basis,
        cuts=told.cuts,
    )

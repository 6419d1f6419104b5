"""The result of judging a page without what is known already (the record, the brief): between processes, and stored.

A page is judged once, at the scan. A later report is made from the record and the verdict.
"""

from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from coldread.base.version import VERSION
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.judge.answers.answers import final_answers
from coldread.scanner.judge.finding import Finding
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.reviewers import reviews
from coldread.scanner.judge.scoring.score import Basis, Scores
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.page.observations import Observations
from coldread.scanner.reading.record import Reading

#: most stored places of all findings together; patches need all of them, so a verdict with more is made again
MOST_PLACES = 3_000
#: bytes of a stored verdict, unpacked
LARGEST = 8 * 1024 * 1024
#: other code can have another result
MADE_BY = f"{VERSION} {RUBRIC_VERSION}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class PageVerdict:
    """What needs the parsed page; reviews follow from it."""

    made_by: str
    brief: Brief
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
    """As JSON, without places beyond those in evidence: only patches need them."""
    return _ADAPTER.dump_json(_verdict(report, with_places=False)).decode()


def stored_verdict(report: Report) -> bytes:
    """For storage beside the record, with every place; empty if there are too many."""
    if sum(len(item.places) for item in report.findings) > MOST_PLACES:
        return b""
    return zlib.compress(_ADAPTER.dump_json(_verdict(report, with_places=True)), 6)


def _verdict(report: Report, *, with_places: bool) -> PageVerdict:
    bare = (dataclasses.replace(item, places=()) for item in report.findings)
    return PageVerdict(
        made_by=MADE_BY,
        brief=report.brief,
        findings=report.findings if with_places else tuple(bare),
        first=report.first,
        not_measured=report.not_measured,
        scores=report.scores,
        facts=report.facts,
        reading=report.reading,
        basis=report.basis,
        cuts=report.cuts,
    )


def report_of(packed: str, seen: Observations, brief: Brief) -> Report:
    return _report(_ADAPTER.validate_json(packed), seen, brief)


def judged_once(seen: Observations, brief: Brief, stored: bytes | None) -> Report:
    """The report by the stored verdict; judged now if there is none, or if it is from other code or for another brief."""
    if stored:
        try:
            told = _ADAPTER.validate_json(zlib.decompressobj().decompress(stored, LARGEST))
        except (ValidationError, zlib.error):
            return review(seen, brief)
        if (told.made_by, told.brief) == (MADE_BY, brief):
            return _report(told, seen, brief)
    return review(seen, brief)


def _report(told: PageVerdict, seen: Observations, brief: Brief) -> Report:
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
        answers=tuple(final_answers(told.basis.answers, told.findings).values()),
        basis=told.basis,
        cuts=told.cuts,
    )

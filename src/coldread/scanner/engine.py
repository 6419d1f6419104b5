"""The public face: visit a page for a brief, and return a report.

A page that cannot be fetched raises the fetch's `PageError`. If the browser is missing, busy or fails, the report is
made from the source alone, and its caveats say so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from coldread.scanner.brief import Brief
from coldread.scanner.judge.answers.answers import final_answers
from coldread.scanner.judge.judgement import judge_page
from coldread.scanner.judge.probes import plan_probes
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.reviewers import reviews
from coldread.scanner.judge.scoring.score import compute_scores, order_findings
from coldread.scanner.judge.targets import main_control_facts
from coldread.scanner.page.facts import page_facts
from coldread.scanner.page.observations import Observations, ProbePlan
from coldread.scanner.page.page import Page
from coldread.scanner.page.shown_words import shown_words
from coldread.scanner.reading.amounts import holds_amount

if TYPE_CHECKING:
    from coldread.scanner.visit.visitor import VisitResult


class PageVisitor(Protocol):
    """Returns the record of a page: `visit.visitor.Visitor`, or a test's own."""

    async def visit(
        self,
        url: str,
        *,
        plan: Callable[[Observations], ProbePlan],
        secret_headers: Mapping[str, str] | None = None,
        read: Observations | None = None,
    ) -> VisitResult: ...


@dataclass(frozen=True, kw_only=True)
class JudgedPage:
    """The report, and the pictures by their names in the record."""

    report: Report
    pictures: Mapping[str, bytes]


async def scan_page(
    visitor: PageVisitor,
    url: str,
    brief: Brief,
    *,
    secret_headers: Mapping[str, str] | None = None,
    read: Observations | None = None,
) -> JudgedPage:
    """Visit the page, try the controls that matter for this brief, and judge it. `read`: its source, if known."""
    seen = await visitor.visit(
        url, plan=lambda first: plan_probes(first, brief), secret_headers=secret_headers, read=read
    )
    # Judging a long page takes seconds; requests of the same process must not wait for it.
    report = await asyncio.to_thread(review, seen.observations, brief)
    return JudgedPage(report=report, pictures=seen.pictures)


def review(seen: Observations, brief: Brief) -> Report:
    """The pure part: the same record and brief give the same report."""
    page = Page(seen, brief)
    judged = judge_page(page)
    order = order_findings(judged.findings, brief.goal)
    points = compute_scores(order.findings, judged.basis, brief.goal)
    answered = final_answers(judged.answers, order.findings)
    return Report(
        seen=seen,
        brief=brief,
        findings=order.findings,
        first=order.first,
        not_measured=judged.not_measured,
        scores=points,
        reviews=tuple(reviews(order.findings, points, brief.goal, brief.lang)),
        facts={
            **page_facts(page, priced=holds_amount(page)),
            "main_control": main_control_facts(page),
            "shows": shown_words(page),
        },
        reading=judged.reading,
        answers=tuple(answered.values()),
        basis=judged.basis,
        cuts=(*sorted(seen.dom.cuts), *(() if page.is_fully_read else ("reading",))),
    )

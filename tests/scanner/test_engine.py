"""The public face, with eyes of the test's own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from coldread.scanner.engine import review, scan_page
from coldread.scanner.judge import rubric
from coldread.scanner.judge.judgement import judge
from coldread.scanner.page.observations import Observations, ProbePlan, UseResult
from coldread.scanner.visit.visitor import VisitResult

from .seeing import BAD, ENGLISH, GOLD, brief, button, document, rendered, seen, seen_site


@dataclass
class Painted:
    """A visitor that brings back one record and tries nothing but what the plan says."""

    record: Observations
    asked: ProbePlan = field(default_factory=ProbePlan)

    async def visit(
        self,
        url: str,
        *,
        plan: Callable[[Observations], ProbePlan],
        secret_headers: Any = None,
        read: Any = None,
    ) -> VisitResult:
        self.asked = plan(self.record)
        handled = tuple(UseResult(selector=name, event="click", handled=False) for name in self.asked.clicks)
        return VisitResult(
            observations=replace(self.record, handled=handled), pictures={"desktop": b"x"}, spent={}
        )


def test_a_look_tries_what_the_brief_makes_worth_trying_and_judges_the_outcome() -> None:
    html = document(f'<main><h1>Bread at your door</h1>{ENGLISH}<a href="#">Book a call</a></main>')
    visitor = Painted(rendered(html, button("body > main > a", "Book a call")))
    scanned = asyncio.run(scan_page(visitor, "https://page.example/", brief("book_call")))
    assert visitor.asked.clicks == ("body > main > a",)
    assert scanned.pictures == {"desktop": b"x"}
    dead = next(item for item in scanned.report.findings if item.id == "cta.dead-link")
    assert dead.severity == "P0"


@pytest.mark.parametrize(("name", "wanted"), (GOLD | BAD).items())
def test_the_same_record_gives_the_same_report(name: str, wanted: Any) -> None:
    first, second = (review(seen_site(name), wanted) for _ in range(2))
    assert first.findings_dict() == second.findings_dict()
    assert first.scores == second.scores
    assert first.facts == second.facts


def test_few_words_without_scripts_are_a_bare_page_and_are_judged() -> None:
    assert "clarity.h1-missing" in judge(seen(document("<p>Short.</p>")), brief()).measured


def test_a_check_that_trips_costs_only_its_own_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def trip(_page: object) -> None:
        raise RuntimeError("strange page")

    broken = tuple(replace(row, judge=trip) if row.meta.id == "seo.title" else row for row in rubric.CHECKS)
    monkeypatch.setattr("coldread.scanner.judge.judgement.CHECKS", broken)
    with caplog.at_level(logging.ERROR):
        answer = judge(seen_site("calls_en"), brief())
    assert answer.not_measured["seo.title"] == "check-failed"
    assert "seo.meta-description" in answer.measured
    assert "seo.title" in caplog.text


def test_coverage_is_what_was_measured_among_what_applies() -> None:
    answer = judge(seen_site("calls_en"), brief())
    assert answer.coverage == round(
        100 * len(answer.measured) / (len(answer.measured) + len(answer.not_measured))
    )

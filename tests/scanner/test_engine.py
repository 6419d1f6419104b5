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


@pytest.mark.parametrize("name", GOLD)
def test_without_a_browser_only_static_checks_run_and_the_rest_is_listed(name: str) -> None:
    answer = review(seen_site(name), GOLD[name])
    assert answer.scores.dimensions["accessibility"] is None
    assert answer.scores.coverage < 60
    assert {"cta.none", "form.label", "trust.https", "perf.lcp", "agent.landmarks"} <= set(
        answer.not_measured
    )


def test_a_script_shell_is_not_judged_by_its_emptiness() -> None:
    html = document(
        '<div id="root"></div><script src="/app.js"></script>', head="<title>A very fine application</title>"
    )
    answer = judge(seen(html), brief("paid_signup"))
    assert answer.not_measured["cta.goal-mismatch"] == "script-shell"
    assert answer.not_measured["clarity.h1-missing"] == "script-shell"
    assert "mobile.viewport-missing" in answer.measured
    assert "seo.title" in answer.measured


def test_few_words_without_scripts_are_a_bare_page_and_are_judged() -> None:
    assert "clarity.h1-missing" in judge(seen(document("<p>Short.</p>")), brief()).measured


def test_words_are_not_judged_in_a_language_without_a_lexicon() -> None:
    german = (
        "<h1>Willkommen</h1><p>Wir backen jede Nacht frisches Brot und stellen es vor Ihre Haustür, damit Sie morgens länger "
        "schlafen können. Sie wählen am Abend aus, welches Brot Sie möchten, und wir liefern es noch warm bis sieben Uhr.</p>"
    )
    answer = judge(seen(document(german, lang="de")), brief("demo"))
    for name in ("clarity.h1-vague", "cta.goal-mismatch", "trust.no-proof", "copy.buzzwords"):
        assert answer.not_measured[name] == "language"
    assert "clarity.h1-missing" in answer.measured


@pytest.mark.parametrize(
    "body",
    [
        "<h1>Welcome</h1><p>Bread for you, every day.</p>",
        "<h1>Välkommen</h1><p>Bröd till dig, varje dag.</p>",
    ],
)
def test_a_short_page_that_declares_no_language_is_read_in_the_likelier_one(body: str) -> None:
    assert "clarity.h1-vague" in judge(seen(f"<html><body>{body}</body></html>"), brief()).measured


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

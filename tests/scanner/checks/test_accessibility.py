"""Accessibility: axe's answers, each told once."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from coldread.scanner.judge.checks.accessibility.axe import ELSEWHERE
from coldread.scanner.judge.finding import NotMeasured
from coldread.scanner.page.observations import AxeNode

from ..seeing import (
    ENGLISH,
    desktop,
    document,
    drawn,
    finding,
    mobile,
    rendered,
    report,
    verdict,
    violation,
)

HTML = document(f'<main><h1>Bread</h1>{ENGLISH}<img src="a.png"></main>')


def ids(*violations: Any) -> dict[str, str]:
    answer = report(rendered(HTML, axe=violations))
    return {item.id: item.severity for item in answer.findings if item.id.startswith("a11y.")}


@pytest.mark.parametrize(
    ("impact", "tags", "severity"),
    [
        ("critical", ("wcag2a",), "P1"),
        ("serious", ("wcag2aa",), "P1"),
        ("moderate", ("wcag2a",), "P2"),
        ("minor", ("wcag2a",), "P2"),
        ("serious", ("best-practice",), "P2"),
    ],
)
def test_the_impact_tells_the_severity_and_best_practices_are_hygiene(
    impact: str, tags: tuple[str, ...], severity: str
) -> None:
    assert ids(violation("some-rule", "body > main", impact=impact, tags=tags)) == {
        "a11y.some-rule": severity
    }


def test_blocked_zoom_costs() -> None:
    assert ids(violation("meta-viewport", "head", impact="moderate", tags=("wcag2aa",))) == {
        "a11y.meta-viewport": "P1"
    }


@pytest.mark.parametrize("rule", ELSEWHERE)
def test_what_another_check_answers_for_is_not_told_twice(rule: str) -> None:
    assert ids(violation(rule, "body > main")) == {}


def test_a_rule_is_one_finding_with_all_its_nodes() -> None:
    item = finding(
        "a11y.image-alt",
        rendered(HTML, axe=(violation("image-alt", "body > main > img", impact="critical"),)),
    )
    assert item.evidence[0].layer == "axe"
    assert item.evidence[0].snippet == "a.png"
    assert item.fix.kind == "needs_review"


def test_the_first_of_several_reasons_is_told_without_the_words_that_open_the_lists() -> None:
    said = "Fix all of the following: Element is in tab order Fix any of the following: Element has no text"
    node = AxeNode(selector="body > main > img", html="<img>", summary=said)
    rule = dataclasses.replace(violation("link-name"), nodes=(node,))
    assert (
        finding("a11y.link-name", rendered(HTML, axe=(rule,))).evidence[0].value == "Element is in tab order"
    )


@pytest.mark.parametrize(
    ("on_phone", "told"),
    [
        ((20, 20, 20, 1.0), "Make the text lighter"),
        ((255, 255, 255, 1.0), "background of text in this list differs"),
    ],
)
def test_no_direction_is_given_for_text_that_stands_on_two_backgrounds(
    on_phone: tuple[int, int, int, float], told: str
) -> None:
    place = "body > main > p:nth-of-type(1)"
    said = "Element has insufficient color contrast of 2.9 (foreground color: #666666, background color: #141414)"
    node = AxeNode(selector=place, html="<p>", summary=said)
    rule = dataclasses.replace(violation("color-contrast"), nodes=(node,))
    grey: dict[str, Any] = {"own_chars": 40, "color": (102, 102, 102, 1.0)}
    record = rendered(
        HTML,
        axe=(rule,),
        desktop=desktop(drawn(place, behind=(20, 20, 20, 1.0), **grey)),
        mobile=mobile(drawn(place, behind=on_phone, **grey)),
    )
    assert told in finding("a11y.color-contrast", record).fix.summary


def test_axe_findings_speak_swedish() -> None:
    record = rendered(
        HTML, axe=(violation("heading-order", "body > main"), violation("never-heard-of", "body > main"))
    )
    titles = [item.title for item in report(record, lang="sv").findings if item.id.startswith("a11y.")]
    assert any("Rubrikerna hoppar över en nivå" in title for title in titles)
    assert any("never-heard-of" in title for title in titles)


def test_without_axe_nothing_is_passed() -> None:
    assert isinstance(verdict("a11y.image-alt", HTML), NotMeasured)
    assert isinstance(verdict("agent.landmarks", rendered(HTML, axe=None)), NotMeasured)
    assert (
        finding(
            "agent.landmarks",
            rendered(HTML, axe=(violation("landmark-one-main", "html", impact="moderate"),)),
        ).severity
        == "P2"
    )

"""Scores: the formula, the caps, and that fixing something never costs points."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Effort, Evidence, Finding, Fix, Severity, dimension_of
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS
from coldread.scanner.judge.score import counts, penalty, ranked, scores, top

ALL = {row.name for row in DIMENSIONS}
IDS = [row.meta.id for row in CHECKS]


def a_finding(
    check_id: str, severity: Severity, confidence: float = 1.0, elements: int = 1, effort: Effort = "S"
) -> Finding:
    proof = tuple(
        Evidence(layer="static", selector=f"p:nth-of-type({n})", snippet="x") for n in range(elements)
    )
    return Finding(
        id=check_id,
        dimension=dimension_of(check_id),
        severity=severity,
        confidence=confidence,
        title="",
        why="",
        source="",
        evidence=proof,
        fix=Fix(summary="", kind="spec_only"),
        effort=effort,
        count=elements,
        fingerprint="",
    )


@pytest.mark.parametrize(
    ("severity", "confidence", "elements", "expected"),
    [
        (Severity.P0, 1.0, 1, 0.35),
        (Severity.P1, 0.8, 1, 0.12),
        (Severity.P2, 1.0, 3, 0.06),
        (Severity.P2, 1.0, 20, 0.075),
        (Severity.P0, 1.0, 20, 0.5),
        (Severity.INFO, 1.0, 5, 0.0),
    ],
)
def test_a_finding_costs_what_the_formula_says(
    severity: Severity, confidence: float, elements: int, expected: float
) -> None:
    assert penalty(a_finding("cta.none", severity, confidence, elements)) == pytest.approx(expected)


def test_the_same_element_twice_counts_once() -> None:
    once = Evidence(layer="static", selector="p", snippet="x")
    item = a_finding("cta.none", Severity.P2)
    assert penalty(type(item)(**{**item.__dict__, "evidence": (once, once)})) == pytest.approx(0.05)


def test_a_clean_page_has_a_hundred_points_and_an_unmeasured_dimension_none() -> None:
    result = scores([], ALL - {"performance"}, PrimaryGoal.OTHER, 80)
    assert result.overall == 100
    assert result.dimensions["performance"] is None
    assert result.to_dict()["coverage"] == 80
    assert set(result.to_dict()) == {"overall", "dimensions", "coverage", "rubric_version"}


def test_a_dimension_is_the_product_of_what_is_left() -> None:
    result = scores(
        [a_finding("copy.buzzwords", Severity.P2), a_finding("copy.readability", Severity.P1)],
        ALL,
        PrimaryGoal.OTHER,
        100,
    )
    assert result.dimensions["copy"] == round(100 * 0.95 * 0.85)
    assert result.overall == round(100 - 10 * (1 - 0.95 * 0.85))


def test_a_certain_blocker_caps_the_whole_at_69_and_a_doubtful_one_does_not() -> None:
    assert scores([a_finding("seo.title", Severity.P0, 0.8)], ALL, PrimaryGoal.OTHER, 100).overall == 69
    assert scores([a_finding("seo.title", Severity.P0, 0.7)], ALL, PrimaryGoal.OTHER, 100).overall > 90


@st.composite
def some_findings(draw: st.DrawFn) -> list[Finding]:
    chosen = draw(st.lists(st.sampled_from(IDS), unique=True, min_size=1, max_size=25))
    return [
        a_finding(
            name,
            draw(st.sampled_from(list(Severity))),
            draw(st.sampled_from([0.5, 0.6, 0.8, 0.9, 1.0])),
            draw(st.integers(1, 20)),
        )
        for name in chosen
    ]


@given(
    some_findings(), st.sampled_from(["newsletter", "demo", "book_call", "paid_signup", "other"]), st.data()
)
def test_fixing_a_finding_never_lowers_a_score(
    found: list[Finding], goal: PrimaryGoal, data: st.DataObject
) -> None:
    fixed = data.draw(st.sampled_from(found))
    before = scores(found, ALL, goal, 100)
    after = scores([item for item in found if item is not fixed], ALL, goal, 100)
    assert after.overall >= before.overall
    for name in ALL:
        lower, higher = before.dimensions[name], after.dimensions[name]
        assert lower is not None
        assert higher is not None
        assert higher >= lower


@given(some_findings(), st.randoms())
def test_the_order_does_not_depend_on_how_findings_came(found: list[Finding], random: Random) -> None:
    shuffled = list(found)
    random.shuffle(shuffled)
    assert ranked(found, PrimaryGoal.DEMO) == ranked(shuffled, PrimaryGoal.DEMO)


def test_the_worst_comes_first_and_the_cheapest_among_equals() -> None:
    cheap = a_finding("clarity.h1-vague", Severity.P1, effort="S")
    dear = a_finding("clarity.h1-below-fold", Severity.P1, effort="L")
    worst = a_finding("seo.title", Severity.P0, effort="L")
    assert ranked([dear, cheap, worst], PrimaryGoal.OTHER) == [worst, cheap, dear]


def test_the_top_five_take_at_most_two_of_a_dimension_and_no_information() -> None:
    clarity = [a_finding(f"clarity.{name}", Severity.P1) for name in ("h1-vague", "h1-long", "placeholder")]
    others = [
        a_finding(name, Severity.P2) for name in ("seo.title", "copy.buzzwords", "perf.lcp", "trust.stale")
    ]
    shown = top(ranked([*clarity, *others, a_finding("cta.competing", Severity.INFO)], PrimaryGoal.OTHER))
    assert len(shown) == 5
    assert sum(item.dimension == "clarity" for item in shown) == 2


def test_counts_name_every_severity() -> None:
    assert counts([a_finding("seo.title", Severity.P1)]) == {"P0": 0, "P1": 1, "P2": 0, "info": 0}

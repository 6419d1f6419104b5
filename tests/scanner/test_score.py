"""Scores: the formula, the caps, and that fixing something never costs points."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.answers.answer_kinds import Answer
from coldread.scanner.judge.answers.answers import Answered
from coldread.scanner.judge.answers.questions import FIVE, Question, question_of
from coldread.scanner.judge.finding import Effort, Evidence, Finding, Fix, Layer, Severity, dimension_of
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS
from coldread.scanner.judge.scoring.score import (
    Basis,
    Scores,
    compute_scores,
    counts_by_severity,
    order_findings,
)
from coldread.scanner.judge.scoring.weights import GOOD, POINTS, VALUES, WEIGHTS

ALL = frozenset(row.name for row in DIMENSIONS)
IDS = [row.meta.id for row in CHECKS]
ANSWERS = list(Answer)


def answered(**told: Answer) -> dict[Question, Answered]:
    """Yes to all five but those named."""
    return {name: Answered(question=name, answer=told.get(name.value, Answer.YES)) for name in FIVE}


def scored(
    found: list[Finding], goal: PrimaryGoal = PrimaryGoal.OTHER, told: dict[Question, Answered] | None = None
) -> Scores:
    return compute_scores(found, Basis(measured=ALL, coverage=100, answers=told or answered()), goal)


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


def test_a_clean_page_has_a_hundred_points_and_an_unmeasured_dimension_none() -> None:
    result = compute_scores(
        [], Basis(measured=ALL - {"performance"}, coverage=80, answers=answered()), PrimaryGoal.OTHER
    )
    assert result.overall == 100
    assert result.dimensions["performance"] is None
    assert result.to_dict()["coverage"] == 80
    assert set(result.to_dict()) == {"overall", "dimensions", "coverage", "rubric_version"}
    assert result.to_dict()["rubric_version"] == "3.0"


def test_the_table_is_small_and_the_five_questions_carry_the_larger_part() -> None:
    assert sum(WEIGHTS.values()) == 100
    assert sum(WEIGHTS[name] for name in FIVE) >= 75
    assert WEIGHTS[Question.HYGIENE] <= 5
    assert POINTS["answer"] < min(WEIGHTS[name] for name in FIVE), "findings get their part of every question"
    assert 0 <= VALUES[Answer.NO] < VALUES[Answer.PARTLY] < VALUES[Answer.YES]


def test_a_dimension_of_which_something_was_not_measured_is_not_perfect() -> None:
    basis = Basis(measured=ALL, coverage=90, answers=answered(), partly_measured=frozenset({"visual"}))
    result = compute_scores([], basis, PrimaryGoal.OTHER)
    assert (result.dimensions["visual"], result.dimensions["copy"]) == (99, 100)


def test_a_certain_blocker_caps_the_whole_at_69_and_a_doubtful_one_does_not() -> None:
    assert scored([a_finding("seo.title", Severity.P0, 0.8)]).overall == 69
    assert scored([a_finding("seo.title", Severity.P0, 0.7)]).overall > 90


def test_a_page_that_neither_says_what_it_is_nor_why_to_believe_it_stays_at_half() -> None:
    assert scored([], told=answered(what=Answer.NO, why=Answer.NO)).overall == 50
    assert scored([], told=answered(what=Answer.NO, why=Answer.UNSURE)).overall > 50, "unsure caps nothing"


def test_hygiene_alone_moves_a_page_by_five_points_at_most() -> None:
    hygiene = [name for name in IDS if question_of(name) is Question.HYGIENE]
    worst = [a_finding(name, Severity.P1, 1.0, 20) for name in hygiene]
    for goal in PrimaryGoal:
        assert scored([], goal).overall - scored(worst, goal).overall <= 5


def test_a_page_that_is_only_good_gets_no_more_than_readers_give() -> None:
    assert scored([], told=answered(why=Answer.PARTLY, cost=Answer.PARTLY)).overall < GOOD
    assert scored([], told=answered()).overall == 100


def test_a_question_that_does_not_apply_counts_neither_for_nor_against() -> None:
    assert scored([], told=answered(cost=Answer.NOT_APPLICABLE)).overall == 100


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
    told = answered(**{name.value: data.draw(st.sampled_from(ANSWERS)) for name in FIVE})
    before = scored(found, goal, told)
    after = scored([item for item in found if item is not fixed], goal, told)
    assert after.overall >= before.overall
    for name in ALL:
        lower, higher = before.dimensions[name], after.dimensions[name]
        assert lower is not None
        assert higher is not None
        assert higher >= lower


@given(some_findings(), st.sampled_from(list(PrimaryGoal)))
def test_an_axe_run_that_failed_never_raises_a_score(found: list[Finding], goal: PrimaryGoal) -> None:
    by_axe = {row.meta.id for row in CHECKS if {Layer.AXE, Layer.AXE_MOBILE} & set(row.meta.needs)}
    with_axe = [item for item in found if item.severity is not Severity.P0 or item.id not in by_axe]
    without = [item for item in with_axe if item.id not in by_axe]
    full = Basis(measured=ALL, coverage=100, answers=answered())
    lost = replace(full, lost=frozenset(by_axe), axe_lost=frozenset(by_axe))
    assert compute_scores(without, lost, goal).overall <= compute_scores(with_axe, full, goal).overall


@given(some_findings(), st.sampled_from(list(PrimaryGoal)), st.sets(st.sampled_from(IDS)))
def test_a_layer_that_had_nothing_to_say_is_never_worth_more_when_it_is_lost(
    found: list[Finding], goal: PrimaryGoal, gone: set[str]
) -> None:
    kept = [item for item in found if item.id not in gone]
    full = Basis(measured=ALL, coverage=100, answers=answered())
    lost = replace(full, lost=frozenset(gone), unseen=True)
    assert compute_scores(kept, lost, goal).overall <= min(69, compute_scores(kept, full, goal).overall)


@given(some_findings(), st.randoms())
def test_the_order_does_not_depend_on_how_findings_came(found: list[Finding], random: Random) -> None:
    shuffled = list(found)
    random.shuffle(shuffled)
    assert order_findings(found, PrimaryGoal.DEMO) == order_findings(shuffled, PrimaryGoal.DEMO)


@given(some_findings())
def test_what_comes_first_is_never_hygiene_or_a_note_where_enough_else_is_wrong(found: list[Finding]) -> None:
    order = order_findings(found, PrimaryGoal.DEMO)
    assert sorted(item.id for item in order.findings) == sorted(item.id for item in found)
    rest = order.findings[order.first :]
    assert all(item.severity is not Severity.INFO for item in order.findings[: order.first])
    places = [
        (item.severity is Severity.INFO, question_of(item.id) is Question.HYGIENE, item.severity.value)
        for item in rest
    ]
    assert places == sorted(places), "the rest: the worst first, then hygiene, then what is only noted"


def test_hygiene_is_named_where_little_else_is_wrong() -> None:
    assert order_findings([a_finding("seo.title", Severity.P2)], PrimaryGoal.OTHER).first == 1


def test_counts_name_every_severity() -> None:
    assert counts_by_severity([a_finding("seo.title", Severity.P1)]) == {"P0": 0, "P1": 1, "P2": 0, "info": 0}

"""Which changes matter: a table of scans side by side."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from coldread.watches.changes import Kind, decide

FINDING = {
    "id": "cta.dead-link",
    "dimension": "cta",
    "severity": "P0",
    "title": "“Order” leads nowhere",
    "evidence": [{"selector": "a", "snippet": "Order"}],
    "fix": {"summary": "Link it.", "kind": "safe"},
    "count": 1,
}
TARGET = {**FINDING, "id": "cta.broken-target", "title": "“Order” leads to an error"}
SLOW = {**FINDING, "id": "performance.lcp", "dimension": "performance", "severity": "P1"}
MINOR = {**FINDING, "id": "seo.title", "dimension": "seo", "severity": "P2"}


def seen(*items: dict[str, Any], score: float = 70, **more: Any) -> dict[str, Any]:
    return {
        "session_id": "x",
        "url": "https://shop.example/",
        "_source": more.get("source", "pipeline"),
        "scores": {"overall": score, "rubric_version": more.get("rubric", "3.0"), "coverage": 99},
        "findings": {
            "items": copy.deepcopy(list(items)),
            "not_measured": [{"id": one, "reason": "x"} for one in more.get("unsure", ())],
        },
        "reading": {
            "headline": {"text": more.get("headline", "Fresh bread")},
            "prices": [{"amount": more["price"], "unit": "a month"}] if more.get("price") else [],
            "steps": [
                {"label": "Log in", "serves_goal": False, "primary": False},
                {"label": more.get("button", "Order"), "serves_goal": True, "primary": True},
            ],
        },
        "caveats": list(more.get("caveats", ())),
    }


def test_the_first_scan_is_what_later_ones_are_compared_with_and_an_unchanged_page_tells_nothing() -> None:
    first = decide(None, seen(FINDING))
    assert (first.told, first.new_baseline) == ((), True)
    same = decide(seen(FINDING, price="199 kr"), seen(FINDING, price="199 kr"))
    assert (same.told, same.suspects, same.look_again, same.new_baseline) == ((), (), False, False)


@pytest.mark.parametrize(
    ("after", "kind"),
    [
        (seen(FINDING), Kind.FINDING),
        (seen(headline="Stale bread"), Kind.HEADLINE),
        (seen(headline=""), Kind.HEADLINE),
        (seen(price="249 kr"), Kind.PRICE),
        (seen(button="Buy"), Kind.BUTTON),
    ],
)
def test_what_matters_is_told_at_once_and_is_the_new_baseline(after: dict[str, Any], kind: Kind) -> None:
    decision = decide(seen(), after)
    assert [change.kind for change in decision.told] == [kind]
    assert decision.new_baseline
    assert not decision.look_again
    assert decide(after, after).told == ()


def test_a_new_minor_finding_a_fixed_one_and_a_few_points_tell_nothing() -> None:
    assert decide(seen(), seen(MINOR, score=66)).told == ()
    assert decide(seen(FINDING), seen()).told == ()
    assert decide(seen(FINDING, score=70), seen(FINDING, score=74.9)).told == ()


@pytest.mark.parametrize(
    ("after", "kind"),
    [
        (seen(TARGET, score=50), Kind.TARGET),
        (seen(SLOW), Kind.FINDING),
        (seen(score=75), Kind.SCORE),
        (seen(score=65), Kind.SCORE),
    ],
)
def test_what_can_be_chance_is_told_only_if_a_second_look_finds_it(after: dict[str, Any], kind: Kind) -> None:
    first = decide(seen(), after)
    assert (first.told, first.look_again, first.new_baseline) == ((), True, False)
    second = decide(seen(), after, first.suspects)
    assert kind in [change.kind for change in second.told]
    assert second.told[0].kind == kind
    gone = decide(seen(), seen(), first.suspects)
    assert (gone.told, gone.suspects, gone.look_again) == ((), (), False)


def test_a_change_beside_a_doubt_waits_for_the_second_look_and_is_not_lost() -> None:
    after = seen(TARGET, headline="Stale bread")
    first = decide(seen(), after)
    assert (first.told, first.suspects) == ((), ("cta.broken-target",))
    fine_again = seen(headline="Stale bread")
    assert [change.kind for change in decide(seen(), fine_again, first.suspects).told] == [Kind.HEADLINE]


def test_doubts_that_follow_each_other_hold_nothing_back_for_ever() -> None:
    after = seen(SLOW, headline="Stale bread")
    second = decide(seen(), after, ("cta.broken-target",))
    assert [change.kind for change in second.told] == [Kind.HEADLINE]
    assert second.suspects == ("performance.lcp",)


def test_slow_changes_add_up_because_the_baseline_is_what_was_told_last() -> None:
    baseline = seen(score=70)
    for score in (67, 66):
        assert decide(baseline, seen(score=score)).suspects == ()
    doubted = decide(baseline, seen(score=65))
    assert doubted.suspects == ("score",)


def test_what_could_not_be_measured_is_neither_new_nor_gone() -> None:
    assert decide(seen(unsure=["cta.dead-link"]), seen(FINDING)).told == ()
    assert decide(seen(FINDING), seen(unsure=["cta.dead-link"])).told == ()


def test_other_rules_or_another_way_of_looking_tell_nothing() -> None:
    other_rules = decide(seen(), seen(FINDING, rubric="4.0", score=10))
    assert (other_rules.told, other_rules.new_baseline) == ((), True)
    blind = decide(seen(), seen(FINDING, source="lite"))
    assert (blind.told, blind.new_baseline) == ((), False)
    sighted = decide(seen(source="lite"), seen(FINDING))
    assert (sighted.told, sighted.new_baseline) == ((), True)


def test_the_score_of_half_a_look_is_not_compared() -> None:
    assert decide(seen(), seen(score=20, caveats=["desktop-failed"])).suspects == ()


def test_the_weightiest_is_told_first_with_its_fix() -> None:
    decision = decide(seen(), seen(FINDING, headline="Stale bread", button="Buy"))
    assert [change.kind for change in decision.told] == [Kind.FINDING, Kind.HEADLINE, Kind.BUTTON]
    assert decision.told[0].advice == "Link it."

"""Without a model, outside production: the published shapes, the caller's words, gaps, and no claim about the page."""

from __future__ import annotations

import pytest

from coldread.advice.answers import audit, quick_fix
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.scanner.goals import PrimaryGoal
from tests.harness.service import Service

FIELDS = {"diagnosis", "rewrite", "rationale", "element_selector", "confidence", "engine"}


def fix_of(selector: str, problem: str) -> QuickFixRequest:
    return QuickFixRequest(url="https://shop.example/", element_selector=selector, problem=problem)


@pytest.mark.parametrize(
    ("selector", "problem", "expected"),
    [
        ("h1", "It is vague.", "[what you offer]"),
        (".hero", "The headline is vague.", "[what you offer]"),
        ("a.btn", "Nobody presses it.", "as a verb"),
        ("#contact input", "Nobody fills it in.", "[the question"),
        ("#about", "Nobody reads it.", "[what happens next]"),
        ("button", "Ingen trycker på den och vi vet inte varför", "som verb och objekt"),
    ],
)
def test_a_quick_fix_repeats_the_problem_and_leaves_gaps_by_kind(
    quick_service: Service, selector: str, problem: str, expected: str
) -> None:
    said = quick_service.run(quick_fix(quick_service.services, fix_of(selector, problem)))
    assert set(said) == FIELDS
    assert problem in said["diagnosis"]
    assert expected in said["rewrite"]
    assert (said["element_selector"], said["engine"]) == (selector, "rules")
    assert said["confidence"] <= 0.3


@pytest.mark.parametrize("goal", PrimaryGoal)
def test_an_audit_asks_the_five_questions_of_a_stranger(quick_service: Service, goal: PrimaryGoal) -> None:
    body = AuditRequest(url="https://shop.example/", primary_goal=goal, audience="Owners of small bakeries")
    said = quick_service.run(audit(quick_service.services, body))
    assert [one["rank"] for one in said["findings"]] == [1, 2, 3, 4, 5]
    assert len({one["title"] for one in said["findings"]}) == 5
    assert said["executive_summary"].startswith("Nobody has opened the page, and no model is configured")
    assert (said["confidence"], said["engine"]) == (0.2, "rules")


def test_what_the_address_tells_is_said_first_and_for_sure(quick_service: Service) -> None:
    body = AuditRequest(
        url="http://shop.example/", primary_goal=PrimaryGoal.DEMO, audience="Ägare av små bagerier"
    )
    first, second, *_ = quick_service.run(audit(quick_service.services, body))["findings"]
    assert (first["priority"], first["confidence"], first["title"]) == (
        "P0",
        0.9,
        "Adressen börjar med http:",
    )
    assert second["title"] == "Vad är det?"

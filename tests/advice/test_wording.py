"""A model words the advice within its budget; what it adds to the facts, or does too late, is not said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coldread.advice.answers import audit, quick_fix
from coldread.advice.requests import AuditRequest, QuickFixRequest
from tests.harness.fake_model import FakeModel, openai_reply
from tests.harness.service import Service

FIX = QuickFixRequest(
    url="https://shop.example/",
    element_selector="h1",
    problem="The headline “Welcome” says nothing. We sell bread for cafés.",
)
AUDIT = AuditRequest.model_validate(
    {"url": "https://shop.example/", "primary_goal": "demo", "audience": "Owners of small bakeries"}
)
GOOD_FIX = {
    "diagnosis": "A greeting does not tell a café what is sold.",
    "rewrite": "Bread for cafés",
    "rationale": "It names the thing and the reader in the first line.",
}


def good_audit() -> dict[str, Any]:
    finding = {
        "title": "Say what it is",
        "why": "They look for it first.",
        "fix": "Name it in the headline.",
    }
    return {
        "executive_summary": "The page was not opened. They want to see what it is and what it takes.",
        "findings": [{"rank": rank, **finding} for rank in range(1, 6)],
    }


@pytest.fixture
def advised(
    make_service: Callable[..., Service],
) -> Callable[[Any], tuple[dict[str, Any], dict[str, Any], FakeModel]]:
    def ask(content: Any) -> tuple[dict[str, Any], dict[str, Any], FakeModel]:
        with FakeModel(lambda _: openai_reply(content)) as fake:
            service = make_service(**fake.settings())
            fix = service.run(quick_fix(service.services, FIX))
            whole = service.run(audit(service.services, AUDIT))
        return fix, whole, fake

    return ask


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
class TestWording:
    def test_a_model_words_the_quick_fix_and_the_rules_keep_the_confidence(self, advised: Any) -> None:
        fix, _, fake = advised(GOOD_FIX)
        assert fix["engine"] == "fake-1"
        assert fix["rewrite"] == "Bread for cafés"
        assert 0 < fix["confidence"] <= 0.85
        assert fix["element_selector"] == "h1"
        assert "untrusted-" in str(fake.asked[0])

    def test_a_model_words_the_audit_in_the_rules_order(self, advised: Any) -> None:
        _, whole, _ = advised(good_audit())
        assert whole["engine"] == "fake-1"
        assert [one["rank"] for one in whole["findings"]] == [1, 2, 3, 4, 5]
        assert whole["findings"][0]["priority"] == "P0"

    def test_an_audit_may_say_five_times_as_much(self, advised: Any) -> None:
        _, _, fake = advised(good_audit())
        budgets = sorted({asked.get("max_tokens") or asked["max_completion_tokens"] for asked in fake.asked})
        assert budgets[1] == 5 * budgets[0]

    @pytest.mark.parametrize(
        "lie",
        [
            {"rewrite": "Bread for 4000 cafés"},
            {"diagnosis": "Mr Svensson of Volvo would never buy a thing here."},
            {"rationale": "See https://evil.example for the reasons in full."},
            {"rewrite": "<script>alert(1)</script>"},
            {"rewrite": "x" * 5000},
        ],
    )
    def test_what_a_model_adds_to_the_facts_is_dropped_and_the_rules_speak(
        self, advised: Any, lie: dict[str, str]
    ) -> None:
        fix, _, _ = advised({**GOOD_FIX, **lie})
        assert fix["engine"] == "rules"
        assert "Bread for cafés" in fix["rewrite"]

    def test_four_findings_or_a_rank_twice_are_no_audit(self, advised: Any) -> None:
        twice = good_audit()
        twice["findings"][4]["rank"] = 1
        assert advised(twice)[1]["engine"] == "rules"


def test_a_complaint_that_the_rules_do_not_understand_is_answered_by_the_model_and_never_for_sure(
    make_service: Callable[..., Service],
) -> None:
    said = {
        "diagnosis": "Regulars come for the owl, and strangers cannot know that.",
        "rewrite": "Say under the owl who drew it: [name].",
        "rationale": "What is told once is no riddle.",
    }
    body = FIX.model_copy(update={"problem": "Strangers ask me why there is an owl on the page."})
    with FakeModel(lambda _: openai_reply(said)) as fake:
        service = make_service(**fake.settings())
        answer = service.run(quick_fix(service.services, body))
    assert (answer["rewrite"], answer["confidence"]) == (said["rewrite"], 0.5)
    with FakeModel(lambda _: openai_reply({**said, "rewrite": "Ask 12 owls of Volvo."})) as fake:
        service = make_service(**fake.settings())
        answer = service.run(quick_fix(service.services, body))
    assert answer["engine"] == "rules"
    assert answer["confidence"] <= 0.3

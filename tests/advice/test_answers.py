"""Both answers have the published shape, say who made them, and fetch nothing."""

from __future__ import annotations

from coldread.advice.answers import audit, quick_fix
from coldread.advice.requests import AuditRequest, QuickFixRequest
from tests.harness.service import Service

FIX = QuickFixRequest(url="https://shop.example/", element_selector="h1", problem="It is vague.")
AUDIT = AuditRequest.model_validate(
    {"url": "https://shop.example/", "primary_goal": "demo", "audience": "Owners of small bakeries"}
)


def test_a_quick_fix_without_a_model_is_the_rules(quick_service: Service) -> None:
    said = quick_service.run(quick_fix(quick_service.services, FIX))
    assert set(said) == {"diagnosis", "rewrite", "rationale", "element_selector", "confidence", "engine"}
    assert said["engine"] == "rules"
    assert said["element_selector"] == "h1"


def test_an_audit_has_five_ranked_findings(quick_service: Service) -> None:
    said = quick_service.run(audit(quick_service.services, AUDIT))
    assert set(said) == {"executive_summary", "findings", "confidence", "engine"}
    assert [one["rank"] for one in said["findings"]] == [1, 2, 3, 4, 5]
    for one in said["findings"]:
        assert set(one) == {"rank", "priority", "title", "why", "fix", "confidence"}
        assert one["priority"] in ("P0", "P1", "P2")

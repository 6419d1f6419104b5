"""`GET /v1/checks`: the catalogue says what the rubric says, and findings are what its schema says."""

from __future__ import annotations

import jsonschema_rs
import pytest

from coldread.scanner.engine import review
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS
from tests.harness.service import Service
from tests.scanner.seeing import BAD, seen_site


def test_the_catalogue_lists_every_check_with_its_words_in_both_languages(quick_service: Service) -> None:
    answer = quick_service.get("/v1/checks")
    told = answer.json()
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert [row["id"] for row in told["checks"]] == [row.meta.id for row in CHECKS]
    assert {row["name"]: row["weight"] for row in told["dimensions"]} == {
        row.name: row.weight for row in DIMENSIONS
    }
    for row in told["checks"]:
        assert row["dimension"] in {dimension.name for dimension in DIMENSIONS}
        assert row["needs"]
        for words in (row["en"], row["sv"]):
            assert all(words[part].strip() for part in ("title", "failure", "why", "fix"))


def test_a_client_that_has_the_catalogue_is_told_so(quick_service: Service) -> None:
    etag = quick_service.get("/v1/checks").headers["etag"]
    again = quick_service.get("/v1/checks", headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", BAD)
def test_real_findings_are_what_the_schema_says(quick_service: Service, name: str) -> None:
    schema = quick_service.get("/v1/checks").json()["finding_schema"]
    assert jsonschema_rs.meta.is_valid(schema)
    validator = jsonschema_rs.validator_for(schema)
    findings = [item.to_dict() for item in review(seen_site(name), BAD[name]).findings]
    assert len(findings) > 5
    for finding in findings:
        validator.validate(finding)
        without = {key: value for key, value in finding.items() if key != "evidence"}
        assert not validator.is_valid(without), "a finding without evidence is none"

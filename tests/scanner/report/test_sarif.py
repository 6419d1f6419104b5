"""SARIF: valid by its own schema, and saying what the report says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from coldread.scanner.engine import review
from coldread.scanner.judge.finding import Evidence
from coldread.scanner.report.lines import Lines
from coldread.scanner.report.sarif import FINGERPRINT, Region, SarifContext, sarif
from tests.scanner.seeing import BAD, GOLD, report, seen_site, site

SCHEMA = json.loads((Path(__file__).parent / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))


def log(name: str, **around: Any) -> dict[str, Any]:
    """A finding that is suppressed has left the report."""
    answer = review(seen_site(name), (GOLD | BAD)[name])
    hidden = [finding for finding, _ in around.get("suppressed", ())]
    answer = replace(answer, findings=tuple(item for item in answer.findings if item not in hidden))
    return sarif(answer, SarifContext(**{"version": "1.2.3", "uri": "web/index.html"} | around))


def run(name: str, **around: Any) -> dict[str, Any]:
    only: dict[str, Any] = log(name, **around)["runs"][0]
    return only


def result(of: dict[str, Any], check: str) -> dict[str, Any]:
    return next(item for item in of["results"] if item["ruleId"] == check)


@pytest.mark.parametrize("name", GOLD | BAD)
def test_the_log_is_valid_by_the_schema_of_sarif(name: str) -> None:
    findings = review(seen_site(name), (GOLD | BAD)[name]).findings
    region = Region(start_line=3, start_column=5, end_line=3, end_column=20)
    full = log(
        name,
        region=lambda _proof: region,
        states={item.id: "new" for item in findings},
        suppressed=list(zip(findings[:2], ("agreed", ""), strict=False)),
    )
    jsonschema_rs.validate(SCHEMA, full)
    jsonschema_rs.validate(SCHEMA, log(name))


def test_the_schema_would_object_to_a_wrong_log() -> None:
    wrong = log("bad_en")
    wrong["runs"][0]["results"][0]["level"] = "dreadful"
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(SCHEMA, wrong)


def test_severity_becomes_level_and_what_is_never_scored_is_informational() -> None:
    listed = review(replace(seen_site("bad_en"), llms_txt=False), BAD["bad_en"])
    of = sarif(listed, SarifContext(version="1.2.3", uri="web/index.html"))["runs"][0]
    levels = {(item["properties"]["severity"], item["kind"], item["level"]) for item in of["results"]}
    assert levels == {
        ("P0", "fail", "error"),
        ("P1", "fail", "warning"),
        ("P2", "fail", "note"),
        ("info", "informational", "none"),
    }


def test_every_result_points_at_its_rule_and_every_rule_helps() -> None:
    of = run("bad_sv")
    rules = of["tool"]["driver"]["rules"]
    for item in of["results"]:
        rule = rules[item["ruleIndex"]]
        assert rule["id"] == item["ruleId"]
        assert "Åtgärd" in rule["help"]["text"]
        assert "**Åtgärd:**" in rule["help"]["markdown"]


def test_a_result_carries_the_finding_s_fingerprint_and_all_its_places() -> None:
    answer = review(seen_site("bad_en"), BAD["bad_en"])
    finding = next(item for item in answer.findings if item.id == "form.placeholder-as-label")
    shown = result(run("bad_en"), finding.id)
    assert shown["partialFingerprints"] == {FINGERPRINT: finding.fingerprint}
    assert shown["occurrenceCount"] == finding.count
    assert len(shown["locations"]) + len(shown["relatedLocations"]) == len(finding.evidence)
    named = shown["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
    assert named == finding.evidence[0].selector


def test_a_finding_that_somebody_lives_with_is_suppressed_with_the_reason() -> None:
    finding = review(seen_site("bad_en"), BAD["bad_en"]).findings[0]
    shown = run("bad_en", suppressed=[(finding, "agreed in May")])["results"][-1]
    assert shown["suppressions"] == [{"kind": "external", "justification": "agreed in May"}]


def lines(name: str) -> Lines:
    return Lines(site(name), seen_site(name).dom)


def proof(selector: str) -> Evidence:
    return Evidence(layer="static", selector=selector, snippet="x")


def test_evidence_is_told_by_the_line_and_column_of_its_start_tag() -> None:
    region = lines("bad_en").region(proof("body > form"))
    assert region is not None
    written = site("bad_en").split("\n")[region.start_line - 1]
    assert written[region.start_column - 1 : region.end_column - 1] == "<form>"
    assert region.start_line == region.end_line


def test_what_is_not_in_the_source_has_no_line() -> None:
    assert lines("bad_en").region(proof("body > aside")) is None


def test_an_element_that_the_source_has_twice_and_elsewhere_has_no_line() -> None:
    judged = report("<main><div><p>Same</p></div></main>").seen.dom
    twice = Lines("<section><p>Same</p></section><aside><p>Same</p></aside>", judged)
    once = Lines("<section><p>Same</p></section>", judged)
    place = proof("body > main > div > p")
    assert twice.region(place) is None
    assert once.region(place) is not None

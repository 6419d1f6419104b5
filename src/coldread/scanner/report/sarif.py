"""SARIF 2.1.0: findings for code hosts and editors, one result for each finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from coldread.scanner.judge.finding import Evidence, Finding, Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.rubric import CHECKS
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.report.words import say, source_words

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
#: name of the fingerprint; a new way to compute it needs a new number
FINGERPRINT = "coldreadFinding/v1"
LEVELS = {Severity.P0: "error", Severity.P1: "warning", Severity.P2: "note", Severity.INFO: "none"}


@dataclass(frozen=True, kw_only=True)
class Region:
    """A range of characters in a file. Lines and columns count from 1; the end column is behind the last character."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


def no_region(_evidence: Evidence) -> Region | None:
    """Without a source there are no lines."""
    return None


@dataclass(frozen=True, kw_only=True)
class SarifContext:
    """What a report does not know by itself."""

    #: version of the program
    version: str
    #: the page's address, or the relative path of its source
    uri: str
    #: finds the range of a piece of evidence in that source
    region: Callable[[Evidence], Region | None] = no_region
    #: how a finding compares with the baseline, by its id: `new`, `updated`, `unchanged`
    states: Mapping[str, str] = field(default_factory=dict)
    #: findings that the project accepts, and why
    suppressed: Sequence[tuple[Finding, str]] = ()


def sarif(report: Report, around: SarifContext) -> dict[str, Any]:
    """The log of one run."""
    hidden = [item for item, _ in around.suppressed]
    findings = [*report.findings, *hidden]
    results = [_result(item, index, around, report) for index, item in enumerate(findings)]
    for result, (_, reason) in zip(results[len(report.findings) :], around.suppressed, strict=True):
        result["suppressions"] = [{"kind": "external", **({"justification": reason} if reason else {})}]
    run = {
        "tool": {"driver": _driver(findings, report, around)},
        "automationDetails": {"id": f"coldread/{report.brief.goal}/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "results": results,
        "properties": {"scores": report.scores.to_dict(), "address": report.seen.final_url},
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _driver(findings: Sequence[Finding], report: Report, around: SarifContext) -> dict[str, Any]:
    return {
        "name": "Coldread",
        "version": around.version,
        "semanticVersion": around.version,
        "language": report.brief.lang,
        "properties": {"rubric_version": RUBRIC_VERSION},
        "rules": [_rule(item, report) for item in findings],
    }


def _rule(finding: Finding, report: Report) -> dict[str, Any]:
    lang = report.brief.lang
    passing = {row.meta.id: row.meta.text(lang).title for row in CHECKS}
    support = f"{say(lang, 'source')}: {source_words(finding.source, lang)}"
    fix = f"{say(lang, 'fix')}: {finding.fix.summary}"
    return {
        "id": finding.id,
        "name": "".join(part.capitalize() for part in finding.id.replace(".", "-").split("-")),
        "shortDescription": {"text": passing.get(finding.id, finding.title)},
        "fullDescription": {"text": finding.why},
        "help": {
            "text": "\n\n".join((finding.why, fix, support)),
            "markdown": f"{finding.why}\n\n**{say(lang, 'fix')}:** {finding.fix.summary}\n\n*{support}*",
        },
        "defaultConfiguration": {"level": LEVELS[finding.severity]},
        "properties": {
            "tags": [finding.dimension],
            "precision": _precision(finding.confidence),
            "effort": finding.effort,
        },
    }


def _precision(confidence: float) -> str:
    """The severity in the words of code hosts."""
    steps = ((1.0, "very-high"), (0.9, "high"), (0.7, "medium"))
    return next((word for least, word in steps if confidence >= least), "low")


def _result(finding: Finding, index: int, around: SarifContext, report: Report) -> dict[str, Any]:
    informational = finding.severity is Severity.INFO
    first, *others = finding.evidence
    result = {
        "ruleId": finding.id,
        "ruleIndex": index,
        "kind": "informational" if informational else "fail",
        "level": LEVELS[finding.severity],
        "message": {"text": message(finding)},
        "locations": [_location(first, around)],
        "relatedLocations": [_location(proof, around, number) for number, proof in enumerate(others, 1)],
        "occurrenceCount": finding.count,
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
        "properties": {"severity": finding.severity.value, "confidence": finding.confidence},
    }
    if finding.id in around.states:
        result["baselineState"] = around.states[finding.id]
    return result


def message(finding: Finding) -> str:
    """What is wrong and what to do, in two sentences."""
    end = "" if finding.title.endswith((".", "!", "?", "…")) else "."
    return f"{finding.title}{end} {finding.fix.summary}"


def _location(proof: Evidence, around: SarifContext, number: int = 0) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": around.uri}}
    region = around.region(proof)
    if region is not None:
        physical["region"] = {
            "startLine": region.start_line,
            "startColumn": region.start_column,
            "endLine": region.end_line,
            "endColumn": region.end_column,
            "snippet": {"text": proof.snippet},
        }
    location: dict[str, Any] = {
        "physicalLocation": physical,
        "logicalLocations": [{"fullyQualifiedName": proof.selector, "kind": "element"}],
    }
    if number:
        location |= {"id": number, "message": {"text": proof.snippet}}
    return location


def _invocation(report: Report) -> dict[str, Any]:
    notes = [{"level": "note", "message": {"text": text}} for text in report.caveats]
    return {"executionSuccessful": True, "toolExecutionNotifications": notes}

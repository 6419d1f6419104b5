"""GitHub's workflow commands, which show findings beside the lines of a change. Written to stderr, which the runner
reads too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.report.plain import without_control_characters
from coldread.scanner.report.sarif import SarifContext, message

KINDS = {Severity.P0: "error", Severity.P1: "warning", Severity.P2: "notice"}
#: a step shows ten of each kind and drops the others silently
MOST_PER_KIND = 10


def workflow_commands(findings: Iterable[Finding], around: SarifContext, *, in_source: bool) -> Iterator[str]:
    """One line for each finding, in the report's order. A file is named only if the page's source is a file."""
    remaining = dict.fromkeys(KINDS.values(), MOST_PER_KIND)
    for finding in findings:
        kind = KINDS.get(finding.severity)
        if kind is None or not remaining[kind]:
            continue
        remaining[kind] -= 1
        properties = {"title": f"{finding.severity} {finding.id}"}
        if in_source:
            properties = _file_and_lines(finding, around) | properties
        listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
        yield f"::{kind} {listed}::{_message(message(finding))}"


def _file_and_lines(finding: Finding, around: SarifContext) -> dict[str, str]:
    region = next(filter(None, map(around.region, finding.evidence)), None)
    place = {"line": str(region.start_line), "endLine": str(region.end_line)} if region else {}
    return {"file": around.uri, **place}


def _message(text: str) -> str:
    return without_control_characters(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")

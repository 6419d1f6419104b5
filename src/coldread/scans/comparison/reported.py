"""A report in the form of an answer, so that it can be compared: for a page that was judged again, or is not stored."""

from __future__ import annotations

from typing import Any

from coldread.scanner.judge.report import Report
from coldread.scanner.report.measured import measured_facts
from coldread.scans.comparison.page_state import PageState, page_state


def judgement_of_report(report: Report) -> dict[str, Any]:
    return {
        "_source": report.source,
        "scores": report.scores.to_dict(),
        "findings": report.findings_dict(),
        "reading": report.reading.to_dict(),
        "measured": measured_facts(report),
        "shows": report.facts.get("shows"),
    }


def state_of_report(report: Report, url: str) -> PageState:
    return page_state({"url": url, **judgement_of_report(report)})

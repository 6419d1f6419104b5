"""The page's part of a ScanResponse, for the two engines of the contract."""

from __future__ import annotations

from typing import Any

from coldread.scanner.judge.report import Report
from coldread.scanner.report.chat import chat_summary
from coldread.scanner.report.markdown import report_md
from coldread.scanner.report.measured import measured_facts

#: why no browser saw the page; the first reason that applies
LITE_REASONS = ("browser-busy", "browser-missing", "render-failed")
NO_BROWSER_WANTED = "engine-lite"


def lite_reason(report: Report) -> str:
    return next((name for name in LITE_REASONS if name in report.seen.caveats), NO_BROWSER_WANTED)


def page_answer(report: Report) -> dict[str, Any]:
    """`lite` has the three reviews; `pipeline` has scores, findings and the report."""
    common = {
        "reading": report.reading.to_dict(),
        "measured": measured_facts(report),
        "chat_summary": chat_summary(report),
        "lead_qualified": report.lead_qualified,
        "caveats": report.caveats,
    }
    if report.source == "lite":
        return {"reviews": report.reviews_list(), "lite_reason": lite_reason(report), **common}
    return {
        "scores": report.scores.to_dict(),
        "findings": report.findings_dict(),
        "model_notes": report.model_notes(),
        "report_md": report_md(report),
        **common,
    }

"""The answer in the three output formats."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from coldread.base.texts.inline_text import InlineText
from coldread.base.version import VERSION
from coldread.cli.scanning.ending import Outcome
from coldread.cli.scanning.ignore import Sifted
from coldread.cli.scanning.place import Place
from coldread.scanner.judge.answers.answers import final_answers
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.reviewers import reviews
from coldread.scanner.judge.scoring.score import compute_scores, order_findings
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.report.chat import chat_summary
from coldread.scanner.report.markdown import report_md
from coldread.scanner.report.measured import measured_facts
from coldread.scanner.report.plain import escape_control_characters
from coldread.scanner.report.read_markdown import markdown_with_reading
from coldread.scanner.report.sarif import SarifContext, no_region, sarif
from coldread.scanner.visit.render.script_results import axe_source
from coldread.scans.chat_notes import with_notes

IGNORED = InlineText(en="Left out by the ignore file: {ids}.", sv="Utelämnat enligt ignoreringsfilen: {ids}.")


def without_ignored(report: Report, sifted: Sifted) -> Report:
    """The report without the ignored findings, with a note about them."""
    if not sifted.ignored:
        return report
    brief = report.brief
    order = order_findings(sifted.remaining, brief.goal)
    points = compute_scores(order.findings, report.basis, brief.goal)
    note = IGNORED(brief.lang, ids=", ".join(item.finding.id for item in sifted.ignored))
    return replace(
        report,
        seen=replace(report.seen, caveats=(*report.seen.caveats, note)),
        findings=order.findings,
        first=order.first,
        scores=points,
        answers=tuple(final_answers(report.basis.answers, order.findings).values()),
        reviews=tuple(reviews(order.findings, points, brief.goal, brief.lang)),
    )


def as_json(report: Report, reading: Mapping[str, Any] | None = None) -> str:
    """The service's answer as far as it applies to a local scan, with the versions of the tools."""
    notes, lang = {**report.model_notes(), **(reading or {})}, report.brief.lang
    answer: dict[str, Any] = {
        "url": report.seen.url,
        "_source": report.source,
        "scores": report.scores.to_dict(),
        "findings": report.findings_dict(),
        "reading": report.reading.to_dict(),
        "measured": measured_facts(report),
        "model_notes": notes,
        "chat_summary": with_notes(chat_summary(report), notes, lang),
        "report_md": as_markdown(report, reading),
        "versions": {"coldread": VERSION, "rubric": RUBRIC_VERSION, "axe": _axe_version()},
    }
    return _as_json(answer)


def as_markdown(report: Report, reading: Mapping[str, Any] | None = None) -> str:
    return markdown_with_reading(report_md(report), reading or {}, report.brief.lang)


def as_sarif(report: Report, around: SarifContext) -> str:
    return _as_json(sarif(report, around))


def _as_json(answer: dict[str, Any]) -> str:
    return escape_control_characters(json.dumps(answer, indent=2, ensure_ascii=False)) + "\n"


def _axe_version() -> str:
    """From the first line of axe's file."""
    named = re.search(r"axe v([0-9.]+)", axe_source()[:200])
    return named[1] if named else "unknown"


def sarif_context(outcome: Outcome, place: Place) -> SarifContext:
    """What SARIF and annotations need besides the report."""
    changes = outcome.comparison.changes if outcome.comparison is not None else ()
    lines = outcome.source.lines(outcome.report)
    return SarifContext(
        version=VERSION,
        uri=outcome.source.uri or place.url,
        region=lines.region if lines is not None else no_region,
        states={change.finding.id: change.state for change in changes},
        suppressed=[(item.finding, item.reason) for item in outcome.sifted.ignored],
    )

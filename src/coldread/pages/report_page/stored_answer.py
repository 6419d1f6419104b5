"""A report made from the stored answer alone, if the page's content was deleted or judged by earlier rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from coldread.base.languages import Language
from coldread.pages.report_page.report_view import (
    ReportView,
    grouped_findings,
)
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.judge.finding import Effort, Evidence, Finding, Fix, Severity
from coldread.scanner.judge.rubric import DIMENSIONS
from coldread.scanner.report.displayed_score import SEEN_ONLY
from coldread.scanner.report.markdown import verdict_of
from coldread.scanner.report.shown_answers import stored_answers_of_rules
from coldread.scans.stored_scan import StoredScan

Judged = Mapping[str, Any]
EFFORTS: Mapping[str, Effort] = {name: name for name in get_args(Effort)}


def view_of_answer(stored: StoredScan, judged: Judged) -> ReportView | None:
    """Made in the language of the scan. `judged`: scores and findings; None if an early scan has none."""
    scores, found = judged.get("scores") or {}, judged.get("findings") or {}
    overall, coverage = scores.get("overall"), scores.get("coverage")
    if not isinstance(overall, int | float) or not isinstance(found.get("items"), list):
        return None
    lang = Language(stored.language)
    findings = [_read_finding(item) for item in found["items"] if isinstance(item, Mapping)]
    top = [str(name) for name in found.get("top") or ()]
    counted = _findings_top_first(findings, top)
    names = {row.name: row.title(lang) for row in DIMENSIONS}
    seen = coverage if isinstance(coverage, int | float) else 100
    return ReportView(
        overall=round(overall),
        coverage=round(coverage) if isinstance(coverage, int | float) else 0,
        verdict=verdict_of(findings, seen, lang),
        goal=goal_row(PrimaryGoal(stored.goal)).result(lang),
        chat=str(stored.answer.get("chat_summary") or ""),
        dimensions=tuple(
            (row.name, names[row.name], _score_of_side(stored, scores, row.name)) for row in DIMENSIONS
        ),
        dimension_names={item.dimension: item.dimension for item in findings} | names,
        sides=tuple(dict.fromkeys(item.dimension for item in counted)),
        severities=tuple(sorted({item.severity.value for item in counted})),
        groups=grouped_findings(list(enumerate(counted, start=1)), sum(item.id in top for item in counted)),
        patched=(),
        rendered=stored.source == "pipeline",
        noted=tuple(item for item in findings if item.severity is Severity.INFO),
        spots={},
        windows={},
        not_measured=_not_measured(found),
        caveats=[str(text) for text in stored.answer.get("caveats") or ()],
        rubric=str(scores.get("rubric_version") or stored.rubric_version),
        report_md=str(stored.answer.get("report_md") or stored.answer.get("chat_summary") or ""),
        sarif={},
        answers=stored_answers_of_rules(found.get("answers") or (), {item.title for item in findings}, lang),
    )


def _findings_top_first(findings: Sequence[Finding], top: Sequence[str]) -> list[Finding]:
    """What to start with, then the rest as stored. Answers of before decision 30 name the first without moving them."""
    first = sorted((item for item in findings if item.id in top), key=lambda item: top.index(item.id))
    rest = [item for item in findings if item.id not in top]
    return [item for item in (*first, *rest) if item.severity is not Severity.INFO]


def _read_finding(item: Mapping[str, Any]) -> Finding:
    """An outside pipeline may have left out all but id, severity and title."""
    fix, severity = item.get("fix") or {}, str(item.get("severity"))
    evidence = tuple(_read_evidence(one) for one in item.get("evidence") or () if isinstance(one, Mapping))
    known = severity in tuple(Severity)
    return Finding(
        id=str(item.get("id") or ""),
        dimension=str(item.get("dimension") or ""),
        severity=Severity(severity) if known else Severity.P2,
        confidence=float(item.get("confidence") or 0),
        title=str(item.get("title") or ""),
        why=str(item.get("why") or ""),
        source=str(item.get("source") or ""),
        evidence=evidence,
        fix=Fix(summary=str(fix.get("summary") or ""), kind=fix.get("kind") or "spec_only"),
        effort=EFFORTS.get(str(item.get("effort")), "M"),
        count=int(item.get("count") or len(evidence)),
        fingerprint=str(item.get("fingerprint") or ""),
    )


def _read_evidence(one: Mapping[str, Any]) -> Evidence:
    return Evidence(
        layer=one.get("layer") or "static",
        selector=str(one.get("selector") or ""),
        snippet=str(one.get("snippet") or ""),
        viewport=one.get("viewport"),
        value=one.get("value"),
        threshold=one.get("threshold"),
    )


def _score_of_side(stored: StoredScan, scores: Judged, side: str) -> int | None:
    """None if the side must be seen and no browser saw it."""
    value = (scores.get("dimensions") or {}).get(side)
    unseen = stored.source != "pipeline" and side in SEEN_ONLY
    return round(value) if isinstance(value, int | float) and not unseen else None


def _not_measured(found: Judged) -> dict[str, list[str]]:
    missed: dict[str, list[str]] = {}
    for one in found.get("not_measured") or ():
        missed.setdefault(str(one.get("reason")), []).append(str(one.get("id")))
    return missed

"""The result of an outside pipeline, turned into the scan that a request waits for. The same result twice is stored
once."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any

from pydantic_core import to_json

from coldread.base.db import Session
from coldread.base.problems import Problem, not_found
from coldread.scanner.judge.summary_facts import is_lead_qualified, no_notes
from coldread.scanner.report.plain import plain_words
from coldread.scanner.visit.fetch import PageEmptyError, PageUnreachable
from coldread.scans.remote import FinishedLook, mark_done, mark_failed, state_of
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from coldread.services import Services

LONGEST_SUMMARY = 600
TOP = 3


@dataclasses.dataclass(frozen=True, kw_only=True)
class PipelineResult:
    """The result, validated by the surface."""

    scores: dict[str, Any]
    findings: dict[str, Any]
    model_notes: dict[str, Any] | None = None
    report_md: str
    chat_summary: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class NoPage:
    """The pipeline could not reach the page."""

    #: a code, for example `http_404`
    reason: str
    detail: str
    empty: bool


def complete_scan(
    session: Session, services: Services, session_id: str, result: PipelineResult | NoPage
) -> None:
    """Complete the scan. 404 if nobody requested it, 409 if a different result came before."""
    digest = hashlib.sha256(to_json(dataclasses.asdict(result))).hexdigest()
    state = state_of(session, session_id)
    if state is None:
        raise not_found()
    if isinstance(state, FinishedLook):
        if state.digest != digest:
            raise Problem("idempotency-conflict", "Another result of this scan was taken before.")
        return
    if isinstance(result, NoPage):
        kind = PageEmptyError if result.empty else PageUnreachable
        mark_failed(session, session_id, kind(result.reason, result.detail), digest=digest)
        return
    store_outcome(session, services, state, _outcome(state, result, digest), session_id)
    mark_done(session, session_id, digest=digest)


def _outcome(scan_request: ScanRequest, result: PipelineResult, digest: str) -> ScanOutcome:
    page = {
        "scores": result.scores,
        "findings": result.findings,
        "model_notes": result.model_notes or no_notes(),
        "report_md": result.report_md,
        "chat_summary": result.chat_summary or summary(result),
        "lead_qualified": is_lead_qualified(
            scan_request.brief.goal, (item.get("severity") for item in _items(result))
        ),
        "caveats": [],
    }
    return ScanOutcome(source="pipeline", page=page, observations_hash=digest)


def summary(result: PipelineResult) -> str:
    """Score and the first findings, with markup and links removed from the page's words."""
    lines = [f"**{result.scores.get('overall', '?')}/100**"]
    for number, item in enumerate(_items(result)[:TOP], start=1):
        lines.append(
            f"{number}. {plain_words(str(item.get('severity', '')))} {plain_words(str(item.get('title', '')))}"
        )
    return "\n".join(lines)[:LONGEST_SUMMARY]


def _items(result: PipelineResult) -> list[dict[str, Any]]:
    items = result.findings.get("items")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []

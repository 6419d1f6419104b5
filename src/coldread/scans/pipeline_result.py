"""What an outside pipeline found: turned into the scan that a request waits for. Told twice, it is stored once."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any

from pydantic_core import to_json

from coldread.base.db import Session
from coldread.base.problems import Problem, not_found
from coldread.scanner.judge.summary_facts import is_lead_qualified, no_notes
from coldread.scanner.report.plain import plain
from coldread.scanner.visit.fetch import PageEmptyError, PageUnreachable
from coldread.scans.remote import FinishedLook, mark_done, mark_failed, state_of
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from coldread.services import Services

LONGEST_SUMMARY = 600
TOP = 3


@dataclasses.dataclass(frozen=True, kw_only=True)
class PipelineResult:
    """What came back, checked by the surface."""

    scores: dict[str, Any]
    findings: dict[str, Any]
    model_notes: dict[str, Any] | None = None
    report_md: str
    chat_summary: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class NoPage:
    """There was nothing to judge."""

    #: a word for machines, e.g. `http_404`
    reason: str
    detail: str
    empty: bool


def complete_scan(
    session: Session, services: Services, session_id: str, told: PipelineResult | NoPage
) -> None:
    """Complete the scan; 404 where nobody asked for it, 409 where something else was told before."""
    digest = hashlib.sha256(to_json(dataclasses.asdict(told))).hexdigest()
    state = state_of(session, session_id)
    if state is None:
        raise not_found()
    if isinstance(state, FinishedLook):
        if state.digest != digest:
            raise Problem("idempotency-conflict", "Another result of this scan was taken before.")
        return
    if isinstance(told, NoPage):
        kind = PageEmptyError if told.empty else PageUnreachable
        mark_failed(session, session_id, kind(told.reason, told.detail), digest=digest)
        return
    store_outcome(session, services, state, _sight(state, told, digest), session_id)
    mark_done(session, session_id, digest=digest)


def _sight(scan_request: ScanRequest, told: PipelineResult, digest: str) -> ScanOutcome:
    page = {
        "scores": told.scores,
        "findings": told.findings,
        "model_notes": told.model_notes or no_notes(),
        "report_md": told.report_md,
        "chat_summary": told.chat_summary or summary(told),
        "lead_qualified": is_lead_qualified(
            scan_request.brief.goal, (item.get("severity") for item in _items(told))
        ),
        "caveats": [],
    }
    return ScanOutcome(source="pipeline", page=page, observations_hash=digest)


def summary(told: PipelineResult) -> str:
    """Score and the first findings, with markup and links removed from the page's words."""
    lines = [f"**{told.scores.get('overall', '?')}/100**"]
    for number, item in enumerate(_items(told)[:TOP], start=1):
        lines.append(f"{number}. {plain(str(item.get('severity', '')))} {plain(str(item.get('title', '')))}")
    return "\n".join(lines)[:LONGEST_SUMMARY]


def _items(told: PipelineResult) -> list[dict[str, Any]]:
    items = told.findings.get("items")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []

"""The result of judging one page, and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from coldread.scanner.brief import Brief
from coldread.scanner.judge.answers.answers import Answered
from coldread.scanner.judge.blocked_files import lacks_files
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.layers import MAX_SHARE, is_consent
from coldread.scanner.judge.reasons import caveat, reason
from coldread.scanner.judge.reviewers import Review
from coldread.scanner.judge.scoring.score import Basis, Scores, counts_by_severity
from coldread.scanner.judge.summary_facts import is_lead_qualified, no_notes
from coldread.scanner.page.observations import Observations
from coldread.scanner.reading.record import Reading


@dataclass(frozen=True, kw_only=True)
class Report:
    """Everything that a scan reports."""

    seen: Observations
    brief: Brief
    #: in the order of every surface (`score.in_order`)
    findings: tuple[Finding, ...]
    #: how many of them to start with
    first: int
    #: check id to the key of its reason
    not_measured: Mapping[str, str]
    scores: Scores
    reviews: tuple[Review, ...]
    #: listed, never scored
    facts: Mapping[str, Any]
    #: what the page says about itself
    reading: Reading
    #: the five questions, in their order
    answers: tuple[Answered, ...]
    #: what the scores are computed from besides the findings
    basis: Basis
    #: limits at which the parser cut the markup
    cuts: tuple[str, ...] = ()

    @property
    def top(self) -> tuple[Finding, ...]:
        """The findings to start with."""
        return self.findings[: self.first]

    @property
    def numbered(self) -> list[tuple[int, Finding]]:
        """The findings that count, with the number that they have on every surface."""
        return list(
            enumerate((item for item in self.findings if item.severity is not Severity.INFO), start=1)
        )

    @property
    def source(self) -> str:
        """`pipeline` when a browser saw the page, `lite` otherwise."""
        return "pipeline" if self.seen.rendered else "lite"

    @property
    def caveats(self) -> list[str]:
        return list(self.caveats_by_key.values())

    @property
    def caveats_by_key(self) -> dict[str, str]:
        cut = tuple(f"cut-{bound}" for bound in self.cuts)
        beside = {"consent-banner": self._consent_covers, "files-unseen": lacks_files(self.seen)}
        keys = (*self.seen.caveats, *cut, *(key for key, is_so in beside.items() if is_so))
        return {key: caveat(key, self.brief.lang) for key in keys}

    @property
    def _consent_covers(self) -> bool:
        layers = self.seen.mobile.overlays if self.seen.mobile else ()
        return any(layer.covers > MAX_SHARE and is_consent(layer) for layer in layers)

    @property
    def counts(self) -> dict[str, int]:
        return counts_by_severity(self.findings)

    @property
    def lead_qualified(self) -> bool:
        """Whether this is a sales lead: the goal is one that people talk or pay for, and there is a P0 or P1 finding."""
        return is_lead_qualified(self.brief.goal, (item.severity for item in self.findings))

    def findings_dict(self) -> dict[str, Any]:
        return {
            "items": [item.to_dict() for item in self.findings],
            "counts": self.counts,
            "top": [item.id for item in self.top],
            "answers": [item.to_dict(self.brief.lang) for item in self.answers],
            "not_measured": [
                {"id": name, "reason": reason(key, self.brief.lang)}
                for name, key in self.not_measured.items()
            ],
        }

    def reviews_list(self) -> list[dict[str, Any]]:
        return [review.to_dict() for review in self.reviews]

    def model_notes(self) -> dict[str, Any]:
        return no_notes(self.caveats)

"""A labelled page with the scan's whole report: what fitting needs beyond the table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from coldread.cli.evaluating.labels import Label
from coldread.cli.evaluating.measure import Opinion, by_rules
from coldread.scanner.judge.report import Report

LABELS = Path(__file__).parent / "labels"


@dataclass(frozen=True, kw_only=True)
class Judged:
    """One page, judged by the scan and by its readers."""

    page: str
    report: Report
    readers: tuple[Label, ...]

    @property
    def wanted(self) -> float:
        return mean(label.score for label in self.readers)

    @property
    def got(self) -> int:
        return self.report.scores.overall

    @property
    def opinion(self) -> Opinion:
        return by_rules(self.page, self.report, self.readers)

"""The end of a scan: the exit code that follows from the options, and the last lines on stderr that explain it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coldread.cli.scanning.baseline import Baseline, Change, Comparison
from coldread.cli.scanning.exits import Code
from coldread.cli.scanning.ignore import Sifted
from coldread.cli.scanning.options import ScanOptions
from coldread.cli.scanning.source import SourceFile, review_path
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.patch.make_patches import PatchSet


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The report, the ignored findings, and the comparison with an earlier answer."""

    report: Report
    sifted: Sifted
    baseline: Baseline | None
    comparison: Comparison | None
    source: SourceFile
    #: the patches, if they were requested
    patch_set: PatchSet | None
    #: `model_notes` of the configured model, if it was asked and answered
    reading: dict[str, Any] | None = None


def exit_code_of(outcome: Outcome, order: ScanOptions) -> Code:
    return Code.FAILED if any(_demands_missed(outcome, order)) else Code.OK


def closing_lines(outcome: Outcome, order: ScanOptions) -> Iterator[str]:
    """Score and counts, the files that were written, and each failed requirement."""
    report, tally = outcome.report, outcome.report.counts
    if outcome.reading is not None:
        yield f"reader's points: {outcome.reading['points']} of 100, by {outcome.reading['model']}"
    elif order.read_by_model:
        yield "the model gave no reading; the report is by rules alone"
    unseen = (
        "" if report.source == "pipeline" else " from the HTML alone, not to be compared with a browser's"
    )
    yield f"{report.scores.overall}/100{unseen} · {tally['P0']} blocking, {tally['P1']} costly, {tally['P2']} to tidy"
    for path in filter(None, (order.output, order.screenshot)):
        yield f"written: {path}"
    if outcome.patch_set is not None and order.patch is not None:
        yield from _patch_lines(outcome.patch_set, order.patch)
    if outcome.baseline is not None:
        for difference in outcome.baseline.differences(report.source, RUBRIC_VERSION):
            yield f"mind {order.baseline}: {difference}"
    if outcome.comparison is not None and outcome.comparison.gone:
        yield f"gone since {order.baseline}: {', '.join(item.id for item in outcome.comparison.gone)}"
    for entry in outcome.sifted.idle:
        yield f"ignore file, line {entry.line}: {entry.id} ignores nothing on this page"
    yield from (f"failed: {text}" for text in _demands_missed(outcome, order))


def _patch_lines(patch_set: PatchSet, path: Path) -> Iterator[str]:
    kinds = Counter(fix.kind for fix in patch_set.fixes.values() if fix.patch)
    yield (
        f"written: {path}, {kinds['safe']} safe"
        if patch_set.diff_safe
        else f"{path}: no finding has a safe fix"
    )
    if patch_set.diff_needs_review:
        yield f"written: {review_path(path)}, {kinds['needs_review']} to review, applies after the safe ones"


def _demands_missed(outcome: Outcome, order: ScanOptions) -> Iterator[str]:
    overall = outcome.report.scores.overall
    if order.fail_under is not None and overall < order.fail_under:
        yield f"the score {overall} is below {order.fail_under}"
    if outcome.comparison is not None:
        yield from (_setback(change) for change in outcome.comparison.setbacks)


def _setback(change: Change) -> str:
    finding = change.finding
    if change.was is None:
        return f"new: {finding.severity} {finding.id}, {finding.title}"
    was = f"{change.was.severity} × {change.was.count}"
    return f"worse: {finding.severity} × {finding.count} {finding.id} (was {was}), {finding.title}"

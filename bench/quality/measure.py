"""Counts what is noticed: recall per check on injected defects, and which neutral changes alter findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from bench.quality.defects import DEFECTS, Defect
from bench.quality.looking import Bench
from bench.quality.neutral import NEUTRAL
from bench.quality.subjects import Subject, record
from bench.quality.tree import Tree
from coldread.scanner.engine import review
from coldread.scanner.judge.report import Report


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One defect in one page, and whether its check noticed."""

    defect: Defect
    subject: Subject
    noticed: bool
    #: why not, where the check could not tell
    unmeasured: str = ""


def damaged(defect: Defect, subject: Subject) -> str | None:
    """The page with the defect; None where it does not fit."""
    if subject.brief.goal not in defect.goals:
        return None
    tree = Tree(subject.html, subject.brief)
    return tree.written() if defect.damage(tree) else None


def _has(report: Report, check: str) -> bool:
    return any(item.id == check for item in report.findings)


def _trial(defect: Defect, subject: Subject, report: Report) -> Trial:
    return Trial(
        defect=defect,
        subject=subject,
        noticed=_has(report, defect.check),
        unmeasured=report.not_measured.get(defect.check, ""),
    )


def static_trials(subjects: Iterable[Subject]) -> list[Trial]:
    """Defects that show in the HTML alone, on pages that do not have them yet."""
    trials = []
    for subject in subjects:
        before = review(record(subject.html), subject.brief)
        for defect in DEFECTS:
            html = None if defect.rendered or _has(before, defect.check) else damaged(defect, subject)
            if html is not None:
                trials.append(_trial(defect, subject, review(record(html), subject.brief)))
    return trials


async def rendered_trials(bench: Bench, subjects: Iterable[Subject], *, everything: bool) -> list[Trial]:
    """The same in a browser; `everything` repeats the static ones there, too."""
    trials = []
    for subject in subjects:
        before = await bench.report(subject.html, subject.folder, subject.brief)
        for defect in DEFECTS:
            wanted = (defect.rendered or everything) and not _has(before, defect.check)
            html = damaged(defect, subject) if wanted else None
            if html is not None:
                report = await bench.report(html, subject.folder, subject.brief)
                trials.append(_trial(defect, subject, report))
    return trials


def _told(report: Report) -> list[dict[str, Any]]:
    return [item for item in report.findings_dict()["items"] if not item["id"].startswith("perf.")]


def disturbances(subjects: Iterable[Subject]) -> list[str]:
    """Neutral changes after which the static findings differ."""
    disturbed = []
    for subject in subjects:
        before = _told(review(record(subject.html), subject.brief))
        for change in NEUTRAL:
            after = _told(review(record(change(subject.html)), subject.brief))
            if after != before:
                disturbed.append(f"{subject.name}: {change.__name__}: {_difference(before, after)}")
    return disturbed


async def rendered_disturbances(bench: Bench, subjects: Iterable[Subject]) -> list[str]:
    """The same in a browser, and the untouched page a second time; timings apart."""
    disturbed = []
    for subject in subjects:
        before = _told(await bench.report(subject.html, subject.folder, subject.brief))
        for change in (_untouched, *NEUTRAL):
            after = _told(await bench.report(change(subject.html), subject.folder, subject.brief))
            if after != before:
                disturbed.append(f"{subject.name}: {change.__name__}: {_difference(before, after)}")
    return disturbed


def _untouched(html: str) -> str:
    return html


def _difference(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> str:
    old, new = ({item["id"]: item for item in items} for items in (before, after))
    changed = [f"-{name}" for name in old if name not in new] + [
        f"+{name}" for name in new if name not in old
    ]
    return (
        ", ".join(changed + [f"~{name}" for name in old if name in new and old[name] != new[name]]) or "order"
    )


@dataclass(frozen=True, kw_only=True)
class Recall:
    """How often a check noticed its defects, with the Wilson interval (95 %)."""

    check: str
    noticed: int
    tried: int
    unmeasured: int
    low: float
    high: float


def recall(trials: Iterable[Trial]) -> list[Recall]:
    listed = list(trials)
    rows = []
    for check in sorted({trial.defect.check for trial in listed}):
        own = [trial for trial in listed if trial.defect.check == check]
        judged = [trial for trial in own if not trial.unmeasured]
        noticed = sum(trial.noticed for trial in judged)
        low, high = wilson(noticed, len(judged))
        rows.append(
            Recall(
                check=check,
                noticed=noticed,
                tried=len(judged),
                unmeasured=len(own) - len(judged),
                low=low,
                high=high,
            )
        )
    return rows


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The range in which the true share lies with 95 % confidence."""
    if not tries:
        return 0.0, 1.0
    z, share = 1.96, hits / tries
    centre = share + z * z / (2 * tries)
    spread = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)

"""`python -m bench.quality [--pages DIR] [--rendered] [--write]`: measures and prints, and stores the figures."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from pathlib import Path

from bench.quality.figures import PAGE, about, store
from bench.quality.looking import Bench, a_bench
from bench.quality.measure import (
    Recall,
    Trial,
    disturbances,
    recall,
    rendered_disturbances,
    rendered_trials,
    static_trials,
)
from bench.quality.subjects import Subject, everyone

#: a section's title, and its lines
Section = tuple[str, list[str]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.quality", description=__doc__)
    parser.add_argument(
        "--pages", type=Path, help="a directory of <name>/index.html to damage besides our own pages"
    )
    parser.add_argument("--rendered", action="store_true", help="in a browser instead; takes minutes")
    parser.add_argument(
        "--everything",
        action="store_true",
        help="in the browser: all pages and the static defects, too; takes an hour",
    )
    parser.add_argument("--write", action="store_true", help=f"store the figures in {PAGE.name}")
    wanted = parser.parse_args()
    subjects = everyone(wanted.pages)
    if wanted.rendered:
        sections = asyncio.run(_rendered(subjects, everything=wanted.everything))
    else:
        sections = _static(subjects)
    for title, lines in sections:
        print(f"\n## {title}\n", *lines, sep="\n")
        if wanted.write:
            store(title, lines)


def _head(subjects: list[Subject]) -> list[str]:
    return [f"{about()} {len(subjects)} pages: {', '.join(subject.name for subject in subjects)}.", ""]


def _static(subjects: list[Subject]) -> list[Section]:
    return [
        ("Injected defects, HTML alone", _head(subjects) + _recall(static_trials(subjects))),
        ("Neutral changes, HTML alone", _head(subjects) + _disturbed(disturbances(subjects))),
    ]


async def _rendered(subjects: list[Subject], *, everything: bool) -> list[Section]:
    gold = [subject for subject in subjects if subject.gold]
    damaged = subjects if everything else gold
    async with a_bench() as bench:
        trials = await rendered_trials(bench, damaged, everything=everything)
        disturbed = await rendered_disturbances(bench, gold)
        return [
            ("Injected defects, in a browser", _head(damaged) + _recall(trials)),
            ("Neutral changes and a second look, in a browser", _head(gold) + _disturbed(disturbed)),
            ("Good pages", _head(gold) + await _gold(bench, gold)),
        ]


def _recall(trials: list[Trial]) -> list[str]:
    rows = recall(trials)
    noticed, tried = sum(row.noticed for row in rows), sum(row.tried for row in rows)
    return [
        "Injector and detector come from the same project, so this is a regression gate and an upper bound, not accuracy.",
        "A page that has a finding already is not given that defect. `could not tell` counts as neither noticed nor missed.",
        "",
        f"{noticed} of {tried} noticed.",
        "",
        *_table(rows),
        *_missed(trials),
    ]


def _table(rows: list[Recall]) -> Iterator[str]:
    yield "| check | noticed | could not tell | 95 % interval |"
    yield "|---|---:|---:|---|"
    for row in rows:
        yield f"| {row.check} | {row.noticed}/{row.tried} | {row.unmeasured} | {row.low:.2f}–{row.high:.2f} |"


def _missed(trials: list[Trial]) -> list[str]:
    missed = [trial for trial in trials if not trial.noticed and not trial.unmeasured]
    return (
        [
            "",
            "Missed:",
            *(f"- {trial.defect.check}: {trial.defect.name} on {trial.subject.name}" for trial in missed),
        ]
        if missed
        else []
    )


def _disturbed(disturbed: list[str]) -> list[str]:
    return [f"- {line}" for line in disturbed] or ["No finding changed."]


async def _gold(bench: Bench, subjects: list[Subject]) -> list[str]:
    lines = list[str]()
    for subject in subjects:
        report = await bench.report(subject.html, subject.folder, subject.brief)
        serious = [item.id for item in report.findings if item.severity in ("P0", "P1")]
        lines.append(
            f"- {subject.name}: {report.scores.overall} points, coverage {report.scores.coverage} %, serious: {', '.join(serious) or 'none'}"
        )
    return lines


if __name__ == "__main__":
    main()

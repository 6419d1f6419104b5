"""`python -m bench.quality [--pages DIR] [--rendered] [--write]`: measures and prints, and stores the figures."""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from bench.quality.looking import a_bench
from bench.quality.measure import (
    Recall,
    Trial,
    disturbances,
    recall,
    rendered_disturbances,
    rendered_trials,
    static_trials,
)
from bench.quality.subjects import Subject, found_in, own

FIGURES = Path(__file__).with_name("figures.md")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.quality", description=__doc__)
    parser.add_argument(
        "--pages", type=Path, help="a directory of <name>/index.html to damage besides our own pages"
    )
    parser.add_argument("--rendered", action="store_true", help="also in a browser; takes minutes")
    parser.add_argument(
        "--everything",
        action="store_true",
        help="in the browser: all pages and the static defects, too; takes an hour",
    )
    parser.add_argument("--write", action="store_true", help=f"store the figures in {FIGURES.name}")
    wanted = parser.parse_args()
    subjects = own() + (found_in(wanted.pages) if wanted.pages else [])
    text = (
        "\n".join(asyncio.run(_measured(subjects, rendered=wanted.rendered, everything=wanted.everything)))
        + "\n"
    )
    print(text)
    if wanted.write:
        FIGURES.write_text(text, "utf-8")


async def _measured(subjects: list[Subject], *, rendered: bool, everything: bool) -> list[str]:
    lines = [
        "# Quality figures",
        "",
        f"{dt.date.today().isoformat()}, {len(subjects)} pages: {', '.join(subject.name for subject in subjects)}.",
        "",
    ]
    lines += [
        "Injector and detector come from the same house, so this is a regression gate and an upper bound, not accuracy.",
        "A page that has a finding already is not given that defect. `could not tell` is not counted as noticed or missed.",
    ]
    lines += _section("Injected defects, HTML alone", static_trials(subjects))
    lines += _disturbed("Neutral changes, HTML alone", disturbances(subjects))
    if rendered:
        async with a_bench() as bench:
            gold = [subject for subject in subjects if subject.gold]
            trials = await rendered_trials(bench, subjects if everything else gold, everything=everything)
            lines += _section("Injected defects, in a browser", trials)
            lines += _disturbed(
                "Neutral changes and a second look, in a browser", await rendered_disturbances(bench, gold)
            )
            lines += await _gold(bench, gold)
    return lines


def _section(title: str, trials: list[Trial]) -> list[str]:
    rows = recall(trials)
    noticed, tried = sum(row.noticed for row in rows), sum(row.tried for row in rows)
    return ["", f"## {title}", "", f"{noticed} of {tried} noticed.", "", *_table(rows), *_missed(trials)]


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


def _disturbed(title: str, disturbed: list[str]) -> list[str]:
    return ["", f"## {title}", "", *([f"- {line}" for line in disturbed] or ["No finding changed."])]


async def _gold(bench, subjects: list[Subject]) -> list[str]:  # type: ignore[no-untyped-def]
    lines = ["", "## Good pages", ""]
    for subject in subjects:
        report = await bench.report(subject.html, subject.folder, subject.brief)
        serious = [item.id for item in report.findings if item.severity in ("P0", "P1")]
        lines.append(
            f"- {subject.name}: {report.scores.overall} points, coverage {report.scores.coverage} %, serious: {', '.join(serious) or 'none'}"
        )
    return lines


if __name__ == "__main__":
    main()

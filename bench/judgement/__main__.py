"""`python -m bench.judgement collect | look | table | misses | fit | train`: lays the pages out, looks at them,
measures, and fits the score and the scorer of lines.

The test pages are measured only with `--split test`; whoever tunes looks at the others.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
from pathlib import Path

from bench.judgement import train
from bench.judgement.fit import crossed, fit
from bench.judgement.judged import LABELS, Judged
from bench.judgement.pages import labelled_pages, lay_out
from bench.judgement.records import judged, look_at
from coldread.cli.evaluating.labels import labels
from coldread.cli.evaluating.measure import table
from coldread.scanner.judge.score import scores

KEPT = Path(".judgement")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.judgement", description=__doc__)
    parser.add_argument("act", choices=("collect", "look", "table", "misses", "fit", "train"))
    parser.add_argument("--mirrors", type=Path, default=KEPT / "mirrors", help="git directories, owner+name")
    parser.add_argument("--sites", type=Path, default=KEPT / "sites", help="where the pages lie")
    parser.add_argument("--records", type=Path, default=KEPT / "records", help="where the records lie")
    parser.add_argument(
        "--split", choices=("train", "tune", "first_test", "test"), action="append", help="train and tune"
    )
    asked = parser.parse_args()
    pages = [page for page in labelled_pages() if page.split in (asked.split or ("train", "tune"))]
    if asked.act == "collect":
        for page in pages:
            print(page.id, "ok" if lay_out(page, asked.mirrors, asked.sites) else "is not there", flush=True)
        return
    if asked.act == "look":
        asked.records.mkdir(parents=True, exist_ok=True)
        asyncio.run(look_at(pages, asked.sites, asked.records))
        return
    told = labels(LABELS)
    if asked.act == "train":
        lines = [
            line
            for page in pages
            if (record := asked.records / f"{page.id}.z").exists() and len(told.get(page.id, ())) >= 2
            for line in train.lines_of(page, record, told[page.id])
        ]
        print(f"by hand: {train.figures(train.by_hand(lines))}")
        print(f"trained, each page by the others: {train.figures(train.outcomes(lines))}")
        print(train.whole_numbers(train.trained(lines)))
        return
    held = [
        Judged(page=page.id, report=judged(record, page.brief), readers=tuple(told[page.id]))
        for page in pages
        if (record := asked.records / f"{page.id}.z").exists() and len(told.get(page.id, ())) >= 2
    ]
    if asked.act == "table":
        print(*table([one.opinion for one in held]), sep="\n")
        return
    if asked.act == "fit":
        agreed, off = crossed(held)
        print(f"each page by weights fitted without it: rank correlation {agreed:.2f}, error {off:.1f}")
        fitted = fit(held)
        print(
            *(f"{name}: {value}" for name, value in fitted.values.items()),
            f"loss {fitted.loss:.2f}",
            sep="\n",
        )
        print(*table([one.opinion for one in _again(held)]), sep="\n")
        return
    for one in sorted(held, key=lambda page: page.got - page.wanted):
        answers = " ".join(
            f"{row.question.value}={row.answer.value[:6]}/{'|'.join(label.answers[row.question.value][:6] for label in one.readers)}"
            for row in one.report.answers
        )
        print(f"{one.page}: {one.got} against {one.wanted:.0f}; {answers}")


def _again(pages: list[Judged]) -> list[Judged]:
    """With the scores that the weights give now."""
    return [
        dataclasses.replace(
            page,
            report=dataclasses.replace(
                page.report, scores=scores(page.report.findings, page.report.basis, page.report.brief.goal)
            ),
        )
        for page in pages
    ]


if __name__ == "__main__":
    main()

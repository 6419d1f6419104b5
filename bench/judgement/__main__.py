"""`python -m bench.judgement collect | look | table | misses | weigh | fit | carries | train`: gets the pages, scans them, measures, and
fits the answers, the score and the scorer of lines.

Pages whose figures are known are training data, and are measured with weights that never saw them. The test pages are measured
only with `--split test`, with the weights in use.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import get_args

from bench.judgement import carries, crossed, train, weigh
from bench.judgement.fit import fit
from bench.judgement.judged import LABELS, Judged
from bench.judgement.pages import SPENT, LabelledPage, Split, labelled_pages, lay_out
from bench.judgement.records import judged, look_at
from coldread.cli.evaluating.labels import Label, labels
from coldread.cli.evaluating.measure import table

KEPT = Path(".judgement")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.judgement", description=__doc__)
    parser.add_argument(
        "act", choices=("collect", "look", "table", "misses", "weigh", "fit", "carries", "train")
    )
    parser.add_argument("--mirrors", type=Path, default=KEPT / "mirrors", help="git directories, owner+name")
    parser.add_argument("--sites", type=Path, default=KEPT / "sites", help="where the pages lie")
    parser.add_argument("--records", type=Path, default=KEPT / "records", help="where the records lie")
    parser.add_argument("--split", choices=get_args(Split), action="append", help="all but the test pages")
    asked = parser.parse_args()
    pages = [page for page in labelled_pages() if page.split in (asked.split or SPENT)]
    if asked.act == "collect":
        for page in pages:
            print(page.id, "ok" if lay_out(page, asked.mirrors, asked.sites) else "is not there", flush=True)
        return
    if asked.act == "look":
        asked.records.mkdir(parents=True, exist_ok=True)
        asyncio.run(look_at(pages, asked.sites, asked.records))
        return
    told = labels(LABELS)
    kept = [
        page
        for page in pages
        if (asked.records / f"{page.id}.z").exists() and len(told.get(page.id, ())) >= 2
    ]
    if asked.act == "train":
        _train_lines(kept, asked.records, told)
    elif asked.act == "weigh":
        _weigh_answers(kept, asked.records, told)
    elif asked.act == "table":
        _print_tables(kept, asked.records, told)
    elif asked.act == "fit":
        _fit_score(kept, asked.records, told)
    elif asked.act == "carries":
        print(*carries.lines(kept, asked.records, told), sep="\n")
    else:
        _print_misses([_judged(page, asked.records, told) for page in kept])


def _judged(page: LabelledPage, records: Path, told: dict[str, list[Label]]) -> Judged:
    report = judged(records / f"{page.id}.z", page.brief)
    return Judged(page=page.id, report=report, readers=tuple(told[page.id]))


def _train_lines(pages: list[LabelledPage], records: Path, told: dict[str, list[Label]]) -> None:
    lines = [line for page in pages for line in train.lines_of(page, records / f"{page.id}.z", told[page.id])]
    print(f"as they stand: {train.figures(train.by_hand(lines))}")
    print(f"trained, each page by the others: {train.figures(train.outcomes(lines))}")
    print(train.whole_numbers(train.trained(lines)))


def _weigh_answers(pages: list[LabelledPage], records: Path, told: dict[str, list[Label]]) -> None:
    cases = crossed.cases(pages, records, told)
    for name, rows in cases.items():
        model = weigh.trained([row for row in rows if row.told], name)
        print(
            f"[question.{name.value}]\npartly = {model.partly}\nyes = {model.yes}\n\n[question.{name.value}.weights]"
        )
        print(*(f"{feature} = {weight}" for feature, weight in model.of.items()), sep="\n", end="\n\n")


def _print_tables(pages: list[LabelledPage], records: Path, told: dict[str, list[Label]]) -> None:
    spent = [page for page in pages if page.split in SPENT]
    if spent:
        print("Each page by answers and score that were fitted without it:\n")
        print(*table([one.opinion for one in crossed.judged_by_others(spent, records, told)]), sep="\n")
        print("\nWith the weights in use, which have seen these pages:\n")
        print(*table([_judged(page, records, told).opinion for page in spent]), sep="\n")
    rest = [page for page in pages if page not in spent]
    if rest:
        print(*table([_judged(page, records, told).opinion for page in rest]), sep="\n")


def _fit_score(pages: list[LabelledPage], records: Path, told: dict[str, list[Label]]) -> None:
    """To answers that were weighed without the page, so that the score does not trust them more than it should."""
    held = crossed.answered_by_others(pages, records, told)
    fitted = fit(held)
    print(
        *(f"{name}: {value:g}" for name, value in fitted.values.items()), f"loss {fitted.loss:.2f}", sep="\n"
    )


def _print_misses(held: list[Judged]) -> None:
    for one in sorted(held, key=lambda page: page.got - page.wanted):
        answers = " ".join(
            f"{row.question.value}={row.answer.value[:6]}/{'|'.join(label.answers[row.question.value][:6] for label in one.readers)}"
            for row in one.report.answers
        )
        print(f"{one.page}: {one.got} against {one.wanted:.0f}; {answers}")


if __name__ == "__main__":
    main()

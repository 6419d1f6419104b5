"""`coldread eval`: compares an engine with the readers of the labelled pages."""

from __future__ import annotations

import asyncio
import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coldread.cli.run import fail, settings_or_exit

if TYPE_CHECKING:
    from coldread.base.settings import Settings
    from coldread.cli.evaluating.engines import Labelled
    from coldread.cli.evaluating.measure import Opinion

#: by page, one for each request to the model
Readings = dict[str, list[dict[str, Any]]]

HELP = """Compare an engine with the readers of the labelled pages, and print the table of figures.

`rules` judges as every scan does. `model` lets the configured endpoint (COLDREAD_LLM_…) read each page as after a scan:
its five answers and its points. It gets the pictures in a folder named after the page, beside its record. Pages and labels
are in bench/judgement of the repository; record them once: python -m bench.judgement collect, then look.

No hosted model has been tried with this yet; bench/judgement/README.md has the results of a large one.

\b
Examples:
  coldread eval
  coldread eval --engine model --split tune --times 3
  coldread eval --engine model --sentinels sentinels.json
  coldread eval --matches matches.json
"""


class Engine(StrEnum):
    rules = "rules"
    model = "model"


class Split(StrEnum):
    train = "train"
    tune = "tune"
    first_test = "first_test"
    second_test = "second_test"
    third_test = "third_test"
    fourth_test = "fourth_test"
    fifth_test = "fifth_test"
    sixth_test = "sixth_test"
    seventh_test = "seventh_test"
    eighth_test = "eighth_test"
    test = "test"


def evaluate(
    engine: Annotated[Engine, typer.Option(help="The engine to compare.")] = Engine.rules,
    bench: Annotated[Path, typer.Option(help="Folder with pages.json and labels.")] = Path("bench/judgement"),
    records: Annotated[Path, typer.Option(help="Folder of the pages' records.")] = Path(".judgement/records"),
    split: Annotated[
        list[Split] | None, typer.Option(help="Which pages; train and tune. Test pages are opened once.")
    ] = None,
    matches: Annotated[
        Path | None,
        typer.Option(
            help="Lists of points that were matched with readers' problems: print only their table."
        ),
    ] = None,
    sentinels: Annotated[
        Path | None,
        typer.Option(
            help="Readings of the same pages from an earlier run, to report differences. Written if the file does not exist."
        ),
    ] = None,
    times: Annotated[
        int,
        typer.Option(
            min=1,
            max=5,
            help="Ask the model this often for each page, report how far its points differ, and use the median if they differ much.",
        ),
    ] = 1,
) -> None:
    # more than 50 lines, since its options are arguments
    from coldread.cli.evaluating.engines import labelled_pages
    from coldread.cli.evaluating.measure import table

    if matches is not None:
        typer.echo("\n".join(_lines_of_matched_table(matches)))
        return

    if not (bench / "pages.json").is_file():
        fail(
            f"{bench} holds no pages.json: run this in the repository, or name its bench/judgement with --bench"
        )
    chosen = [one.value for one in split or (Split.train, Split.tune)]
    pages = list(labelled_pages(bench, records, chosen))
    if not pages:
        fail(
            f"{records} holds no record of a labelled page: python -m bench.judgement collect, then look, make them"
        )
    if engine is Engine.rules:
        typer.echo("\n".join(table(_by_rules(pages))))
        return
    readings = asyncio.run(_readings(pages, settings_or_exit(), times))
    typer.echo("\n".join(table(_by_model(pages, readings))))
    if times > 1:
        typer.echo("\n" + "\n".join(_lines_of_spread(readings)))
    if sentinels is not None:
        typer.echo("\n" + "\n".join(_sentinels(readings, sentinels)))


def _by_rules(pages: list[Labelled]) -> list[Opinion]:
    from coldread.cli.evaluating.engines import rules_opinion

    return [rules_opinion(page) for page in pages]


async def _readings(pages: list[Labelled], settings: Settings, times: int) -> Readings:
    """Each page's readings; a failed one is left out."""
    from coldread.cli.evaluating.engines import reading_of
    from coldread.llm.model import model

    asked = model(settings)
    if asked is None:
        fail("no model is configured: COLDREAD_LLM_… (docs/reference/settings.md) say which endpoint to ask")
    try:
        found: Readings = {}
        for page in pages:
            read = [await reading_of(asked, page) for _ in range(times)]
            found[page.id] = [reading for reading in read if reading is not None]
            answers = len(found[page.id][0]["answers"]) if found[page.id] else 0
            typer.echo(f"{page.id}: {answers} of 5 answers", err=True)
        typer.echo(f"{asked.name}: {dict(asked.counts)}", err=True)
        return found
    finally:
        await asked.close()


def _by_model(pages: list[Labelled], readings: Readings) -> list[Opinion]:
    """Opinions from the reading that a service would choose for each page."""
    from coldread.cli.evaluating.engines import model_opinion

    return [model_opinion(page, _median_reading(readings[page.id])) for page in pages]


def _median_reading(found: list[dict[str, Any]]) -> dict[str, Any] | None:
    from coldread.reader.ask import median_index

    return found[median_index([reading["points"] for reading in found])] if found else None


def _lines_of_spread(readings: Readings) -> list[str]:
    from coldread.cli.evaluating.matched import spread_of_points

    return spread_of_points(readings)


def _sentinels(readings: Readings, path: Path) -> list[str]:
    """Compare with the readings in the file, or write the file if it does not exist."""
    from coldread.cli.evaluating.matched import shifts

    now = {page: reading for page, found in readings.items() if (reading := _median_reading(found))}
    if not path.exists():
        path.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", "utf-8")
        return [f"written: {path}, {len(now)} readings to compare later ones with"]
    return shifts(json.loads(path.read_text("utf-8")), now)


def _lines_of_matched_table(path: Path) -> list[str]:
    from pydantic import ValidationError

    from coldread.cli.evaluating.matched import matched_table, read_matches

    try:
        return list(matched_table(read_matches(path)))
    except (OSError, ValueError, ValidationError) as error:
        fail(f"{path} holds no matched lists: {error}")

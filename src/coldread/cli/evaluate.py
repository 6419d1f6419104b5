"""`coldread eval`: an engine beside the readers of the labelled pages."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coldread.cli.run import fail, settings_or_exit

if TYPE_CHECKING:
    from coldread.base.settings import Settings
    from coldread.cli.evaluating.engines import Labelled
    from coldread.cli.evaluating.measure import Opinion

HELP = """Hold an engine against the readers of the labelled pages, and print the table of figures.

`rules` judges as every scan does. `model` has the endpoint that is configured (COLDREAD_LLM_…) read each page as after a scan:
its five answers and its points. It sees the pictures that lie in a folder named after the page beside its record. Pages and labels
come from bench/judgement of the repository; records are made once: python -m bench.judgement collect, then look.

No hosted model was ever tried with this; what a large one found stands in bench/judgement/README.md.

\b
Examples:
  coldread eval
  coldread eval --engine model --split tune
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
    engine: Annotated[Engine, typer.Option(help="Who judges.")] = Engine.rules,
    bench: Annotated[Path, typer.Option(help="Folder with pages.json and labels.")] = Path("bench/judgement"),
    records: Annotated[Path, typer.Option(help="Folder of the pages' records.")] = Path(".judgement/records"),
    split: Annotated[
        list[Split] | None, typer.Option(help="Which pages; train and tune. Test pages are opened once.")
    ] = None,
) -> None:
    from coldread.cli.evaluating.engines import labelled
    from coldread.cli.evaluating.measure import table

    if not (bench / "pages.json").is_file():
        fail(
            f"{bench} holds no pages.json: run this in the repository, or name its bench/judgement with --bench"
        )
    chosen = [one.value for one in split or (Split.train, Split.tune)]
    pages = list(labelled(bench, records, chosen))
    if not pages:
        fail(
            f"{records} holds no record of a labelled page: python -m bench.judgement collect, then look, make them"
        )
    said = _by_rules(pages) if engine is Engine.rules else asyncio.run(_by_model(pages, settings_or_exit()))
    typer.echo("\n".join(table(said)))


def _by_rules(pages: list[Labelled]) -> list[Opinion]:
    from coldread.cli.evaluating.engines import rules_say

    return [rules_say(page) for page in pages]


async def _by_model(pages: list[Labelled], settings: Settings) -> list[Opinion]:
    from coldread.cli.evaluating.engines import model_says
    from coldread.llm.model import model

    asked = model(settings)
    if asked is None:
        fail("no model is configured: COLDREAD_LLM_… (docs/reference/settings.md) say which endpoint to ask")
    try:
        said = []
        for page in pages:
            said.append(await model_says(asked, page))
            typer.echo(f"{page.id}: {len(said[-1].answers)} of 5 answers", err=True)
        typer.echo(f"{asked.name}: {dict(asked.counts)}", err=True)
        return said
    finally:
        await asked.close()

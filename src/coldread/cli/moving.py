"""`coldread move`: into the other kind of database, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coldread.base import log
from coldread.cli.run import fail, settings_or_exit

#: advice after a failure
GO_ON = (
    "The old database is as it was and can be served. Give the same command again to go on; with --abandon "
    "the new database is emptied instead."
)


def move(
    to: Annotated[str, typer.Option(help="An empty database: postgresql://… or sqlite:PATH.")],
    data_dir: Annotated[
        Path | None,
        typer.Option(
            help="Data directory of the new place, if it is a different one; it must not have these files yet."
        ),
    ] = None,
    answers: Annotated[
        int, typer.Option(help="Public answers of each kind to compare byte by byte; 0: only rows.", min=0)
    ] = 200,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only report how long it takes; the service may run.")
    ] = False,
    abandon: Annotated[
        bool, typer.Option("--abandon", help="Undo an unfinished move: the new database is empty again.")
    ] = False,
) -> None:
    """Move everything into an empty database of the other kind: orders, documents, scans, ledger, jobs, letters,
    operators.

    Stop `serve` and `work` first: a database in use is refused. The old one stays unchanged. After an interruption or a
    failure, run the same command again to continue. The new database cannot be served before every row is compared."""
    from coldread.copying.database_end import CopyError, Unfinished
    from coldread.move import run_move
    from coldread.move.plan import plan_of

    settings = settings_or_exit()
    log.configure(settings.log_format)
    target = run_move.target_settings(settings, to, data_dir)
    try:
        if plan:
            typer.echo(plan_of(settings).says())
            return
        if abandon:
            typer.echo(run_move.abandon(target))
            return
        moved = run_move.move(settings, target, typer.echo, answers=answers)
    except CopyError as error:
        fail(f"{error}\n{GO_ON}" if isinstance(error, Unfinished) else str(error))
    if moved is None:
        typer.echo("every row is there already and the same")
    for compared in moved.answers if moved else []:
        summary = f"{compared.path.replace('{}', '…')}: {compared.asked} answers compared, all the same"
        if compared.failing:
            summary += f"; {len(compared.failing)} fail on both sides, first {compared.failing[0]}"
        typer.echo(summary)
    typer.echo(
        "moved. Set COLDREAD_DATABASE_URL to the new database and start; keep the old one until you trust the new."
    )

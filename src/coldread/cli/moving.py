"""`coldread move`: into the other kind of database, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coldread.base import log
from coldread.cli.run import fail, settings_or_exit


def move(
    to: Annotated[str, typer.Option(help="An empty database: postgresql://… or sqlite:PATH.")],
    data_dir: Annotated[
        Path | None,
        typer.Option(help="Data dir of the new place, where it is another; its files must not be there yet."),
    ] = None,
    answers: Annotated[
        int, typer.Option(help="Public answers of each kind to compare byte by byte.", min=1)
    ] = 200,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only tell how long it takes; the service may run.")
    ] = False,
) -> None:
    """Move everything into an empty database of the other kind: orders, documents, scans, ledger, jobs, letters, operators.

    Stop `serve` and `work` first: a database that is in use is refused. The old one is left as it is. What breaks off
    goes on when it is run again; nobody serves the new database before every row was compared.
    """
    from coldread.move.ends import MoveError
    from coldread.move.whole import move as move_all
    from coldread.move.whole import plan_of, target_settings

    settings = settings_or_exit()
    log.configure(settings.log_format)
    try:
        if plan:
            typer.echo(plan_of(settings).says())
            return
        moved = move_all(settings, target_settings(settings, to, data_dir), typer.echo, answers=answers)
    except MoveError as error:
        fail(str(error))
    for compared in moved.answers:
        typer.echo(f"{compared.path.replace('{}', '…')}: {compared.asked} answers compared, all the same")
    typer.echo(
        "moved. Set COLDREAD_DATABASE_URL to the new database and start; keep the old one until you trust the new."
    )

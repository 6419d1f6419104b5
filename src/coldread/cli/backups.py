"""`coldread backup | restore`: the whole service in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coldread.base import log
from coldread.cli.run import fail, run, settings_or_exit


def backup(
    folder: Annotated[Path, typer.Argument(help="Folder for the file, whose name is the time.")] = Path(
        "backups"
    ),
) -> None:
    """Write a backup while the service runs: database, deliverables, generated secrets. Keep it safe: it contains
    everything."""
    from coldread.backup.archive import BackupError
    from coldread.backup.take import take_backup
    from coldread.operators.last_backup import note_upkeep

    try:
        archive = take_backup(settings_or_exit(), folder)
    except (BackupError, OSError) as error:
        fail(str(error))
    size = archive.stat().st_size
    run(lambda services: services.db.write(note_upkeep, "backup", f"{archive.name}, {size} bytes"))
    typer.echo(f"{archive}  {size} bytes")


def restore(
    file: Annotated[
        Path, typer.Argument(help="A file that `coldread backup` made.", exists=True, dir_okay=False)
    ],
    erased: Annotated[
        typer.FileText | None,
        typer.Option(
            help="Output of `coldread erase --list`: persons to erase again, because they were erased after the backup."
        ),
    ] = None,
) -> None:
    """Restore a backup into an empty data directory and an empty database. If it was interrupted, run the same command
    again."""
    from coldread.backup.archive import BackupError
    from coldread.backup.restore import restore_backup

    settings = settings_or_exit()
    log.configure(settings.log_format)
    hashes = frozenset(line.strip() for line in erased if line.strip()) if erased else frozenset()
    try:
        restored = restore_backup(settings, file, hashes, typer.echo)
    except (BackupError, OSError) as error:
        fail(str(error))
    if restored.erased is not None:
        typer.echo(f"erased again: {len(restored.erased.gone) + len(restored.erased.books_kept)} orders")
    typer.echo(f"restored as of {restored.manifest.taken_at}")

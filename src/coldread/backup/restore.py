"""Restoring into an empty place: the same orders and deliverables as at the moment of the backup."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from coldread.backup import archive
from coldread.backup.archive import BackupError, Manifest
from coldread.backup.take import DATABASE, FOLDERS, TABLES
from coldread.base.settings import Settings
from coldread.migrations import apply


def restore_backup(settings: Settings, file: Path) -> Manifest:
    """Put everything in its place and bring the schema up to date; raises before anything is touched."""
    _require_empty(settings)
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=settings.data_dir, prefix=".restore-") as work:
        manifest = archive.unpack(file, Path(work))
        _require_fit(settings, manifest)
        for name in FOLDERS:
            if (Path(work) / name).is_dir():
                shutil.move(Path(work) / name, settings.data_dir / name)
        _load_database(settings, Path(work), manifest)
    apply.upgrade(settings.database_url)
    return manifest


def _require_empty(settings: Settings) -> None:
    """A restore never overwrites: not a database, not a deliverable, not a secret."""
    for name in FOLDERS:
        folder = settings.data_dir / name
        if folder.is_dir() and any(folder.iterdir()):
            raise BackupError(f"{folder} is not empty; restore into an empty data dir")
        if folder.is_dir():
            folder.rmdir()
    if settings.is_sqlite:
        there = not Path(settings.database_url.removeprefix("sqlite:///")).exists()
    else:
        from coldread.backup.postgres import is_empty

        there = is_empty(settings.database_url)
    if not there:
        raise BackupError("there is a database already; restore into an empty one")


def _require_fit(settings: Settings, manifest: Manifest) -> None:
    here = "sqlite" if settings.is_sqlite else "postgresql"
    if manifest.database != here:
        raise BackupError(f"the backup is of {manifest.database}, COLDREAD_DATABASE_URL is {here}")
    if manifest.schema > apply.newest():
        raise BackupError(
            f"the backup is of a newer version ({manifest.version}, schema {manifest.schema}); update first"
        )


def _load_database(settings: Settings, work: Path, manifest: Manifest) -> None:
    if settings.is_sqlite:
        place = Path(settings.database_url.removeprefix("sqlite:///"))
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(work / DATABASE, place)
        return
    from coldread.backup.postgres import load

    apply.upgrade_to(settings.database_url, manifest.schema)
    load(settings.database_url, work / TABLES, manifest.tables)

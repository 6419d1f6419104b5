"""Restoring into an empty place: the same orders and deliverables as at the moment of the backup."""

from __future__ import annotations

import dataclasses
import shutil
import sqlite3
import tempfile
from pathlib import Path

from coldread.backup import archive
from coldread.backup.archive import BackupError, Manifest
from coldread.backup.take import DATABASE, FOLDERS, TABLES
from coldread.base.settings import Settings
from coldread.migrations import apply
from coldread.store.contents import FileContents


def restore_backup(settings: Settings, file: Path) -> Manifest:
    """Put everything in its place and bring the schema up to date; raises before anything is touched.

    The place may be of the other kind than the one that was backed up.
    """
    _require_empty(settings)
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=settings.data_dir, prefix=".restore-") as work:
        manifest = archive.unpack(file, Path(work))
        _require_fit(manifest)
        same_kind = (manifest.database == "sqlite") == settings.is_sqlite
        fill = _put_in_place if same_kind else _move_in
        fill(settings, Path(work), manifest)
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


def _require_fit(manifest: Manifest) -> None:
    if manifest.schema > apply.newest():
        raise BackupError(
            f"the backup is of a newer version ({manifest.version}, schema {manifest.schema}); update first"
        )


def _put_in_place(settings: Settings, work: Path, manifest: Manifest) -> None:
    for name in FOLDERS:
        if (work / name).is_dir():
            shutil.move(work / name, settings.data_dir / name)
    if settings.is_sqlite:
        place = Path(settings.database_url.removeprefix("sqlite:///"))
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(work / DATABASE, place)
        return
    from coldread.backup.postgres import load

    apply.upgrade_to(settings.database_url, manifest.schema)
    load(settings.database_url, work / TABLES, manifest.tables)


def _move_in(settings: Settings, work: Path, manifest: Manifest) -> None:
    """A backup of the other kind: made a whole SQLite house beside its files, which then moves."""
    from coldread.backup.copy_text import load
    from coldread.move.ends import MoveError
    from coldread.move.whole import move

    url = f"sqlite:///{work / DATABASE}"
    if manifest.database != "sqlite":
        apply.upgrade_to(url, manifest.schema)
        load(work / DATABASE, work / TABLES, manifest.tables)
    apply.upgrade(url)
    _lay_out_contents(work)
    try:
        move(dataclasses.replace(settings, database_url=url, data_dir=work, store="files"), settings)
    except MoveError as error:
        raise BackupError(str(error)) from error


def _lay_out_contents(work: Path) -> None:
    """Contents that lay in the database become files: one form to move from."""
    connection = sqlite3.connect(work / DATABASE)
    try:
        store = FileContents(work / "artifacts")
        with connection:
            for (content,) in connection.execute("SELECT content FROM blobs"):
                store.put(None, content)
            connection.execute("DELETE FROM blobs")
    finally:
        connection.close()

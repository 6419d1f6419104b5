"""Taking a backup while the service runs: one snapshot of the database, then its files."""

from __future__ import annotations

import sqlite3
import tempfile
from functools import partial
from pathlib import Path

from coldread.backup import archive
from coldread.backup.archive import BackupError, Manifest
from coldread.base import private
from coldread.base.clock import Clock, date_time, rfc3339
from coldread.base.settings import Settings
from coldread.base.version import VERSION
from coldread.migrations import apply

DATABASE = "database.sqlite"
TABLES = "tables"
#: folders of the data directory in a backup: deliverables and pictures, generated secrets
FOLDERS = ("artifacts", "secrets")


def take_backup(settings: Settings, folder: Path) -> Path:
    """Write a backup into `folder`; returns its path. The database comes first: every file that it names exists by
    then."""
    private.make_folder(folder)
    schema = apply.current_step(settings.database_url)
    if schema is None:
        raise BackupError("the database is empty: nothing to back up")
    now = Clock().now()
    archive_path = folder / f"coldread-{date_time(now):%Y%m%dT%H%M%SZ}.tar.gz"
    with tempfile.TemporaryDirectory(dir=folder, prefix=".backup-") as work:
        tables = _dump_database(settings, Path(work))
        parts = dict(archive.files_under(Path(work), "."))
        parts = {name.removeprefix("./"): path for name, path in parts.items()}
        for name in FOLDERS:
            parts |= archive.files_under(settings.data_dir / name, name)
        manifest = partial(
            Manifest,
            version=VERSION,
            taken_at=rfc3339(now),
            database="sqlite" if settings.is_sqlite else "postgresql",
            schema=schema,
            tables=tables,
        )
        archive.pack(archive_path, parts, lambda hashes: manifest(files=hashes))
    return archive_path


def _dump_database(settings: Settings, work: Path) -> dict[str, dict[str, object]]:
    if not settings.is_sqlite:
        from coldread.backup import postgres

        (work / TABLES).mkdir()
        copied = postgres.dump(settings.database_url, work / TABLES)
        return {name: {"columns": each.columns, "rows": each.rows} for name, each in copied.items()}
    source = sqlite3.connect(f"file:{settings.database_url.removeprefix('sqlite:///')}?mode=ro", uri=True)
    target = sqlite3.connect(work / DATABASE)
    try:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    finally:
        target.close()
        source.close()
    return {}

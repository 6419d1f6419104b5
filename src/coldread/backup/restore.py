"""Restoring into an empty place: the same orders and deliverables as at the moment of the backup.

From the first row the database is marked as half filled, and no process serves it; the last step removes the mark. If a
restore was interrupted, run it again: it removes what was left, and starts over."""

from __future__ import annotations

import asyncio
import dataclasses
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

from coldread.backup import archive
from coldread.backup.archive import BackupError, Manifest
from coldread.backup.take import DATABASE, FOLDERS, TABLES
from coldread.base import private
from coldread.base.clock import Clock
from coldread.base.settings import Settings
from coldread.copying.copy_all import Tell, fill, remove_copied
from coldread.copying.database_end import CopyError, End
from coldread.copying.ends import held_installation, sqlite_path
from coldread.copying.progress import Begun, Progress
from coldread.migrations import apply
from coldread.operators.last_backup import note_upkeep
from coldread.privacy.erase import Erasure, erase_again
from coldread.services import build
from coldread.store.contents import FileContents

COMMAND = "restore"
#: prefix of the restore's own temporary files
WORK = ".restore-"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Restored:
    """What was restored."""

    manifest: Manifest
    #: persons who had asked for their erasure after the backup
    erased: Erasure | None


def restore_backup(
    settings: Settings, file: Path, erased: frozenset[str] = frozenset(), tell: Tell = lambda _: None
) -> Restored:
    """Restore everything, migrate the schema, and erase the persons in `erased` again.

    Raises before any change. The database may be of a kind other than the backup's."""
    try:
        _clear_unfinished(settings, tell)
        _require_empty(settings)
        private.make_folder(settings.data_dir)
        with tempfile.TemporaryDirectory(dir=settings.data_dir, prefix=WORK) as work:
            manifest = archive.unpack(file, Path(work))
            _require_fit(manifest)
            _choose_copy_function(settings, Path(work), manifest)(settings, Path(work), manifest, file.name)
        return Restored(
            manifest=manifest, erased=_end_restore(settings, erased, f"{file.name} of {manifest.taken_at}")
        )
    except CopyError as error:
        raise BackupError(str(error)) from error


def _clear_unfinished(settings: Settings, tell: Tell) -> None:
    """Remove what an interrupted or failed restore left; nothing else is ever removed."""
    path = sqlite_path(settings.database_url)
    if path is None or path.exists():
        with held_installation(settings, filled=True, alone=False) as place:
            begun, where = Progress(place.end).begun, place.end.place
        if begun is not None:
            if begun.command != COMMAND:
                raise BackupError(
                    f"{where} is half filled by `coldread {begun.command}` from {begun.origin}: "
                    "end or abandon that first, or name an empty database"
                )
            tell(f"a restore of {begun.origin} broke off here: what it left is removed")
            with held_installation(settings, filled=False) as place:
                remove_copied(place, begun)
            if path is not None:
                path.unlink()
    for work in settings.data_dir.glob(f"{WORK}*"):
        shutil.rmtree(work)


def _require_empty(settings: Settings) -> None:
    """A restore never overwrites a database, a deliverable or a secret."""
    _require_no_database(settings)
    for name in FOLDERS:
        folder = settings.data_dir / name
        if folder.is_dir() and any(folder.iterdir()):
            raise BackupError(
                f"{folder} is not empty: name an empty data dir (COLDREAD_DATA_DIR), or move that folder away"
            )
        if folder.is_dir():
            folder.rmdir()


def _require_no_database(settings: Settings) -> None:
    path = sqlite_path(settings.database_url)
    if path is not None and not path.exists():
        return
    with held_installation(settings, filled=True, alone=False) as place:
        if path is None and not place.end.has_table("alembic_version"):
            return
        done = (
            place.end.execute("SELECT detail FROM upkeep WHERE name = 'restore'")
            if place.end.has_table("upkeep")
            else []
        )
    was = f", restored from {done[0][0]}" if done else ""
    raise BackupError(f"there is a database already{was}: name an empty one (COLDREAD_DATABASE_URL)")


def _require_fit(manifest: Manifest) -> None:
    if manifest.schema > apply.newest_step():
        raise BackupError(
            f"the backup is of a newer version ({manifest.version}, schema {manifest.schema}); update first"
        )


def _choose_copy_function(
    settings: Settings, work: Path, manifest: Manifest
) -> Callable[[Settings, Path, Manifest, str], None]:
    """Copy directly if the service uses the form in the archive; otherwise through a temporary SQLite database."""
    if (manifest.database == "sqlite") != settings.is_sqlite:
        return _move_in
    lies_in_files = (work / "artifacts").is_dir()
    if lies_in_files == settings.keeps_files_in_database:
        return _move_in
    return _place_sqlite if settings.is_sqlite else _place_postgres


def _begin_restore(settings: Settings, work: Path, name: str) -> Begun:
    """The mark: everything below `files`, and each secret, came with this restore."""
    secrets = [settings.data_dir.absolute() / "secrets" / path.name for path in (work / "secrets").glob("*")]
    return Begun(
        command=COMMAND,
        origin=name,
        files=str(settings.data_dir.absolute() / "artifacts"),
        secrets=tuple(map(str, secrets)),
    )


def _place_sqlite(settings: Settings, work: Path, manifest: Manifest, name: str) -> None:
    url = f"sqlite:///{work / DATABASE}"
    apply.upgrade(url)
    with held_installation(dataclasses.replace(settings, database_url=url), filled=False) as place:
        _mark_as_begun(place.end, _begin_restore(settings, work, name))
    path = sqlite_path(settings.database_url)
    assert path is not None
    private.make_folder(path.parent)
    fresh = path.with_name(
        f".{path.name}.new"
    )  # first to the target's own disk, if that is another, so that a file is never there in part
    shutil.move(work / DATABASE, fresh)
    fresh.replace(path)
    _place_folders(settings, work)


def _place_postgres(settings: Settings, work: Path, manifest: Manifest, name: str) -> None:
    from coldread.backup.postgres import load

    with held_installation(settings, filled=False) as place:
        _mark_as_begun(place.end, _begin_restore(settings, work, name))
    _place_folders(settings, work)
    apply.upgrade_to(settings.database_url, manifest.schema)
    load(settings.database_url, work / TABLES, manifest.tables)
    apply.upgrade_to(settings.database_url, "head")


def _mark_as_begun(end: End, begun: Begun) -> None:
    end.begin()
    Progress(end).mark(begun)
    end.commit()


def _place_folders(settings: Settings, work: Path) -> None:
    for name in FOLDERS:
        if (work / name).is_dir():
            shutil.move(work / name, settings.data_dir / name)


def _move_in(settings: Settings, work: Path, manifest: Manifest, name: str) -> None:
    """Build a complete SQLite installation beside the archive's files, and copy it into the target, row by row, with
    verification."""
    from coldread.backup.copy_text import load

    url = f"sqlite:///{work / DATABASE}"
    if manifest.database != "sqlite":
        apply.upgrade_to(url, manifest.schema)
        load(work / DATABASE, work / TABLES, manifest.tables)
    apply.upgrade(url)
    _lay_out_contents(work)
    house = dataclasses.replace(settings, database_url=url, data_dir=work, store="files")
    with held_installation(house, filled=True) as source, held_installation(settings, filled=False) as target:
        fill(source, target, command=COMMAND, origin=name, tell=lambda _: None)


def _lay_out_contents(work: Path) -> None:
    """Write contents from the database to files, so that there is one form to copy from."""
    connection = sqlite3.connect(work / DATABASE)
    try:
        store = FileContents(work / "artifacts")
        with connection:
            for (content,) in connection.execute("SELECT content FROM blobs"):
                store.put(None, content)
            connection.execute("DELETE FROM blobs")
    finally:
        connection.close()


def _end_restore(settings: Settings, erased: frozenset[str], detail: str) -> Erasure | None:
    """The last step, atomic: erase persons again, note the restore, remove the mark."""
    services = build(settings)
    try:
        with held_installation(settings, filled=False) as place:
            place.end.begin()
            session = place.end.session(Clock().now())
            forgotten = erase_again(session, services, erased) if erased else None
            note_upkeep(session, "restore", detail)
            Progress(place.end).end()
            place.end.commit()
    finally:
        asyncio.run(services.close())
    return forgotten

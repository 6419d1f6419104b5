"""Files and folders that only their owner may read, whatever the umask: 0600 and 0700.

Files with other modes, made by an earlier version or by hand, are found (`open_places`) and fixed (`tighten`)."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from coldread.base.settings import Settings

FOLDER, FILE = 0o700, 0o600
#: the folders that the service creates in its data directory
FOLDERS = ("artifacts", "letters", "secrets")
#: the files that SQLite adds to a database; it creates them with the database's own mode
BESIDE_DATABASE = ("", "-wal", "-shm", "-journal")


def make_folder(folder: Path) -> None:
    """Create the folder and its missing parents. An existing folder keeps its mode."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(mode=FOLDER)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        folder.chmod(FOLDER)  # a umask may have removed even the owner's rights


def open_file(path: Path, *, new: bool = False) -> BinaryIO:
    """Open the file for writing, empty; with `new`, FileExistsError if it exists."""
    once = os.O_EXCL if new else os.O_TRUNC
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | once, FILE)
    if stat.S_ISREG(os.fstat(opened).st_mode):  # not a terminal
        os.fchmod(opened, FILE)
    return os.fdopen(opened, "wb")


def make_database(path: Path) -> None:
    """Create an empty file for SQLite, if there is none: its logs get the file's mode."""
    make_folder(path.parent)
    with contextlib.suppress(FileExistsError):
        open_file(path, new=True).close()


def open_places(settings: Settings) -> list[Path]:
    """What others on this machine may read: the data directory, its folders, the database."""
    places = [settings.data_dir, *(settings.data_dir / name for name in FOLDERS)]
    if settings.is_sqlite:
        database = settings.database_url.removeprefix("sqlite:///")
        places += [Path(database + suffix) for suffix in BESIDE_DATABASE]
    return [place for place in places if _is_open_to_others(place)]


def tighten(settings: Settings) -> tuple[list[Path], list[Path]]:
    """Remove others' rights. Returns what was changed, and what could not be because somebody else owns it.

    A folder is changed after its contents: if this is interrupted, the next start repeats it."""
    closed, not_ours = [], []
    for place in open_places(settings):
        try:
            if place != settings.data_dir:  # other files there are not ours
                for path in _paths_below(place):
                    if not path.is_symlink():  # its target may not be ours
                        _remove_rights_of_others(path)
            _remove_rights_of_others(place)
        except OSError:
            not_ours.append(place)
        else:
            closed.append(place)
    return closed, not_ours


def _is_open_to_others(path: Path) -> bool:
    """Whether others have any right to it; never for a shared folder such as /tmp."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return bool(mode & 0o077) and not mode & stat.S_ISVTX


def _paths_below(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        yield from (Path(parent, name) for name in (*folders, *files))


def _remove_rights_of_others(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):  # deleted in the meantime
        path.chmod(FOLDER if path.is_dir() else FILE)

"""Files and folders that only their owner may read, whatever the umask: 0600 and 0700.

What was made with other modes, by an earlier version or by hand, is found (`open_places`) and closed (`tighten`).
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from coldread.base.settings import Settings

FOLDER, FILE = 0o700, 0o600
#: what the service makes in its data dir
FOLDERS = ("artifacts", "letters", "secrets")
#: what SQLite puts beside a database; new ones get the database's own mode
BESIDE_DATABASE = ("", "-wal", "-shm", "-journal")


def make_folder(folder: Path) -> None:
    """The folder and whatever is missing above it; one that is there keeps its mode."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(mode=FOLDER)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        folder.chmod(FOLDER)  # a umask may have taken even the owner's rights


def open_file(path: Path, *, new: bool = False) -> BinaryIO:
    """The file, empty, for writing; `new`: FileExistsError where there is one."""
    once = os.O_EXCL if new else os.O_TRUNC
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | once, FILE)
    if stat.S_ISREG(os.fstat(opened).st_mode):  # not a terminal
        os.fchmod(opened, FILE)
    return os.fdopen(opened, "wb")


def make_database(path: Path) -> None:
    """An empty file for SQLite to begin in, where there is none: its logs take the file's mode."""
    make_folder(path.parent)
    with contextlib.suppress(FileExistsError):
        open_file(path, new=True).close()


def open_places(settings: Settings) -> list[Path]:
    """What others on this machine may read: the data dir, its folders, the database."""
    places = [settings.data_dir, *(settings.data_dir / name for name in FOLDERS)]
    if settings.is_sqlite:
        database = settings.database_url.removeprefix("sqlite:///")
        places += [Path(database + suffix) for suffix in BESIDE_DATABASE]
    return [place for place in places if _is_open(place)]


def tighten(settings: Settings) -> tuple[list[Path], list[Path]]:
    """Close them: what was closed, and what could not be because it belongs to somebody else.

    A folder of ours is closed last, after all that lies in it: where this breaks off, the next start begins again.
    """
    closed, left = [], []
    for place in open_places(settings):
        try:
            if place != settings.data_dir:  # what else lies there is not ours
                for path in _below(place):
                    if not path.is_symlink():  # what it leads to may not be ours
                        _close(path)
            _close(place)
        except OSError:
            left.append(place)
        else:
            closed.append(place)
    return closed, left


def _is_open(path: Path) -> bool:
    """Whether others have any right to it; never a folder that is meant for everybody, as /tmp is."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return bool(mode & 0o077) and not mode & stat.S_ISVTX


def _below(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        yield from (Path(parent, name) for name in (*folders, *files))


def _close(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):  # gone meanwhile
        path.chmod(FOLDER if path.is_dir() else FILE)

"""Copying contents: documents and pictures are files with SQLite, rows on PostgreSQL, or whatever COLDREAD_STORE says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from coldread.base.settings import Settings
from coldread.copying.database_end import End, Unfinished
from coldread.copying.parts import CONTENTS, Key, Part, Row
from coldread.store.contents import FileContents, key_of


class Installation:
    """One end of a copy: its tables, and its contents wherever they are."""

    def __init__(self, end: End, settings: Settings) -> None:
        self.end = end
        self.settings = settings
        self.folder = None if settings.keeps_files_in_database else settings.data_dir / "artifacts"

    def rows(self, part: Part, after: Key | None = None) -> Iterator[Row]:
        if part.name == CONTENTS and self.folder is not None:
            return _files(self.folder, after)
        return self.end.rows(part, after)

    def count(self, part: Part) -> int:
        if part.name == CONTENTS and self.folder is not None:
            return sum(1 for _ in _paths(self.folder))
        return self.end.count(part)

    def bytes_in(self, part: Part) -> int:
        """The bytes to copy, counting only contents, which are most of it."""
        if part.name != CONTENTS:
            return 0
        if self.folder is not None:
            return sum(path.stat().st_size for path in _paths(self.folder))
        return int(self.end.execute("SELECT COALESCE(SUM(length(content)), 0) FROM blobs")[0][0])

    def add(self, part: Part, rows: Sequence[Row]) -> None:
        if part.name == CONTENTS and self.folder is not None:
            store = FileContents(self.folder)
            for _, content in rows:
                store.put(None, content)
            return
        self.end.add(part, rows)


def _paths(folder: Path) -> Iterator[Path]:
    """Finished files by name; a name with a leading dot is being written."""
    if folder.is_dir():
        for path in sorted(folder.glob("*/*"), key=lambda path: path.name):
            if path.is_file() and not path.name.startswith("."):
                yield path


def _files(folder: Path, after: Key | None) -> Iterator[Row]:
    for path in _paths(folder):
        if after is not None and path.name <= after[0]:
            continue
        content = path.read_bytes()
        if key_of(content) != path.name:
            raise Unfinished(
                f"{path} is damaged: its content is not the one that its name says. "
                "Take it from a backup, or remove it: then what names it is not found"
            )
        yield path.name, content

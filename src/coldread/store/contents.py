"""Contents by their SHA-256, written in the caller's transaction, in files or in the database."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

from coldread.base import private
from coldread.base.db import Session, Unavailable
from coldread.base.settings import Settings
from coldread.store.tables import blobs


class Contents(Protocol):
    """A store of contents. A key is the content's hash, so storing twice has no effect."""

    async def ahead(self, contents: Iterable[bytes]) -> None:
        """Write in advance what will be `put`, so that a slow disk does not block other writers."""

    def put(self, session: Session, content: bytes) -> str:
        """Store the content and return its key; durable once the session's transaction is."""
        ...

    def get(self, session: Session, key: str) -> bytes | None: ...

    def drop(self, session: Session, key: str) -> None: ...


#: each write waits for the disk three times: a separate pool, so that a slow one delays nothing else
_WRITING = ThreadPoolExecutor(2, thread_name_prefix="contents")


def key_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class FileContents:
    """One file for each content, written before the row that names it commits: a row always has its file.

    Raises Unavailable if the disk is full or fails, as a database does. A file needs no session."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def ahead(self, contents: Iterable[bytes]) -> None:
        for content in contents:
            await asyncio.get_running_loop().run_in_executor(_WRITING, self.put, None, content)

    def put(self, session: Session | None, content: bytes) -> str:
        key = key_of(content)
        path = self._path(key)
        if not path.exists():
            try:
                _write_durably(path, content)
            except OSError as error:
                raise Unavailable(f"a content cannot be stored: {error}") from error
        return key

    def get(self, session: Session, key: str) -> bytes | None:
        try:
            return self._path(key).read_bytes()
        except FileNotFoundError:
            return None

    def drop(self, session: Session, key: str) -> None:
        self._path(key).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key


def _write_durably(path: Path, content: bytes) -> None:
    """The complete file under its name, also after a power cut, or none at all."""
    private.make_folder(path.parent)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with private.open_file(fresh, new=True) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    for folder in (path.parent, path.parent.parent):
        _flush_names(folder)


def _flush_names(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


class DatabaseContents:
    """Rows in the same database: one backup, any machine."""

    async def ahead(self, contents: Iterable[bytes]) -> None:
        pass  # they are part of the transaction

    def put(self, session: Session, content: bytes) -> str:
        key = key_of(content)
        session.run(session.insert(blobs).values(key=key, content=content).on_conflict_do_nothing())
        return key

    def get(self, session: Session, key: str) -> bytes | None:
        row = session.row(sa.select(blobs.c.content).where(blobs.c.key == key))
        return bytes(row.content) if row else None

    def drop(self, session: Session, key: str) -> None:
        session.run(sa.delete(blobs).where(blobs.c.key == key))


def contents(settings: Settings) -> Contents:
    if settings.keeps_files_in_database:
        return DatabaseContents()
    return FileContents(settings.data_dir / "artifacts")

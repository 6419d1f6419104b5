"""The backup file: a tar with a manifest that has every part with its hash; written completely or not at all."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from coldread.base import private

MANIFEST = "manifest.json"
CHUNK = 1 << 20


class BackupError(Exception):
    """A backup that cannot be made, or cannot be restored here. The message says why."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Manifest:
    """The description of a backup."""

    #: version of the service that wrote it
    version: str
    #: RFC 3339
    taken_at: str
    database: str
    #: the schema's version
    schema: str
    #: columns and number of rows of each table, in the order of restoring; empty for SQLite
    tables: dict[str, dict[str, Any]]
    #: SHA-256 by name
    files: dict[str, str]

    def as_json(self) -> bytes:
        return json.dumps(dataclasses.asdict(self), indent=1).encode()


def pack(archive: Path, parts: Mapping[str, Path], make_manifest: Any) -> None:
    """Write the parts, then the manifest from `make_manifest(hashes)`. The file gets its name when everything is on
    disk."""
    partial = archive.with_name(archive.name + ".partial")
    with private.open_file(partial) as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
            hashes = {}
            for name, path in parts.items():
                with contextlib.suppress(
                    FileNotFoundError
                ):  # deleted in the meantime: nothing in the database needs it
                    hashes[name] = _add_file(tar, name, path)
            _add_bytes(tar, MANIFEST, make_manifest(hashes).as_json())
        file.flush()
        os.fsync(file.fileno())
    partial.replace(archive)


def unpack(archive: Path, folder: Path) -> Manifest:
    """Extract the parts to `folder`, and check each against the manifest."""
    try:
        with tarfile.open(archive, "r:gz") as tar:
            _lay_out(tar, folder)
        manifest = Manifest(**json.loads((folder / MANIFEST).read_text()))
    except (tarfile.TarError, OSError, EOFError, ValueError, TypeError) as error:
        raise BackupError(f"{archive} is no whole backup of ours: {error}") from error
    for name, wanted in manifest.files.items():
        path = folder / name
        if not path.is_file() or hash_of(path) != wanted:
            raise BackupError(f"{name} in {archive} is damaged or missing")
    return manifest


def _lay_out(tar: tarfile.TarFile, folder: Path) -> None:
    """Extract only files, none outside the folder. Our own code, because early releases of Python 3.11, Debian's among
    them, have no filter."""
    for entry in tar:
        place = (folder / entry.name).resolve()
        content = tar.extractfile(entry) if entry.isfile() else None
        if content is None or not place.is_relative_to(folder.resolve()):
            raise tarfile.TarError(f"{entry.name} has no place in a backup")
        private.make_folder(place.parent)
        with private.open_file(place, new=True) as file:
            shutil.copyfileobj(content, file, CHUNK)


def files_under(folder: Path, prefix: str) -> Iterator[tuple[str, Path]]:
    """Finished files by their names in the archive; a name with a leading dot is being written."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            yield f"{prefix}/{path.relative_to(folder)}", path


def hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return _hash_of(file)


def _hash_of(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def _add_file(tar: tarfile.TarFile, name: str, path: Path) -> str:
    """Add a file and return its hash. Opened once, so that a file that is deleted meanwhile is read to its end."""
    with path.open("rb") as file:
        hashed = _hash_of(file)
        file.seek(0)
        tar.addfile(_with_private_permissions(tar.gettarinfo(arcname=name, fileobj=file)), file)
    return hashed


def _with_private_permissions(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Private permissions, also if the archive is extracted by hand (`tar xf`)."""
    entry.mode = private.FILE
    return entry


def _add_bytes(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    import io

    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    tar.addfile(_with_private_permissions(entry), io.BytesIO(content))

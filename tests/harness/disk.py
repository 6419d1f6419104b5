"""A small disk that a test fills up and frees: a tmpfs where mounting is permitted, else a limit on the file sizes of a process."""

from __future__ import annotations

import io
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.harness.process import ServerProcess


class SmallDisk:
    """A tmpfs; `fill` leaves nothing of it."""

    def __init__(self, folder: Path) -> None:
        self._filler = folder / "filler"

    def fill(self, _: ServerProcess) -> None:
        with self._filler.open("ab", buffering=0) as file:
            for size in (65536, 4096, 1):
                self._write_until_refused(file, bytes(size))

    @staticmethod
    def _write_until_refused(file: io.FileIO, content: bytes) -> None:
        try:
            while file.write(content) == len(content):
                pass
        except OSError:
            return

    def free(self, _: ServerProcess) -> None:
        self._filler.unlink()


class ShortFiles:
    """The server's process may make no file longer than a byte: every write that extends one is refused."""

    def fill(self, server: ServerProcess) -> None:
        self._limit(server, 1)

    def free(self, server: ServerProcess) -> None:
        self._limit(server, resource.RLIM_INFINITY)

    @staticmethod
    def _limit(server: ServerProcess, most: int) -> None:
        assert server.process is not None
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def mount(folder: Path, megabytes: int) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def unmount(folder: Path) -> None:
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@cache
def can_mount() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        mounted = mount(Path(folder), 1)
        if mounted:
            unmount(Path(folder))
        return mounted


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk | ShortFiles]:
    """`folder` is the small disk for as long as the block lasts."""
    folder.mkdir(parents=True, exist_ok=True)
    if not mount(folder, megabytes):
        yield ShortFiles()
        return
    try:
        yield SmallDisk(folder)
    finally:
        unmount(folder)

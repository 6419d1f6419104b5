"""A power cut, as near as a test comes: the process stands still at any instruction, and what the disk holds is copied.

What the system had not written to the device yet is in the copies too, so they do not prove the flushes. A second copy
ends its log in rubbish: the page that was being written when the power went.
"""

from __future__ import annotations

import dataclasses
import random
import shutil
import signal
from pathlib import Path

import pytest
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.tables import artifact_versions, artifacts
from coldread.store.contents import FileContents, key_of
from tests.faults.conftest import Figures
from tests.faults.history import Told
from tests.faults.invariants import all_readable, violations
from tests.faults.scene import SEED, SETTINGS, Crowd, a_while, asked, crowd, loops
from tests.harness.process import ServerProcess

LOOPS = loops(6, part=0.1)
#: a frame of the log: its head and a page
FRAME = 24 + 4096


@dataclasses.dataclass(frozen=True, kw_only=True)
class Copy:
    """A data directory as a power cut would leave it, and what had been acknowledged before."""

    folder: Path
    acknowledged: list[Told]

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'coldread.db'}"

    @property
    def log(self) -> Path:
        return self.folder / "coldread.db-wal"

    def torn(self, chance: random.Random) -> Copy:
        """Another one, whose log goes on with a page that was half written."""
        other = dataclasses.replace(self, folder=self.folder.with_suffix(".torn"))
        shutil.copytree(self.folder, other.folder)
        frames = other.log.read_bytes()
        other.log.write_bytes(frames[: end_of_log(frames)] + chance.randbytes(chance.randrange(2 * FRAME)))
        return other


def end_of_log(log: bytes) -> int:
    """Where the next frame goes: what follows is of an earlier round, with other salts (sqlite.org/walformat.html)."""
    salts = log[16:24]
    end = 32
    while log[end + 8 : end + 16] == salts:
        end += FRAME
    return end


def copied(server: ServerProcess, users: Crowd, data: Path, target: Path) -> Copy:
    acknowledged = [told.so_far() for told in list(users.history)]
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        shutil.copytree(data, target, ignore=shutil.ignore_patterns("*.log", "*-shm"))
    finally:
        server.process.send_signal(signal.SIGCONT)
    return Copy(folder=target, acknowledged=acknowledged)


def broken_parts(session: Session, folder: Path) -> list[str]:
    """What SQLite finds wrong, and documents whose text is not there."""
    said = [row[0] for row in session.rows(sa.text("PRAGMA integrity_check"))]
    store = FileContents(folder / "artifacts")
    keys = {
        row.content_key
        for table in (artifacts, artifact_versions)
        for row in session.rows(sa.select(table.c.content_key))
    }
    lost = [key for key in keys if (text := store.get(session, key)) is None or key_of(text) != key]
    return [line for line in said if line != "ok"] + lost


def found_in(copy: Copy, history: list[Told]) -> list[str]:
    found: list[str] = asked(
        copy.database, lambda session: violations(session, history) + broken_parts(session, copy.folder)
    )
    return found


@pytest.mark.timeout(900 + 60 * LOOPS)
def test_what_was_acknowledged_before_a_power_cut_is_in_every_copy(tmp_path: Path, figures: Figures) -> None:
    chance = random.Random(SEED)
    data = tmp_path / "data"
    server = ServerProcess(f"sqlite:///{data / 'coldread.db'}", data, **SETTINGS)
    server.start()
    copies: list[Copy] = []
    try:
        with crowd(server.url, chance) as users:
            users.goes_on()
            for number in range(LOOPS):
                a_while(chance, 0.1, 0.8)
                copies.append(copied(server, users, data, tmp_path / f"copy-{number}"))
    finally:
        server.stop()
    sent = [Told(key=told.key) for told in users.history]
    for copy in copies:
        assert copy.log.stat().st_size > 0, "the log was empty: nothing was under way"
        for left in (copy.torn(chance), copy):
            assert found_in(left, [*copy.acknowledged, *sent]) == [], f"seed {SEED}"
    last = copies[-1]
    again = ServerProcess(last.database, last.folder, **SETTINGS)
    again.start()
    try:
        assert all_readable(again.url, last.acknowledged) == []
    finally:
        again.stop()
    figures(
        "power cut on SQLite",
        f"{LOOPS} copies under load and {LOOPS} with a torn end open and agree; "
        f"{sum(len(told.ids) for told in last.acknowledged)} orders acknowledged before the last",
    )

"""Nobody else on the machine reads what the service keeps: 0600 and 0700, whatever the umask, and again after a start."""

from __future__ import annotations

import contextlib
import os
import stat
import tarfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.harness.patience import ANSWER_S, until
from tests.harness.process import ServerProcess, run

FORM = {
    "url": "shop.example",
    "goal": "More trial sign-ups",
    "audience": "Owners of small bakeries",
    "contact_email": "anna@shop.example",
    "terms": "yes",
}


@contextlib.contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def open_below(folder: Path) -> list[str]:
    """What others have a right to, with its mode; and what its owner cannot use."""
    wanted = {True: 0o700, False: 0o600}
    return [
        f"{stat.S_IMODE(path.stat().st_mode):o} {path.relative_to(folder.parent)}"
        for path in (folder, *sorted(folder.rglob("*")))
        if stat.S_IMODE(path.stat().st_mode) != wanted[path.is_dir()]
    ]


def lived(server: ServerProcess, data: Path) -> None:
    """An order with letters and a deliverable."""
    answer = httpx.post(
        f"{server.url}/order", data=FORM, headers={"Sec-Fetch-Site": "same-origin"}, timeout=ANSWER_S
    )
    assert answer.status_code == 303
    order_id = answer.headers["location"].removeprefix("/o/")
    for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress"):
        server.move(order_id, step).raise_for_status()
    server.move(order_id, "delivered", patch={"spec_md": "# Final"}).raise_for_status()
    until(lambda: len(list(data.glob("letters/*.eml"))) >= 2)


def command(server: ServerProcess, *words: str) -> str:
    done = run(words, server.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o777])
def test_all_that_is_kept_is_made_for_its_owner_alone(tmp_path: Path, mask: int) -> None:
    data = tmp_path / "kept" / "data"
    server = ServerProcess(f"sqlite:///{data / 'coldread.db'}", tmp_path / "logs")
    server.environ["COLDREAD_DATA_DIR"] = str(data)
    with umask(mask):
        server.start()
    try:
        lived(server, data)
        with umask(mask):
            command(server, "backup", str(tmp_path / "kept" / "backups"))
            command(server, "export", "--email", "anna@shop.example", "-o", str(data / "anna.json"))
        made = {path.name for path in data.rglob("*")}
        assert {
            "coldread.db",
            "coldread.db-wal",
            "coldread.db-shm",
            "letters",
            "artifacts",
            "secrets",
        } <= made
        assert open_below(tmp_path / "kept") == []
    finally:
        server.stop()
    (file,) = (tmp_path / "kept" / "backups").iterdir()
    with tarfile.open(file) as tar:
        assert {entry.mode for entry in tar} == {0o600}, "laid out by hand it is private too"
    with umask(mask):
        elsewhere = tmp_path / "elsewhere" / "data"
        server.environ["COLDREAD_DATA_DIR"] = str(elsewhere)
        server.environ["COLDREAD_DATABASE_URL"] = f"sqlite:///{elsewhere / 'coldread.db'}"
        command(server, "restore", str(file))
    assert (elsewhere / "artifacts").is_dir()
    assert open_below(tmp_path / "elsewhere") == []


def test_a_data_dir_that_others_could_read_is_closed_at_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = ServerProcess(f"sqlite:///{data / 'coldread.db'}", tmp_path / "logs")
    server.environ["COLDREAD_DATA_DIR"] = str(data)
    server.start()
    lived(server, data)
    server.stop()
    theirs = tmp_path / "theirs.txt"
    theirs.write_text("linked, and somebody else's")
    (data / "letters" / "link").symlink_to(theirs)
    kept = [data, *data.rglob("*")]
    for path in kept:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)
    theirs.chmod(0o644)
    assert "! data dir" in command(server, "doctor")
    server.start()
    try:
        (data / "letters" / "link").unlink()
        assert open_below(data) == []
        assert stat.S_IMODE(theirs.stat().st_mode) == 0o644
        assert str(data / "letters") in server.log.read_text()
        assert "✓ data dir" in command(server, "doctor")
    finally:
        server.stop()

"""Generated secrets: one for all processes, readable by the owner alone."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from coldread.base import secrets_dir


def test_all_who_start_at_once_get_the_same_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as threads:
        made = set(threads.map(lambda _: secrets_dir.get_or_create(tmp_path, "admin_secret"), range(64)))
    assert len(made) == 1
    assert len(made.pop()) >= 32
    assert [path.name for path in (tmp_path / "secrets").iterdir()] == ["admin_secret"]


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    secrets_dir.get_or_create(tmp_path, "admin_secret")
    path = secrets_dir.path_of(tmp_path, "admin_secret")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700

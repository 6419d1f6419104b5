"""Secrets that nobody configured: made once, kept under the data dir, readable by their owner alone."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path


def _token() -> str:
    return secrets.token_urlsafe(32)


def get_or_create(data_dir: Path, name: str, make: Callable[[], str] = _token) -> str:
    """The secret called `name`, made at first use; two processes that start at once get the same one."""
    path = path_of(data_dir, name)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f".{name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not path.exists():
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make())
        try:
            os.link(fresh, path)  # whole or not at all; whoever comes second keeps the first's
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()


def path_of(data_dir: Path, name: str) -> Path:
    return data_dir / "secrets" / name

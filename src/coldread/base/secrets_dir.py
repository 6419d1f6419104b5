"""Generated secrets: created once, stored in the data directory, readable only by their owner."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from coldread.base import private


def _token() -> str:
    return secrets.token_urlsafe(32)


def get_or_create(data_dir: Path, name: str, make: Callable[[], str] = _token) -> str:
    """The secret called `name`, created at first use. Two processes that start at the same time get the same one."""
    path = path_of(data_dir, name)
    private.make_folder(path.parent)
    fresh = path.with_name(f".{name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not path.exists():
        with private.open_file(fresh, new=True) as file:
            file.write(make().encode())
        try:
            os.link(fresh, path)  # atomic: the second process gets the first one's secret
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()


def path_of(data_dir: Path, name: str) -> Path:
    return data_dir / "secrets" / name

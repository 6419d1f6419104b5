"""Services for tests that one database is enough for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.harness.service import Service


@pytest.fixture(scope="module")
def lasting_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service on SQLite for all tests of a module, without limits.

    For tests that neither turn the clock nor mind what others left behind: a fresh service costs 50 ms, and there
    are hundreds of bounds.
    """
    folder = tmp_path_factory.mktemp("lasting")
    unlimited = dict.fromkeys(("limit_create_per_hour", "limit_reads_per_min", "limit_misses_per_10min"), "0")
    made = Service(f"sqlite:///{folder / 'coldread.db'}", folder / "data", **unlimited)
    yield made
    made.close()


@pytest.fixture
def make_quick_service(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Like `make_service`, on SQLite alone: for settings that the database does not know of."""
    made: list[Service] = []

    def make(**overrides: str) -> Service:
        made.append(Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data", **overrides))
        return made[-1]

    yield make
    for service in made:
        service.close()

"""Weeks of watches with kills, lost and doubled runs, dead hosts and clock jumps: each due run once, each change once.

`python -m bench.watch.month` does the same with a thousand watches for thirty days."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.watch.month import month_service, simulate

from coldread.base import log


@pytest.mark.parametrize("seed", [1, 2])
def test_each_due_run_is_done_once_and_each_change_is_told_once(
    database_url: str, tmp_path: Path, seed: int
) -> None:
    with log.without_log_lines():
        service = month_service(database_url, tmp_path / "data")
        result = simulate(service, number=25, days=14, seed=seed, hosts=12)
        service.close()
    assert result.wrong == []
    assert result.told > 10
    assert result.faults.keys() >= {
        "clock jumped",
        "a host was away",
        "died before a run was stored",
        "two workers had one run",
    }

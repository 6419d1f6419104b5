"""The guide about growth says what its arithmetic says."""

from __future__ import annotations

from pathlib import Path

from bench.capacity.growing import FULL, hours, measured, rows
from bench.service.results import table

GUIDE = (Path(__file__).parents[1] / "docs/guides/growing.md").read_text("utf-8")


def test_its_table_follows_from_the_measured_costs() -> None:
    costs = measured()
    for line in table((), rows(costs)).splitlines()[2:]:
        assert line in GUIDE
    for number in (hours(costs), hours(costs) / FULL):
        assert f"{number:,.0f}" in GUIDE
    assert f"{costs.browser_s / FULL:.1f} cores ({costs.browser_s} s at 70 %)" in GUIDE
    assert f"| a scan, in the API process | {costs.api_s * 1000:.0f} ms of a core |" in GUIDE
    assert f"| a scan, in PostgreSQL | {costs.database_s * 1000:.0f} ms of a core" in GUIDE

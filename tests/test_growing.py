"""The guide about growth says what its arithmetic says."""

from __future__ import annotations

import math
from pathlib import Path

from bench.capacity.growing import FULL, highest_rate, hours, measured, rows
from bench.service.results import table

from coldread.base.clock import DAY, SECOND
from coldread.base.database.postgres import POOL
from coldread.privacy.scans import AT_ONCE
from coldread.worker import EVERY_S

GUIDE = (Path(__file__).parents[1] / "docs/guides/growing.md").read_text("utf-8")


def test_its_table_follows_from_the_measured_costs() -> None:
    costs = measured()
    for line in table((), rows(costs)).splitlines()[2:]:
        assert line in GUIDE
    for number in (hours(costs), hours(costs) / FULL):
        assert f"{number:,.0f}" in GUIDE
    cores = int(rows(costs)[1][2])
    workers = cores // 2
    for words in (
        f"{cores} cores of `coldread work --queues scan` are {math.ceil(cores / 8)} machines with 8 cores",
        f"so {cores} cores are {workers} workers: {workers} × 695 MB = {workers * 0.695:.0f} GB",
        f"are {(workers + 4) * (POOL + 1)} at most",
        f"{AT_ONCE * DAY // SECOND // EVERY_S:,} a day for each. {workers} workers",
    ):
        assert words in " ".join(GUIDE.split()), words
    assert f"{costs.browser_s / FULL:.1f} cores ({costs.browser_s} s at 70%)" in GUIDE
    assert f"| a scan, in the API process | {costs.api_s * 1000:.0f} ms of a core |" in GUIDE
    assert f"| a scan, in PostgreSQL | {costs.database_s * 1000:.0f} ms of a core" in GUIDE


def test_orders_and_polls_follow_from_the_highest_rate_that_held() -> None:
    rate = highest_rate()
    text = " ".join(GUIDE.split())
    for words in (
        f"| {rate.orders} orders and {rate.polls} polls a second, with their e-mails "
        f"| API {rate.api:.2f}, workers {rate.workers:.2f}, PostgreSQL {rate.database:.2f} of a core |",
        "cost {:.1f} cores: {:.1f} for API processes, {:.1f} for workers, {:.1f} for PostgreSQL".format(
            sum(rate.at_level_one), *rate.at_level_one
        ),
    ):
        assert words in text, f"after a new measurement write: {words}"

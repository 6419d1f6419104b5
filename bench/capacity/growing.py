"""`python -m bench.capacity.growing`: what a million scans a day need, by arithmetic from measured costs. The table of docs/guides/growing.md.

The costs are read from the tables that `python -m bench.capacity.scans` and `python -m bench.scan.run` wrote.
"""

from __future__ import annotations

import dataclasses
import json
import re
import statistics
from pathlib import Path

from bench.service import results

LOOKS = Path(__file__).parents[1] / "scan/figures.json"
A_DAY = 1_000_000
#: the busiest hour has so many times the mean
BUSIEST = (1, 3, 6)
#: a core counts as full at this share, because waits grow fast above it
FULL = 0.7
_HELD = re.compile(
    r"^\| (?P<level>[\d.]+), [\d.]+ s \| (?P<orders>[\d,]+) / (?P<polls>[\d,]+) \|.*"
    r"API (?P<api>\d+)%, workers (?P<workers>\d+)%, database (?P<database>\d+)%.*\| holds \|$",
    re.MULTILINE,
)
HEAD = (
    "busiest hour",
    "scans a second",
    "cores for browsers",
    "cores for the API",
    "cores for PostgreSQL",
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Costs:
    """The cost of one scan, in seconds of a core."""

    browser_s: float
    api_s: float
    database_s: float


def measured() -> Costs:
    """The median of the sites for the browser, and the other two as they were measured on PostgreSQL."""
    sites = json.loads(LOOKS.read_text())["sites"].values()
    section = results.RESULTS.read_text().partition("## What a scan costs")[2]

    def ms(what: str) -> float:
        found = re.search(rf"^\| {what} \| (\d+) ms \|", section, re.MULTILINE)
        assert found is not None, what
        return int(found[1]) / 1000

    return Costs(
        browser_s=statistics.median(site["warm_cpu_s"] for site in sites),
        api_s=ms("CPU of the API process with its children"),
        database_s=ms("CPU of PostgreSQL"),
    )


def rows(costs: Costs) -> list[tuple[str, ...]]:
    found = []
    for times in BUSIEST:
        a_second = A_DAY * times / 86_400
        cores = [a_second * cost / FULL for cost in (costs.browser_s, costs.api_s, costs.database_s)]
        found.append(
            (
                f"{times} × the mean",
                f"{a_second:.1f}",
                f"{cores[0]:.0f}",
                *(f"{one:.1f}" for one in cores[1:]),
            )
        )
    return found


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rate:
    """Orders and polls a second that were measured, and what they took of one core."""

    level: float
    orders: str
    polls: str
    api: float
    workers: float
    database: float

    @property
    def at_level_one(self) -> tuple[float, float, float]:
        """Cores for API processes, workers and PostgreSQL at 200 orders and 2,000 polls a second."""
        return self.api / self.level, self.workers / self.level, self.database / self.level


def highest_rate() -> Rate:
    """The highest that held, of the table that `python -m bench.service.rates` wrote; of equal ones the last, which ran longest."""
    section = results.RESULTS.read_text().partition("## A steady rate")[2].partition("\n## ")[0]
    held = [
        Rate(
            level=float(found["level"]),
            orders=found["orders"],
            polls=found["polls"],
            **{name: int(found[name]) / 100 for name in ("api", "workers", "database")},
        )
        for found in _HELD.finditer(section)
    ]
    return max(reversed(held), key=lambda rate: rate.level)


def hours(costs: Costs) -> float:
    """Hours of a core for a million scans in browsers."""
    return A_DAY * costs.browser_s / 3_600


def main() -> None:
    costs = measured()
    print(results.table(HEAD, rows(costs)))
    print(
        f"A scan takes a browser {costs.browser_s:.2f} s of a core; a million take {hours(costs):,.0f} hours of a core."
    )
    rate = highest_rate()
    api, workers, database = rate.at_level_one
    print(
        f"{rate.orders} orders and {rate.polls} polls a second held. By their CPU 200 and 2,000 cost {sum(rate.at_level_one):.1f} "
        f"cores: {api:.1f} for API processes, {workers:.1f} for workers, {database:.1f} for PostgreSQL."
    )


if __name__ == "__main__":
    main()

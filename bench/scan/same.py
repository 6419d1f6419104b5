"""Whether the same page gets the same answer: each frozen page is scanned several times, quiet and under load.

    python -m bench.scan.same [FOLDER …] [--scans 4] [--load 4] [--write]

A FOLDER is a site with an index.html, a folder of such sites, or a folder of single pages; without one, the project's own test
pages are used. Every scan is a visit of its own: nothing is cached between them. Findings with their evidence, checks that
could not tell, answers and scores are compared with the first scan of the page. Load metrics are not: how fast a page comes
depends on the machine. A scan that runs out of time says less, so each has a minute; the load is on top of what else runs.
Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from bench.scan.run import served
from bench.service.results import table, write
from coldread.egress.policy import Policy, parse_allowed
from coldread.scanner.brief import Brief
from coldread.scanner.engine import scan_page
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.scoring.score import compute_scores
from coldread.scanner.page.observations import Observations
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Visitor

ROOT = Path(__file__).resolve().parents[2]
OWN = (ROOT / "tests/sites", ROOT / "tests/sites/trades", ROOT / "tests/sites/moving")
BRIEF = Brief(goal=PrimaryGoal.DEMO)
SECTION = "Same page, same answer"
#: seconds that each scan may take
ENOUGH_S = 60.0
#: checks of how fast a page comes, and whether it jumps meanwhile
LOAD_CHECKS = frozenset({"perf.lcp", "perf.cls", "perf.blocking"})
#: the record's fields about that
LOAD_FIELDS = frozenset({"lcp_ms", "lcp_selector", "cls", "cls_selectors", "blocking_ms", "waited_ms"})
#: values that each scan prints in its own way: the port of the server
PORT = re.compile(r"127\.0\.0\.1:\d+")
MOST_SHOWN = 12


@dataclass(frozen=True, kw_only=True)
class FrozenPage:
    """One page, and the folder that is served for it."""

    name: str
    folder: Path
    path: str


@dataclass
class Compared:
    """What came of the scans of one page."""

    page: FrozenPage
    scans: int = 0
    same: int = 0
    #: by the condition, quiet or under load
    differences: dict[str, list[str]] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    #: parts of the record that differed, whether or not a check noticed
    seen_otherwise: Counter[str] = field(default_factory=Counter)


def frozen_pages(folder: Path) -> list[FrozenPage]:
    """A site, the sites in a folder, or its single pages."""
    if (folder / "index.html").exists():
        return [FrozenPage(name=folder.name, folder=folder, path="/")]
    if sites := sorted(folder.glob("*/index.html")):
        return [FrozenPage(name=site.parent.name, folder=site.parent, path="/") for site in sites]
    single = sorted(folder.glob("*.html"))
    return [FrozenPage(name=page.stem, folder=folder, path=f"/{page.name}") for page in single]


@contextmanager
def load(processes: int) -> Iterator[None]:
    """So many processes that compute without end."""
    spinning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for one in spinning:
            one.kill()
            one.wait()


def answer_of(report: Report) -> dict[str, Any]:
    """Everything that the owner of the page gets, without load metrics."""
    findings = [item for item in report.findings if item.id not in LOAD_CHECKS]
    told = compute_scores(findings, report.basis, report.brief.goal)
    return {
        "findings": {item.id: to_jsonable_python(item) for item in findings},
        "order": [item.id for item in findings],
        "could not tell": {name: why for name, why in report.not_measured.items() if name not in LOAD_CHECKS},
        "answers": {item.question.value: to_jsonable_python(item) for item in report.answers},
        "scores": {
            "overall": told.overall,
            **{name: points for name, points in told.dimensions.items() if name != "performance"},
        },
        "caveats": report.caveats,
        "reading": to_jsonable_python(report.reading),
    }


def record_of(seen: Observations) -> dict[str, Any]:
    """The record without load metrics, for a person who looks for the cause of a difference."""
    record: dict[str, Any] = json.loads(PORT.sub("HOST", seen.to_json().decode()))
    for name in ("desktop", "mobile"):
        if record[name] is not None:
            record[name] = {key: value for key, value in record[name].items() if key not in LOAD_FIELDS}
    return record


def differences(one: object, other: object, place: str = "") -> Iterator[str]:
    """Where two trees of plain values differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            if key not in one or key not in other:
                yield f"{place}/{key}: only in the {'second' if key in other else 'first'}"
            else:
                yield from differences(one[key], other[key], f"{place}/{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, f"{place}/{index}")
    elif one != other:
        yield f"{place}: {str(one)[:150]} → {str(other)[:150]}"


def parts_of(record: Mapping[str, Any], other: Mapping[str, Any]) -> set[str]:
    """Which parts of two records differ: `desktop/drawn`, `axe`."""
    return {
        "/".join(part for part in line.partition(":")[0].split("/")[1:4] if not part.isdecimal())
        for line in differences(dict(record), dict(other))
    }


class Scans:
    """The scans of one page; the first one is what the others are compared with."""

    def __init__(self, visitor: Visitor, url: str, compared: Compared) -> None:
        self._visitor = visitor
        self._url = url
        self._compared = compared
        self._first: tuple[dict[str, Any], dict[str, Any]] | None = None

    async def scan(self, condition: str) -> None:
        began = time.monotonic()
        report = (await scan_page(self._visitor, self._url, BRIEF)).report
        compared = self._compared
        compared.seconds.setdefault(condition, []).append(time.monotonic() - began)
        compared.scans += 1
        answer = json.loads(PORT.sub("HOST", json.dumps(answer_of(report), sort_keys=True)))
        record = record_of(report.seen)
        if self._first is None:
            self._first = answer, record
        found = list(differences(self._first[0], answer))
        compared.seen_otherwise.update(parts_of(self._first[1], record))
        compared.same += not found
        if found:
            compared.differences.setdefault(condition, []).extend(found)


async def compared_page(page: FrozenPage, scans: int, busy: int, deadline_s: float) -> Compared:
    """The page, scanned so often without load of ours, and as often beside `busy` processes."""
    compared = Compared(page=page)
    with served(page.folder) as (place, _):
        renderer = Renderer(no_sandbox_permitted=True, deadline_s=deadline_s)
        policy = Policy(allow=parse_allowed((place,)))
        visitor = Visitor(policy=policy, renderer=renderer, deadline_s=deadline_s)
        repeated = Scans(visitor, f"http://{place}{page.path}", compared)
        try:
            await renderer.warm_up()
            for _ in range(scans):
                await repeated.scan("quiet")
            if busy:
                with load(busy):
                    for _ in range(scans):
                        await repeated.scan("load")
        finally:
            await renderer.close()
    return compared


def shown(compared: Compared) -> str:
    """The page's line, with what differed below it."""
    took = ", ".join(f"{name} {sum(all_) / len(all_):.1f} s" for name, all_ in compared.seconds.items())
    lines = [f"{compared.page.name}: {compared.same} of {compared.scans} the same ({took})"]
    for condition, found in compared.differences.items():
        lines += [
            f"    {condition}: {line} ({count})" for line, count in Counter(found).most_common(MOST_SHOWN)
        ]
    if compared.seen_otherwise:
        parts = ", ".join(f"{part} {count}" for part, count in compared.seen_otherwise.most_common())
        lines.append(f"    parts of the record that differed: {parts}")
    return "\n".join(lines)


def result_table(all_compared: list[Compared], chosen: argparse.Namespace) -> str:
    rows = [
        [one.page.name, f"{one.same} of {one.scans}", _causes(one)] for one in all_compared if one.differences
    ]
    same, scans = sum(one.same for one in all_compared), sum(one.scans for one in all_compared)
    about = (
        f"{len(all_compared)} frozen local pages, {chosen.scans} scans each without load of ours"
        + (
            f" and {chosen.scans} beside {chosen.load} processes that compute without end"
            if chosen.load
            else ""
        )
        + f", compared with the page's first scan: **{same} of {scans}** gave identical findings, answers and scores"
        " (load metrics excepted)."
    )
    return f"{about}\n\n{table(['page', 'same', 'what differed'], rows)}" if rows else about


def _causes(compared: Compared) -> str:
    places = Counter(
        "/".join(line.partition(":")[0].split("/")[1:3])
        for found in compared.differences.values()
        for line in found
    )
    return ", ".join(place for place, _ in places.most_common(6))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.scan.same", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path, default=OWN)
    parser.add_argument("--scans", type=int, default=4, help="of each page, in each condition")
    parser.add_argument(
        "--load", type=int, default=4, help="busy processes beside the second half; 0: no such half"
    )
    parser.add_argument("--deadline", type=float, default=ENOUGH_S, help="seconds that a scan may take")
    parser.add_argument("--write", action="store_true", help="store the result in bench/RESULTS.md")
    chosen = parser.parse_args()
    all_compared = list[Compared]()
    for page in (page for folder in chosen.folders for page in frozen_pages(folder)):
        one = asyncio.run(compared_page(page, chosen.scans, chosen.load, chosen.deadline))
        print(shown(one), flush=True)
        all_compared.append(one)
    text = result_table(all_compared, chosen)
    if chosen.write:
        write(SECTION, text)
    else:
        print(text)
    sys.exit(any(one.differences for one in all_compared))


if __name__ == "__main__":
    main()

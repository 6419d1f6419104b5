"""Lighthouse on the pages that a buyer sees, of a service started here; writes its section of bench/RESULTS.md.

`npm ci` in bench/node, then `python -m bench.pages.lighthouse [--runs 5]`. Medians; the phone preset, simulated throttling.
Exits with 1 if a category is below 95, except SEO of the pages that ask not to be indexed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
from tests.harness.patience import SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.service import WAYS
from tests.harness.website import Website
from tests.pages.conftest import SELLER, UNLIMITED

from bench.service.results import write
from coldread.scanner.scanner import find_browser

ROOT = Path(__file__).parents[2]
LIGHTHOUSE = ROOT / "bench/node/node_modules/lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
LEAST = 95
#: what belongs to one person, and the form that leads there
UNINDEXED = ("order", "report", "pay", "status")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    page = (ROOT / "tests/sites/sample_en.html").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder, Website({"/": page}) as site:
        data = Path(folder)
        server = ServerProcess(
            f"sqlite:///{data / 'c.db'}",
            data,
            scan_allow_hosts=site.place,
            scan_deadline_s=str(SCAN_S),
            **SELLER,
            **UNLIMITED,
        )
        server.start()
        try:
            lost: set[str] = set()
            rows = {
                name: _median(server.url + path, runs, lost) for name, path in _paths(server, site).items()
            }
        finally:
            server.stop()
    write("Lighthouse on our own pages", _table(rows, runs, lost))
    if low := _low(rows):
        sys.exit("below 95: " + ", ".join(low))


def _paths(server: ServerProcess, site: Website) -> dict[str, str]:
    body = {"url": site.url("/"), "primary_goal": "book_call"}
    scan = (
        httpx.post(f"{server.url}/v1/scan", json=body, timeout=2 * SCAN_S)
        .raise_for_status()
        .json()["session_id"]
    )
    order_id = server.order().raise_for_status().json()["order_id"]
    for step in WAYS["billing_pending"]:
        server.move(order_id, step).raise_for_status()
    return {
        "home": "/",
        "order": "/order",
        "report": f"/r/{scan}",
        "pay": f"/pay/{order_id}",
        "status": f"/o/{order_id}",
    }


def _median(url: str, runs: int, lost: set[str]) -> dict[str, float]:
    reports = [_run(url, lost) for _ in range(runs)]
    return {name: statistics.median(report[name] for report in reports) for name in reports[0]}


def _run(url: str, lost: set[str]) -> dict[str, float]:
    """The figures of one run; `lost` is told by which audits of SEO points were lost."""
    environ = {**os.environ, "CHROME_PATH": find_browser("")}
    command = [
        str(Path(sys.executable).parent / "node"),
        str(LIGHTHOUSE / "cli/index.js"),
    ]
    command += [url, "--output=json", "--quiet", f"--only-categories={','.join(CATEGORIES)}"]
    command += ["--chrome-flags=--headless=new --no-sandbox"]
    done = subprocess.run(command, env=environ, capture_output=True, check=True, timeout=180)
    report: dict[str, Any] = json.loads(done.stdout)
    scores = {name: round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES}
    audits = report["audits"]
    for name in CATEGORIES:
        weighed = [each["id"] for each in report["categories"][name]["auditRefs"] if each["weight"]]
        failed = [
            each for each in weighed if (audits[each]["score"] or 1) < 0.9 or audits[each]["score"] == 0
        ]
        if failed:
            print(url, name, failed, file=sys.stderr)
        if name == "seo":
            lost.update(failed)
    return {
        **scores,
        "cls": audits["cumulative-layout-shift"]["numericValue"],
        "blocking ms": round(audits["total-blocking-time"]["numericValue"]),
        "kB": round(audits["total-byte-weight"]["numericValue"] / 1000),
    }


def _low(rows: dict[str, dict[str, float]]) -> list[str]:
    return [
        f"{page} {name} {row[name]:g}"
        for page, row in rows.items()
        for name in CATEGORIES
        if row[name] < LEAST and not (name == "seo" and page in UNINDEXED)
    ]


def _table(rows: dict[str, dict[str, float]], runs: int, lost: set[str]) -> str:
    names = list(next(iter(rows.values())))
    lines = [
        f"Lighthouse {_version()}, phone preset with simulated throttling, median of {runs}; a service with SQLite on the same machine.",
        "",
        f"| page | {' | '.join(names)} |",
        f"|---|{'---:|' * len(names)}",
        *(f"| {page} | {' | '.join(f'{row[name]:g}' for name in names)} |" for page, row in rows.items()),
        "",
        "A report, an order's page, the order form and a pay page ask not to be indexed, by design; Lighthouse takes that from their SEO,",
        f"and nothing else: {'; '.join(sorted(lost))}.",
    ]
    return "\n".join(lines)


def _version() -> str:
    version: str = json.loads((LIGHTHOUSE / "package.json").read_text())["version"]
    return version


if __name__ == "__main__":
    main()

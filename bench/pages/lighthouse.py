"""Lighthouse on the pages that a buyer meets, of a service started here; writes bench/pages/figures.md.

`npm ci` in bench/node, then `python -m bench.pages.lighthouse [--runs 5]`. Medians; the phone preset, simulated throttling.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
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

from coldread.scanner.scanner import find_browser

ROOT = Path(__file__).parents[2]
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")


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
            rows = {name: _median(server.url + path, runs) for name, path in _paths(server, site).items()}
        finally:
            server.stop()
    (Path(__file__).parent / "figures.md").write_text(_table(rows, runs), "utf-8")
    print(_table(rows, runs))


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


def _median(url: str, runs: int) -> dict[str, float]:
    reports = [_run(url) for _ in range(runs)]
    return {name: statistics.median(report[name] for report in reports) for name in reports[0]}


def _run(url: str) -> dict[str, float]:
    environ = {**os.environ, "CHROME_PATH": find_browser("")}
    command = [
        str(Path(sys.executable).parent / "node"),
        str(ROOT / "bench/node/node_modules/lighthouse/cli/index.js"),
    ]
    command += [url, "--output=json", "--quiet", f"--only-categories={','.join(CATEGORIES)}"]
    command += ["--chrome-flags=--headless=new --no-sandbox"]
    done = subprocess.run(command, env=environ, capture_output=True, check=True, timeout=180)
    report: dict[str, Any] = json.loads(done.stdout)
    scores = {name: round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES}
    audits = report["audits"]
    return {
        **scores,
        "cls": audits["cumulative-layout-shift"]["numericValue"],
        "blocking ms": round(audits["total-blocking-time"]["numericValue"]),
        "kB": round(audits["total-byte-weight"]["numericValue"] / 1000),
    }


def _table(rows: dict[str, dict[str, float]], runs: int) -> str:
    names = list(next(iter(rows.values())))
    when = dt.datetime.now(dt.UTC).date().isoformat()
    lines = [
        "# Lighthouse on our own pages",
        "",
        f"Lighthouse 13.5.0, phone preset, median of {runs}; {when}, {os.cpu_count()} cores, {platform.machine()}, "
        f"load {os.getloadavg()[0]:.1f} during the run. `python -m bench.pages.lighthouse --runs {runs}`",
        "",
        f"| page | {' | '.join(names)} |",
        f"|---|{'---:|' * len(names)}",
        *(f"| {page} | {' | '.join(f'{row[name]:g}' for name in names)} |" for page, row in rows.items()),
        "",
        "A report, an order and a pay page ask not to be indexed, which Lighthouse counts against their SEO.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()

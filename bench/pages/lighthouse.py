"""Lighthouse on the pages that buyers and operators see, of a service started here; writes its section of bench/RESULTS.md.

`npm ci` in bench/node, then `python -m bench.pages.lighthouse [--runs 5]`. Medians; the phone preset, simulated throttling.
Exits with 1 if accessibility or best practices are below 100, or performance below 95, or the start page's SEO: the other
pages ask not to be indexed.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
from tests.console.visitor import PASSWORD
from tests.harness.patience import SCAN_S
from tests.harness.process import COMMAND, ServerProcess
from tests.harness.rows import found
from tests.harness.service import WAYS
from tests.harness.website import Website
from tests.pages.conftest import SELLER, UNLIMITED

from bench.service.results import write
from coldread.mail.tables import letters
from coldread.scanner.scanner import find_browser

ROOT = Path(__file__).parents[2]
LIGHTHOUSE = ROOT / "bench/node/node_modules/lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
#: the least that each may have; what people need in order to use a page at all must be there whole
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 95}
#: pages that anybody may find; the rest belong to one person and ask not to be indexed
INDEXED = ("home",)
SPEC = "# One\n\n## Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```html\n<b>code</b>\n```\n"
ANNA = "anna@shop.example"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Visit:
    """One page, in one language, with the cookie of somebody who may read it."""

    path: str
    lang: str = "en"
    cookie: str = ""


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
            draft_after_s="0",
            bank_account="991-2346, SE3550000000054910000003/ESSESESS",
            **SELLER,
            **UNLIMITED,
        )
        server.start()
        try:
            lost: set[str] = set()
            rows = {
                name: _median(server.url, visit, runs, lost) for name, visit in _visits(server, site).items()
            }
        finally:
            server.stop()
    write("Lighthouse on our own pages", _table(rows, runs, lost))
    if low := _low(rows):
        sys.exit("too low: " + ", ".join(low))


def _visits(server: ServerProcess, site: Website) -> dict[str, Visit]:
    """Every kind of page that a buyer or an operator works with; every other one in Swedish."""
    body = {"url": site.url("/"), "primary_goal": "book_call"}
    scan = (
        httpx.post(f"{server.url}/v1/scan", json=body, timeout=2 * SCAN_S)
        .raise_for_status()
        .json()["session_id"]
    )
    company = {
        "billing_method_preference": "umbrella_invoice",
        "billing": {"company_name": "Bageri AB", "org_number": "556036-0793"},
    }
    bill, mobile, work, done = (
        _order_in(server, "billing_pending", **company),
        _order_in(server, "billing_pending", billing_method_preference="mobile_payment"),
        _order_in(server, "in_progress", **company),
        _order_in(server, "delivered", **company),
    )
    mine, desk = _signed_in(server), _at_desk(server)
    pages = {
        "home": ("/", ""),
        "order": ("/order", ""),
        "report": (f"/r/{scan}", ""),
        "pay by invoice": (f"/pay/{bill}", ""),
        "pay by phone": (f"/pay/{mobile}", ""),
        "order's page, to pay": (f"/o/{bill}", ""),
        "order's page, delivered": (f"/o/{done}", ""),
        "specification": (f"/o/{done}/spec", ""),
        "my orders, asked": ("/my", ""),
        "my orders": ("/my", mine),
        "console, sign in": ("/console/login", ""),
        "console, queue": ("/console", desk),
        "console, order": (f"/console/o/{bill}", desk),
        "console, editor": (f"/console/o/{work}/draft", desk),
        "console, deliver": (f"/console/o/{work}/deliver", desk),
        "console, new order": ("/console/new", desk),
        "console, operations": ("/console/ops", desk),
        "console, people's data": (f"/console/people?email={ANNA}", desk),
        "console, operators": ("/console/colleagues", desk),
    }
    return {
        name: Visit(path=path, cookie=cookie, lang=("en", "sv")[number % 2])
        for number, (name, (path, cookie)) in enumerate(pages.items())
    }


def _order_in(server: ServerProcess, status: str, **fields: object) -> str:
    order_id: str = server.order(contact_email=ANNA, **fields).raise_for_status().json()["order_id"]
    for step in WAYS[status]:
        patch = {
            "billing_pending": {"external_reference": "F-17"},
            "in_progress": {"spec_md": SPEC},
            "delivered": {"spec_md": SPEC},
        }
        server.move(order_id, step, patch=patch.get(step, {})).raise_for_status()
    return order_id


def _signed_in(server: ServerProcess) -> str:
    """The cookie of “My orders”."""
    here = {"Accept": "text/html", "Origin": server.url}
    httpx.post(f"{server.url}/my", data={"email": ANNA}, headers=here).raise_for_status()
    link = json.loads(found(server, letters, kind="sign_in")[0].details)["sign_in_page"]
    entered = httpx.post(re.sub(r"^https?://[^/]+", server.url, link), data={"go": "1"}, headers=here)
    return entered.headers["set-cookie"].partition(";")[0]


def _at_desk(server: ServerProcess) -> str:
    """The cookie of an operator."""
    subprocess.run(
        [*COMMAND, "operator", "add", "berit"],
        env=server.environ,
        input=PASSWORD + "\n",
        text=True,
        check=True,
        capture_output=True,
    )
    form = {"name": "berit", "password": PASSWORD, "next": "/console"}
    entered = httpx.post(f"{server.url}/console/login", data=form, headers={"Origin": server.url})
    return entered.headers["set-cookie"].partition(";")[0]


def _median(origin: str, visit: Visit, runs: int, lost: set[str]) -> dict[str, float]:
    reports = [_run(origin, visit, lost) for _ in range(runs)]
    return {name: statistics.median(report[name] for report in reports) for name in reports[0]}


def _run(origin: str, visit: Visit, lost: set[str]) -> dict[str, float]:
    """The figures of one run; the names of SEO audits that lost points are added to `lost`."""
    url = origin + visit.path
    headers = {"Accept-Language": visit.lang, **({"Cookie": visit.cookie} if visit.cookie else {})}
    environ = {**os.environ, "CHROME_PATH": find_browser("")}
    command = [
        str(Path(sys.executable).parent / "node"),
        str(LIGHTHOUSE / "cli/index.js"),
    ]
    command += [url, "--output=json", "--quiet", f"--only-categories={','.join(CATEGORIES)}"]
    command += ["--chrome-flags=--headless=new --no-sandbox", f"--extra-headers={json.dumps(headers)}"]
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
            print(visit.path, visit.lang, name, failed, file=sys.stderr)
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
        if row[name] < LEAST[name] and not (name == "seo" and page not in INDEXED)
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
        "Every page but the first asks not to be indexed, by design; Lighthouse takes that from their SEO, and nothing else:",
        f"{'; '.join(sorted(lost))}.",
    ]
    return "\n".join(lines)


def _version() -> str:
    version: str = json.loads((LIGHTHOUSE / "package.json").read_text())["version"]
    return version


if __name__ == "__main__":
    main()

"""Scans of real pages one after another on a machine with little CPU time: how many are whole, and how long they take.

    systemd-run --scope -p CPUQuota=70% .venv/bin/python -m bench.service.slow_machine SITES --called "0.7 cores"

SITES is a folder with one site per folder (`*/index.html`). The limit applies to this command too: the service, its browser and the
client share the time. `--command-line` also runs `coldread scan` on each site.
"""

from __future__ import annotations

import argparse
import functools
import json
import resource
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
from tests.harness.process import COMMAND, ServerProcess

from bench.service import results

#: nothing takes this long; a longer wait means that something is wrong
PATIENCE_S = 600.0
OFF = dict.fromkeys(("scan_limit_url", "scan_limit_ip", "scan_limit_global"), "0")
WHOLE = "pipeline"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("sites", type=Path)
    asked.add_argument("--count", type=int, default=50)
    asked.add_argument("--called", required=True, help="what the machine has, for the section of the results")
    asked.add_argument("--command-line", action="store_true")
    given = asked.parse_args()
    names = sorted(page.parent.name for page in given.sites.glob("*/index.html"))
    with served(given.sites) as place:
        text = through_the_service(place, names, given.count)
        if given.command_line:
            text += "\n\n" + by_command(place, names)
    results.write(f"A slow machine: {given.called}", text)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()


def through_the_service(place: str, names: list[str], count: int) -> str:
    tally: Counter[str] = Counter()
    taken: list[float] = []
    began_all, computed = time.monotonic(), _computed()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        server = ServerProcess(f"sqlite:///{data / 'coldread.db'}", data, scan_allow_hosts=place, **OFF)
        server.start(within=PATIENCE_S)
        try:
            for number in range(count):
                wish = {
                    "url": f"http://{place}/{names[number % len(names)]}/index.html?{number}",
                    "primary_goal": "book_call",
                }
                began = time.monotonic()
                answer = httpx.post(f"{server.url}/v1/scan", json=wish, timeout=PATIENCE_S)
                taken.append(time.monotonic() - began)
                told = answer.json()
                kind = told["_source"] if answer.status_code == 200 else f"{answer.status_code}"
                tally[kind] += 1
                if kind != WHOLE:
                    why = told.get("caveats") or told.get("detail")
                    print(f"{wish['url']}: {kind} after {taken[-1]:.1f} s: {why}", flush=True)
        finally:
            server.stop(within=60)
    had = (_computed() - computed) / (time.monotonic() - began_all)
    rows = [
        ("scans", str(count), ""),
        ("cores that the service and its browser had, on average and at least", f"{had:.2f}", ""),
        ("whole (`pipeline`)", f"{tally[WHOLE]} ({tally[WHOLE] / count:.0%})", "≥ 95 % at 0.7 cores"),
        ("by the source alone (`lite`)", str(tally["lite"]), ""),
        ("refused", ", ".join(f"{n} × {kind}" for kind, n in tally.items() if kind.isdigit()) or "0", "0"),
        ("first, median, longest", f"{taken[0]:.1f} s, {middle(taken):.1f} s, {max(taken):.1f} s", ""),
    ]
    return results.table(("what", "seen", "asked"), rows)


def by_command(place: str, names: list[str]) -> str:
    """Each site once, with the command line's own patience."""
    ended: Counter[str] = Counter()
    taken: list[float] = []
    for name in names:
        words = ["scan", f"http://{place}/{name}/index.html", "--goal", "book_call", "--format", "json"]
        began = time.monotonic()
        done = subprocess.run([*COMMAND, *words], capture_output=True, timeout=PATIENCE_S, check=False)
        taken.append(time.monotonic() - began)
        kind = json.loads(done.stdout)["_source"] if done.returncode == 0 else f"exit {done.returncode}"
        ended[kind] += 1
        if kind != WHOLE:
            print(f"{name}: {kind} after {taken[-1]:.1f} s: {done.stderr.decode()[-400:]}", flush=True)
    rows = [
        ("`coldread scan`, whole", f"{ended[WHOLE]} of {len(names)}", "all"),
        ("median, longest", f"{middle(taken):.1f} s, {max(taken):.1f} s", ""),
    ]
    return results.table(("what", "seen", "asked"), rows)


def _computed() -> float:
    """CPU seconds of all processes that were started from here and have ended; those that nobody waited for are missing."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    main()

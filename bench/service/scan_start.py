"""How soon a scan starts on PostgreSQL: from the caller's request to the worker's first request to the page.

`python -m bench.service.scan_start`: one `serve`, one `work --queues scan`, a page on loopback that records when it is requested.
The database wakes the worker (LISTEN/NOTIFY); nothing polls in between.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
from tests.harness import postgres
from tests.harness.patience import until
from tests.harness.process import ServerProcess, ended, launch

from bench.service import results

PAGE = (
    b"<!doctype html><html lang=en><title>Bread</title><h1>Bread for cafes</h1><p>Baked at night.</p></html>"
)


class AskedPage:
    """A page that knows when each of its addresses was first asked for."""

    def __init__(self) -> None:
        self.at: dict[str, float] = {}
        page = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                page.at.setdefault(self.path, time.monotonic())
                self.send_response(200 if self.path.startswith("/page") else 404)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(PAGE)))
                self.end_headers()
                self.wfile.write(PAGE)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def waits(number: int) -> list[float]:
    """Milliseconds from the request to the first byte asked of the page, one scan after the other."""
    page = AskedPage()
    unlimited = {f"scan_limit_{name}": "0" for name in ("url", "ip", "global")}
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(
            postgres.new_database(),
            Path(folder),
            scan_engine="lite",
            scan_deadline_s="60",
            log_format="json",
            scan_allow_hosts=page.place,
            **unlimited,
        )
        server.start()
        worker = launch(["work", "--queues", "scan"], server.environ, Path(folder) / "work.log", fresh=True)
        try:
            with server.client() as http:
                until(lambda: '"event":"working"' in (Path(folder) / "work.log").read_text())
                return [_one(http, page, place) for place in range(number + 3)][3:]
        finally:
            ended(worker, 30)
            server.stop()
            page.server.shutdown()


def _one(http: httpx.Client, page: AskedPage, place: int) -> float:
    path = f"/page{place}"
    began = time.monotonic()
    answer = http.post("/v1/scan", json={"url": f"http://{page.place}{path}", "primary_goal": "demo"})
    assert answer.status_code == 200, answer.text
    return (page.at[path] - began) * 1000


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--scans", type=int, default=40)
    given = asked.parse_args()
    found = sorted(waits(given.scans))
    row = [f"{found[int(len(found) * share)]:.0f}" for share in (0.0, 0.5, 0.9)] + [f"{found[-1]:.0f}"]
    text = results.table(("scans", "least, ms", "median", "90 %", "most"), [[str(len(found)), *row]])
    results.write(
        "A scan's start on PostgreSQL",
        f"{text}\n\nFrom the caller's request, through API, database and worker, to the first question to the page.",
    )


if __name__ == "__main__":
    main()

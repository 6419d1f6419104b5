"""A service that starts before PostgreSQL; that goes away under load in `tests/faults/test_postgres_killed.py`."""

from __future__ import annotations

from pathlib import Path

from tests.harness.patience import until
from tests.harness.postgres import OwnServer
from tests.harness.process import ServerProcess


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

"""The data directory is deleted under the running service: nothing is acknowledged that a restart would not find."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx

from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess


def test_a_deleted_data_directory_is_503_and_comes_back_without_a_restart(tmp_path: Path) -> None:
    data, aside = tmp_path / "data", tmp_path / "aside"
    data.mkdir()
    server = ServerProcess(f"sqlite:///{data / 'coldread.db'}", tmp_path)
    server.start()
    try:
        assert server.order().status_code == 201
        assert httpx.get(f"{server.url}/v1/ping", timeout=ANSWER_S).status_code == 200
        shutil.copytree(data, aside)
        shutil.rmtree(data)
        for answer in (
            server.order(),
            httpx.get(f"{server.url}/v1/ping", timeout=ANSWER_S),
            server.order(),
        ):
            assert answer.status_code == 503
            assert answer.json()["type"] == f"{server.url}/errors/unavailable"
        assert not data.exists(), "nothing new may stand where the old was"
        shutil.copytree(aside, data)
        assert server.order().status_code == 201
    finally:
        server.stop()

"""A body of more than 20,000 JSON values is refused wherever JSON is taken, whoever sends it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess
from tests.harness.service import ADMIN

PIPELINE = "pipeline-key-of-at-least-32-characters"
ADMITTED = {
    "/v1/internal/": {"Authorization": f"Bearer {ADMIN}", "X-Pipeline-Key": PIPELINE},
    "/mcp": {"Accept": "application/json, text/event-stream"},
}
ROUTES = (
    "/v1/scan",
    "/v1/cold-read-requests",
    "/v1/cold-read/request",
    "/v1/agents/submit",
    "/v1/orders/INV-11111111/info",
    "/v1/orders/INV-11111111/rescan",
    "/v1/cold-read/INV-11111111/rescan",
    "/v1/internal/orders/INV-11111111/transition",
    "/v1/internal/pipeline/orders/INV-11111111/draft",
    "/v1/internal/pipeline/orders/INV-11111111/stages",
    "/v1/internal/pipeline/scans/1/result",
    "/v1/message:send",
    "/a2a/rest/message:send",
    "/mcp",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("values")
    server = ServerProcess(f"sqlite:///{folder / 'coldread.db'}", folder / "data", pipeline_key=PIPELINE)
    server.start()
    yield server
    server.stop()


def sent(server: ServerProcess, path: str, values: int) -> httpx.Response:
    """An object with one list; the two are values too."""
    admitted = next((headers for start, headers in ADMITTED.items() if path.startswith(start)), {})
    return httpx.post(
        server.url + path,
        content=b'{"many": [' + b",".join([b"0"] * (values - 2)) + b"]}",
        headers={"Content-Type": "application/json", **admitted},
        timeout=ANSWER_S,
    )


@pytest.mark.parametrize("path", ROUTES)
def test_one_value_too_many_is_refused_as_no_json(server: ServerProcess, path: str) -> None:
    refused = sent(server, path, 20_001)
    assert refused.status_code == 400, refused.text
    assert refused.json()["type"].endswith("/malformed-json")
    taken = sent(server, path, 19_999)
    assert not str(taken.json().get("type", "")).endswith("/malformed-json"), "that many are only wrong"

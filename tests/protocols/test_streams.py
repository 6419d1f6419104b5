"""No surface opens a stream: whatever is asked for, by whatever Accept, the answer ends; what waits is counted and bounded."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any

import httpx
import pytest

from coldread.asgi import endpoints
from coldread.base.database.row_changes import MOST_PER_CLIENT
from tests.harness.patience import SCAN_S
from tests.harness.service import Service

pytestmark = pytest.mark.together("mcp")

ACCEPTS = ("*/*", "text/event-stream", "application/json, text/event-stream", "")
MODERN = {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "subscriptions/listen",
    "Accept": "application/json, text/event-stream",
}


def ended(service: Service, method: str, path: str, **kwargs: Any) -> httpx.Response:
    """The whole answer; a stream without end is no answer."""

    async def ask() -> httpx.Response:
        async with asyncio.timeout(SCAN_S):
            return await service.request(method, path, **kwargs)

    answer: httpx.Response = service.run(ask())
    return answer


@pytest.mark.parametrize("accept", ACCEPTS)
def test_there_is_no_stream_at_mcp(accept: str, lasting_service: Service) -> None:
    refused = ended(lasting_service, "GET", "/mcp", headers={"Accept": accept})
    assert refused.status_code == 405
    assert refused.headers["content-type"] == "application/problem+json"
    assert "POST" in refused.headers["allow"]
    assert "GET" not in refused.headers["allow"]


def test_a_subscription_over_mcp_is_refused_at_once(lasting_service: Service) -> None:
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "subscriptions/listen",
        "params": {
            "notifications": {"resourceSubscriptions": ["coldread://guide"], "toolsListChanged": True},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    }
    answer = ended(lasting_service, "POST", "/mcp", json=call, headers=MODERN)
    assert "-32601" in answer.text


@pytest.mark.parametrize("accept", ACCEPTS)
@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/a2a/rest/message:stream", "POST"),
        ("/v1/message:stream", "POST"),
        ("/a2a/rest/tasks/{id}:subscribe", "GET"),
        ("/a2a/rest/tasks/{id}:subscribe", "POST"),
        ("/v1/tasks/{id}:subscribe", "GET"),
    ],
)
def test_a2a_streams_nothing(path: str, method: str, accept: str, lasting_service: Service) -> None:
    order_id = lasting_service.order()["order_id"]
    sent: dict[str, Any] = {"json": {}} if method == "POST" else {}
    answer = ended(lasting_service, method, path.format(id=order_id), headers={"Accept": accept}, **sent)
    assert answer.status_code == 400
    assert answer.json()["type"].endswith("/operation-unsupported")


@pytest.mark.parametrize(
    "name", ["message/stream", "tasks/resubscribe", "SendStreamingMessage", "SubscribeToTask"]
)
def test_json_rpc_streams_nothing(name: str, lasting_service: Service) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": name, "params": {"id": str(uuid.uuid4())}}
    answer = ended(lasting_service, "POST", "/a2a", json=call, headers={"Accept": "text/event-stream"})
    assert answer.json()["error"]["code"] == -32004


def test_every_read_ends_whatever_is_accepted(lasting_service: Service) -> None:
    """All addresses that take GET, with a header that asks for a stream."""
    for row in endpoints():
        if row.method != "GET" or "{" in row.path:
            continue
        answer = ended(lasting_service, "GET", row.path, headers={"Accept": "text/event-stream"})
        assert "event-stream" not in answer.headers.get("content-type", ""), row.path


def test_whoever_waits_is_counted_and_the_count_goes_back(service: Service) -> None:
    """A wait has an owner, an end and a place among a hundred; the next one is answered at once."""
    order_id = service.order()["order_id"]

    async def crowd() -> list[httpx.Response]:
        waits = [
            service.request("GET", f"/v1/orders/{order_id}", headers={"Prefer": "wait=1"})
            for _ in range(MOST_PER_CLIENT + 5)
        ]
        return list(await asyncio.gather(*waits))

    answers = service.run(crowd())
    waited = [answer for answer in answers if "preference-applied" in answer.headers]
    assert {answer.status_code for answer in answers} == {200}
    assert len(waited) == MOST_PER_CLIENT
    assert service.services.watch.waiting == 0

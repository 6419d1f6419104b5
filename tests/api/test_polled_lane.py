"""The thin lane of the polled read gives what the normal route gives, to the byte and the header."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from coldread.api import polled
from tests.harness.service import BASE_URL, Service

CASES: dict[str, dict[str, Any]] = {
    "a plain read": {},
    "the tag we have": {"headers": {"If-None-Match": "ETAG"}},
    "one of several tags": {"headers": {"If-None-Match": '"other", W/ETAG'}},
    "any tag": {"headers": {"If-None-Match": "*"}},
    "a stale tag": {"headers": {"If-None-Match": '"other"'}},
    "from a browser": {"headers": {"Origin": "https://elsewhere.example"}},
    "with an id of its own": {"headers": {"X-Request-Id": "trace-12345678"}},
    "with an unsafe id": {"headers": {"X-Request-Id": "a\tb"}},
}


def answer(service: Service, app: Any, path: str, headers: dict[str, str]) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=("198.51.100.9", 1))
        async with httpx.AsyncClient(transport=transport, base_url=BASE_URL) as client:
            return await client.get(path, headers=headers)

    found: httpx.Response = service.run(ask())
    return found


def seen(response: httpx.Response, request: dict[str, Any]) -> tuple[Any, ...]:
    headers = {name: value for name, value in response.headers.multi_items() if name != "ratelimit-remaining"}
    sent_own = "trace" in str(request.get("headers"))
    if not sent_own:
        assert headers.pop("x-request-id")
    return response.status_code, response.content, headers


@pytest.mark.parametrize("status", ["submitted", "billing_pending", "delivered"])
@pytest.mark.parametrize("request_", CASES.values(), ids=CASES.keys())
def test_both_ways_answer_the_same(
    service: Service, monkeypatch: pytest.MonkeyPatch, request_: dict[str, Any], status: str
) -> None:
    order_id = service.order_in(status)
    path = f"/v1/orders/{order_id}"
    etag = service.get(path).headers["etag"]
    headers = {name: value.replace("ETAG", etag) for name, value in request_.get("headers", {}).items()}
    thin = answer(service, service.app, path, headers)
    monkeypatch.setattr(polled.PolledLane, "poll_in", lambda *_: None)
    normal = answer(service, service.app, path, headers)
    assert seen(thin, request_) == seen(normal, request_)


def test_the_lane_really_answers_the_plain_read(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    order_id = service.order()["order_id"]
    lane = service.app

    async def no_route(*_: Any) -> None:
        raise AssertionError("the read went on to the router")

    monkeypatch.setattr(lane, "app", no_route)
    assert service.get(f"/v1/orders/{order_id}").status_code == 200


def test_a_view_made_by_other_code_or_settings_is_made_anew(make_service: Callable[..., Service]) -> None:
    before = make_service()
    order_id = before.order()["order_id"]
    first = before.get(f"/v1/orders/{order_id}")
    after = make_service(base_url="https://moved.example")
    second = after.get(f"/v1/orders/{order_id}")
    assert second.json()["_links"]["self"]["href"] == f"https://moved.example/v1/orders/{order_id}"
    assert second.headers["etag"] != first.headers["etag"]
    assert (
        after.get(f"/v1/orders/{order_id}", headers={"If-None-Match": first.headers["etag"]}).status_code
        == 200
    )


def test_both_ways_count_against_the_same_limit(make_service: Callable[..., Service]) -> None:
    service = make_service(limit_reads_per_min="4")
    order_id = service.order()["order_id"]
    statuses = [
        service.get(f"/v1/orders/{order_id}{query}").status_code
        for query in ("", "?a=1", "", "?a=1", "", "?a=1")
    ]
    assert statuses == [200, 200, 200, 200, 429, 429]


def test_a_read_touches_the_database_once_and_writes_nothing(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    order_id = service.order()["order_id"]
    asked: list[str] = []
    point = service.services.db.point

    async def counted(query: Any, *parameters: Any) -> Any:
        asked.append(query.sql)
        return await point(query, *parameters)

    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("a plain read must not open a transaction")

    monkeypatch.setattr(service.services.db, "point", counted)
    monkeypatch.setattr(service.services.db, "write", never)
    monkeypatch.setattr(service.services.db, "read", never)
    assert service.get(f"/v1/orders/{order_id}").status_code == 200
    assert len(asked) == 1


def test_the_loop_is_free_while_a_write_waits(quick_service: Service) -> None:
    """A read answers while the writer thread is busy: nothing blocks the loop."""
    service = quick_service
    order_id = service.order()["order_id"]
    release = threading.Event()

    async def scene() -> int:
        slow = asyncio.create_task(service.services.db.write(lambda session: release.wait(10)))
        await asyncio.sleep(0)
        read = await service.request("GET", f"/v1/orders/{order_id}")
        release.set()
        await slow
        return read.status_code

    assert service.run(scene()) == 200

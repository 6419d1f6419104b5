"""`Prefer: wait=N`: the answer comes with the change, over processes, and holds nothing meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from coldread.base.database import row_changes
from coldread.web.prefer import preferred_wait
from tests.harness.process import ServerProcess
from tests.harness.service import ADMIN, WISH, Service

WAIT = {"Prefer": "wait=30"}


@pytest.mark.parametrize(
    ("values", "seconds"),
    [
        (["wait=10"], 10),
        (["respond-async, wait=5"], 5),
        (['wait="7"'], 7),
        (["return=minimal", "WAIT = 3"], 3),
        (["wait=999999999"], 30),
        (["wait=-1"], 0),
        (["wait=x"], 0),
        (["wait=9" + "9" * 5000], 0),
        ([], 0),
    ],
)
def test_the_wish_is_read_as_the_standard_has_it(values: list[str], seconds: int) -> None:
    assert preferred_wait(values) == seconds


async def waited_for(
    service: Service, order_id: str, change: Callable[[], Any], **headers: str
) -> httpx.Response:
    asking = asyncio.create_task(
        service.request("GET", f"/v1/orders/{order_id}", headers={**WAIT, **headers})
    )
    while not service.services.watch.waiting:
        await asyncio.sleep(0.01)
    await change()
    return await asyncio.wait_for(asking, 20)


def moving(service: Service, order_id: str, to_status: str) -> Callable[[], Any]:
    return lambda: service.request(
        "POST",
        f"/v1/internal/orders/{order_id}/transition",
        json={"to_status": to_status},
        headers={"Authorization": f"Bearer {ADMIN}"},
    )


def test_a_change_ends_the_wait(service: Service) -> None:
    order_id = service.order()["order_id"]
    answer = service.run(waited_for(service, order_id, moving(service, order_id, "reviewing")))
    assert (answer.status_code, answer.json()["status"]) == (200, "reviewing")
    assert answer.headers["preference-applied"] == "wait=30"
    assert service.services.watch.waiting == 0


def test_an_etag_that_is_no_longer_true_is_answered_at_once(service: Service) -> None:
    order_id = service.order()["order_id"]
    old = service.get(f"/v1/orders/{order_id}").headers["etag"]
    service.move(order_id, "reviewing")
    answer = service.get(f"/v1/orders/{order_id}", headers={**WAIT, "If-None-Match": old})
    assert (answer.status_code, answer.json()["status"]) == (200, "reviewing")


def test_without_a_change_the_same_answer_comes_after_the_time(service: Service) -> None:
    order_id = service.order()["order_id"]
    first = service.get(f"/v1/orders/{order_id}")
    headers = {"Prefer": "wait=1", "If-None-Match": first.headers["etag"]}
    began = time.monotonic()
    answer = service.get(f"/v1/orders/{order_id}", headers=headers)
    assert time.monotonic() - began >= 0.9
    assert (answer.status_code, answer.headers["preference-applied"]) == (304, "wait=1")
    assert service.get(f"/v1/orders/{order_id}", headers={"Prefer": "wait=1"}).content == first.content


def test_an_order_that_does_not_exist_is_not_waited_for(service: Service) -> None:
    assert service.get("/v1/orders/INV-7Hq2mXpR", headers=WAIT).status_code == 404


def test_a_thousand_waiters_are_one_look_at_a_time(
    make_service: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    service = make_service(limit_reads_per_min="0")
    monkeypatch.setattr(row_changes, "MOST_PER_CLIENT", 2000)
    order_id = service.order()["order_id"]

    async def crowd() -> list[bool | None]:
        from coldread.orders.queries import marks_of

        hub = service.services.watch
        etag = (await service.request("GET", f"/v1/orders/{order_id}")).headers["etag"]
        waits = [
            asyncio.create_task(hub.wait_for_change(order_id, etag, 20, look=marks_of, client="crowd"))
            for _ in range(1000)
        ]
        await asyncio.sleep(0)
        assert hub.waiting == 1000
        assert sum("_watch" in repr(task) for task in asyncio.all_tasks()) == 1
        await moving(service, order_id, "reviewing")()
        return await asyncio.gather(*waits)

    assert service.run(crowd()) == [True] * 1000


def test_who_waits_too_often_is_answered_at_once(
    quick_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_changes, "MOST_PER_CLIENT", 0)
    order_id = quick_service.order()["order_id"]
    answer = quick_service.get(f"/v1/orders/{order_id}", headers=WAIT)
    assert answer.status_code == 200
    assert "preference-applied" not in answer.headers


def test_a_change_made_by_another_process_ends_the_wait(start_server: Callable[..., ServerProcess]) -> None:
    one, other = start_server(), start_server()
    order_id = httpx.post(f"{one.url}/v1/cold-read-requests", json=WISH).json()["order_id"]
    with ThreadPoolExecutor(1) as beside:
        asked = beside.submit(httpx.get, f"{one.url}/v1/orders/{order_id}", headers=WAIT, timeout=40)
        time.sleep(1)  # long enough to be waiting; the assertion holds either way
        moved = httpx.post(
            f"{other.url}/v1/internal/orders/{order_id}/transition",
            json={"to_status": "reviewing"},
            headers={"Authorization": f"Bearer {ADMIN}"},
        )
        assert moved.status_code == 200
        answer = asked.result(timeout=40)
    assert answer.json()["status"] == "reviewing"
    assert answer.headers["preference-applied"] == "wait=30"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_rehearsal_can_be_followed_by_waiting_alone(start_server: Callable[..., ServerProcess]) -> None:
    server = start_server(sandbox="1", sandbox_step_s="1")
    wish = {**WISH, "sandbox": True}
    order_id = httpx.post(f"{server.url}/v1/cold-read-requests", json=wish).json()["order_id"]
    seen: list[str] = []
    ends = time.monotonic() + 90
    while time.monotonic() < ends and "delivered" not in seen:
        answer = httpx.get(f"{server.url}/v1/orders/{order_id}", headers=WAIT, timeout=40).json()
        if not seen or seen[-1] != answer["status"]:
            seen.append(answer["status"])
    assert seen[-1] == "delivered", seen
    assert "billing_pending" in seen

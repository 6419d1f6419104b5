"""A closed service takes nothing new and finishes what it has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.harness.desk import orders_stored
from tests.harness.refusals import refusal
from tests.harness.service import V1_WISH, WISH, Service


@pytest.fixture
def closed(make_quick_service: Callable[..., Service]) -> tuple[Service, str]:
    """A service that was open, took an order, and was closed; with the order's id."""
    opened = make_quick_service()
    order_id = opened.order_in("needs_info")
    opened.post("/v1/cold-read-requests", json=WISH, headers={"Idempotency-Key": "key-12345678"})
    return make_quick_service(service_mode="closed"), order_id


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/cold-read-requests", WISH),
        ("/v1/cold-read-requests", {**WISH, "dry_run": True}),
        ("/v1/cold-read-requests", {}),
        ("/v1/cold-read-requests?view=v1", V1_WISH),
        ("/v1/cold-read/request", V1_WISH),
    ],
)
def test_nothing_new_is_taken(closed: tuple[Service, str], path: str, body: dict[str, object]) -> None:
    """Lines 59, 101: closed comes before every other check."""
    service, _ = closed
    before = orders_stored(service)
    refusal(service.post(path, json=body), 503, "service-closed")
    refusal(service.post(path, content="{", headers={"Content-Type": "text/plain"}), 503, "service-closed")
    assert orders_stored(service) == before


def test_reads_moves_and_answers_go_on(closed: tuple[Service, str]) -> None:
    """Lines 69, 94, 104, 114."""
    service, order_id = closed
    assert service.get(f"/v1/cold-read/{order_id}").status_code == 200
    assert service.post(f"/v1/orders/{order_id}/info", json={"message": "Here"}).status_code == 202
    for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress"):
        assert service.move(order_id, step).status_code == 200
    assert service.move(order_id, "delivered", patch={"spec_md": "# Final"}).status_code == 200
    assert service.get(f"/deliverables/{order_id}/spec_final.md").text == "# Final"
    assert service.seen(order_id)["status"] == "delivered"
    rescan = service.post(f"/v1/orders/{order_id}/rescan", json={"url": WISH["url"]})
    assert rescan.json()["type"].rpartition("/")[2] != "service-closed"


@pytest.mark.parametrize(
    "path",
    [
        "/v1/ping",
        "/v1/manifest",
        "/v1/openapi.json",
        "/.well-known/agent-card.json",
        "/llms.txt",
        "/errors/not-found",
    ],
)
def test_discovery_goes_on(closed: tuple[Service, str], path: str) -> None:
    """Lines 125, 126, 127, 128, 131, 138."""
    assert closed[0].get(path).status_code == 200

"""The free follow-up rescan: for whom its route is open. What it answers is in tests/orders/test_rescan.py."""

from __future__ import annotations

import pytest

from coldread.base.clock import DAY
from tests.harness.refusals import pointers, refusal
from tests.harness.service import WAYS, Service

NEW_PAGE = {"url": "http://127.0.0.1/new"}  # which the egress policy refuses
both_paths = pytest.mark.parametrize("path", ["/v1/orders/{}/rescan", "/v1/cold-read/{}/rescan"])


@both_paths
def test_an_unknown_order_has_no_rescan(quick_service: Service, path: str) -> None:
    """Line 109."""
    refusal(quick_service.post(path.format("INV-xxxxxxxx"), json=NEW_PAGE), 404, "not-found")


@both_paths
@pytest.mark.parametrize("status", [status for status in WAYS if status not in {"delivered", "expired"}])
def test_before_delivery_a_rescan_is_not_available(lasting_service: Service, path: str, status: str) -> None:
    """Lines 39, 109."""
    answer = lasting_service.post(path.format(lasting_service.order_in(status)), json=NEW_PAGE)
    refusal(answer, 409, "rescan-not-available")


@both_paths
@pytest.mark.parametrize("days", [0, 8, 29])
def test_a_delivered_order_has_its_rescan_for_30_days(service: Service, path: str, days: int) -> None:
    """Lines 109: whatever `expires_at` says; a page that is not there does not use up the right."""
    order_id = service.order_in("delivered")
    service.clock.move(days * DAY)
    for _ in range(2):
        refusal(service.post(path.format(order_id), json=NEW_PAGE), 422, "url-unreachable")
    if days < 7:
        seen = service.seen(order_id)
        assert seen["rescan_used"] is False
        assert "rescan" in seen["_links"]


@both_paths
def test_after_30_days_the_rescan_is_not_found(service: Service, path: str) -> None:
    """Line 109."""
    order_id = service.order_in("delivered")
    service.clock.move(30 * DAY + 1)
    refusal(service.post(path.format(order_id), json=NEW_PAGE), 404, "not-found")


@both_paths
@pytest.mark.parametrize("body", [{}, {"url": None}, {"url": "shop.example"}, {"url": 7}], ids=repr)
def test_a_rescan_needs_an_address(lasting_service: Service, path: str, body: dict[str, object]) -> None:
    """Line 109."""
    assert pointers(lasting_service.post(path.format(lasting_service.order_in("delivered")), json=body)) == {
        "#/url"
    }


def test_the_link_of_a_rescan_leads_here(quick_service: Service) -> None:
    """Lines 76, 79, 109."""
    order_id = quick_service.order_in("delivered")
    for path in (f"/v1/orders/{order_id}", f"/v1/cold-read/{order_id}"):
        link = quick_service.get(path).json()["_links"]["rescan"]
        assert link["method"] == "POST"
        assert quick_service.post(link["href"], json=NEW_PAGE).status_code == 422


def test_a_rescan_address_of_the_operators_does_not_close_our_route(quick_service: Service) -> None:
    """Lines 76, 109."""
    order_id = quick_service.order_in("in_progress")
    quick_service.move(order_id, "delivered", patch={"rescan_url": "https://elsewhere.example/again"})
    assert quick_service.post(f"/v1/orders/{order_id}/rescan", json=NEW_PAGE).status_code == 422

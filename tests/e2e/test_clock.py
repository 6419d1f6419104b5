"""Whole processes whose clock was turned from outside (faketime) and stands still: the dates of the contract, to the minute."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.harness.process import ServerProcess
from tests.harness.service import ADMIN, V1_WISH

pytestmark = pytest.mark.together("clock")  # they share the process that turned ones are forked from

At = Callable[..., ServerProcess]


@pytest.fixture
def at(tmp_path: Path, request: pytest.FixtureRequest) -> At:
    """The same database, served at another time."""

    def start(clock: str | None, **settings: str) -> ServerProcess:
        server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, **settings)
        server.start(clock=clock)
        request.addfinalizer(server.stop)
        return server

    return start


def status(server: ServerProcess, path: str) -> int:
    return httpx.get(server.url + path).status_code


def test_an_order_is_read_for_seven_days_and_not_a_minute_longer(at: At) -> None:
    """Lines 35, 83."""
    now = at("2027-05-01 12:00:00")
    order_id = now.order().json()["order_id"]
    paths = (f"/v1/orders/{order_id}", f"/v1/cold-read/{order_id}")
    nearly = at("2027-05-08 11:59:00")
    assert [status(nearly, path) for path in paths] == [200, 200]
    just_after = at("2027-05-08 12:00:01")
    assert [status(just_after, path) for path in paths] == [404, 404]
    refused = just_after.move(order_id, "reviewing")
    assert (refused.status_code, refused.json()["current_status"]) == (409, "expired")
    assert refused.json()["allowed_transitions"] == []


def test_an_invoice_that_is_paid_late_is_still_taken(at: At) -> None:
    invoice = httpx.post(f"{at(None).url}/v1/cold-read/request", json=V1_WISH).json()["invoice_id"]
    late = at("+10d")
    refused = late.move(invoice, "expired")
    assert refused.json()["allowed_transitions"] == ["paid", "rejected"]
    assert late.move(invoice, "paid").status_code == 200
    assert late.move(invoice, "in_progress").status_code == 200


def test_a_draft_goes_live_at_its_time_while_the_service_runs_elsewhere_in_time(at: At) -> None:
    now = at("2027-05-01 12:00:00")
    order_id = now.order().json()["order_id"]
    for step in ("reviewing", "accepted", "billing_pending", "paid"):
        assert (
            now.move(order_id, step, patch={"spec_md": "# Draft"} if step == "paid" else {}).status_code
            == 200
        )
    draft = f"/deliverables/{order_id}/spec_draft.md"
    assert (status(now, draft), httpx.get(f"{now.url}/v1/orders/{order_id}").json()["draft_url"]) == (
        404,
        None,
    )
    later = at("2027-05-01 13:01:00")
    assert status(later, draft) == 200
    assert httpx.get(f"{later.url}/v1/orders/{order_id}").json()["draft_url"] == later.url + draft
    assert httpx.get(f"{later.url}/v1/cold-read/{order_id}").json()["status"] == "draft_ready"


def test_the_legacy_card_redirects_through_its_last_day(at: At) -> None:
    """Line 130."""
    path = "/.well-known/agent.json"
    assert status(at("2026-06-25 23:58:00", legacy_card_until="2026-06-25"), path) == 307
    after = at("2026-06-26 00:00:01", legacy_card_until="2026-06-25")
    assert status(after, path) == 404
    assert "agent-card.json" in httpx.get(after.url + path).headers["link"]


def test_v1_is_native_then_redirected_for_sixty_days_then_gone(at: At) -> None:
    """Line 111."""
    cutover = {"v2_cutover_at": "2027-01-01T00:00:00Z"}
    native = at("2026-12-31 23:58:00", **cutover)
    assert httpx.post(f"{native.url}/v1/cold-read/request", json=V1_WISH).status_code == 201
    moved = at("2027-01-01 00:00:05", **cutover)
    redirect = httpx.post(f"{moved.url}/v1/cold-read/request", json=V1_WISH)
    assert redirect.status_code == 308
    assert redirect.headers["sunset"] == "Tue, 02 Mar 2027 00:00:00 GMT"
    with httpx.Client(follow_redirects=True) as client:
        followed = client.post(
            f"{moved.url}/v1/cold-read/request", json=V1_WISH, headers={"Idempotency-Key": "a" * 8}
        )
        assert followed.status_code == 201
        invoice = followed.json()
        assert invoice["pay_url"].endswith(f"/pay/{invoice['invoice_id']}")
        assert (
            client.get(f"{moved.url}/v1/cold-read/{invoice['invoice_id']}").json()["status"]
            == "pending_payment"
        )
    gone = at("2027-03-02 00:00:05", **cutover)
    answer = httpx.post(f"{gone.url}/v1/cold-read/request", json=V1_WISH)
    assert (answer.status_code, answer.json()["type"]) == (404, f"{gone.url}/errors/gone")
    assert 'rel="successor-version"' in answer.headers["link"]


def test_a_clock_that_jumps_back_never_turns_updated_at_back(at: At) -> None:
    ahead = at("+1d")
    order_id = ahead.order().json()["order_id"]
    first = ahead.move(order_id, "reviewing").json()["updated_at"]
    second = at(None).move(order_id, "accepted").json()["updated_at"]
    assert second > first


def test_the_secret_works_at_any_time(at: At) -> None:
    server = at("+400d")
    answer = httpx.post(
        f"{server.url}/v1/internal/orders/INV-11111111/transition",
        json={"to_status": "reviewing"},
        headers={"Authorization": f"Bearer {ADMIN}"},
    )
    assert answer.status_code == 404

"""Reading by the deprecated first version: names of states, promises, addresses and headers before the cutover."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coldread.base.clock import DAY, HOUR, MINUTE, rfc3339
from tests.harness.refusals import refusal
from tests.harness.service import BASE_URL, START, V1_WISH, WAYS, Service

CREATE = "/v1/cold-read/request"
STAGES = ["payment", "analysis", "draft", "human_review", "delivery"]
FIELDS = frozenset(
    [
        "invoice_id",
        "status",
        "_links",
        "eta",
        "eta_seconds",
        "draft_url",
        "final_url",
        "diff_url",
        "delivery_url",
        "rescan_used",
        "stages",
    ]
)
#: status of the order: what V1 calls it without a live draft, and with one
CALLED = {
    "submitted": ("pending_payment", None),
    "reviewing": ("pending_payment", None),
    "needs_info": ("pending_payment", None),
    "accepted": ("pending_payment", None),
    "billing_pending": ("pending_payment", None),
    "paid": ("paid", "draft_ready"),
    "in_progress": ("processing", "draft_ready"),
    "delivered": ("done", "done"),
    "rejected": ("expired", None),
}


def invoice(service: Service, **fields: Any) -> str:
    answer = service.post(CREATE, json={**V1_WISH, **fields})
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["invoice_id"]
    return made


def shown(service: Service, invoice_id: str) -> dict[str, Any]:
    answer = service.get(f"/v1/cold-read/{invoice_id}")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


@pytest.mark.parametrize("status", CALLED)
def test_each_status_has_its_old_name(service: Service, status: str) -> None:
    """Lines 104, 110."""
    body = shown(service, service.order_in(status))
    assert set(body) >= FIELDS
    assert body["status"] == CALLED[status][0]
    assert body["rescan_used"] is False


@pytest.mark.parametrize("status", [status for status, (_, live) in CALLED.items() if live])
def test_a_live_draft_is_called_draft_ready_until_done(service: Service, status: str) -> None:
    """Lines 104, 105, 110."""
    order_id = service.order_in("accepted")
    service.move(order_id, "billing_pending", patch={"spec_md": "# Draft"})
    for step in WAYS[status][3:]:
        assert service.move(order_id, step).status_code == 200
    service.clock.move(HOUR)
    assert shown(service, order_id)["status"] == CALLED[status][1]


def test_addresses_go_live_with_their_state(service: Service) -> None:
    """Lines 105, 106."""
    order_id = service.order_in("billing_pending")

    def urls() -> tuple[Any, ...]:
        body = shown(service, order_id)
        return tuple(body[name] for name in ("draft_url", "final_url", "diff_url", "delivery_url"))

    def links() -> set[str]:
        return set(shown(service, order_id)["_links"]) & {"pay", "draft_result", "result", "diff", "rescan"}

    draft, final = (f"{BASE_URL}/deliverables/{order_id}/spec_{name}.md" for name in ("draft", "final"))
    diff = "https://code.example/1.diff"
    assert (urls(), links()) == ((None,) * 4, {"pay"})
    service.move(order_id, "paid", patch={"spec_md": "# Draft"})
    assert (urls(), links()) == ((None,) * 4, set())
    service.clock.move(HOUR)
    assert (urls(), links()) == ((draft, None, None, draft), {"draft_result"})
    service.move(order_id, "in_progress")
    assert (urls(), links()) == ((draft, None, None, draft), {"draft_result"})
    service.move(order_id, "delivered", patch={"spec_md": "# Final", "diff_url": diff})
    assert urls() == (draft, final, diff, final)
    assert links() == {"draft_result", "result", "diff", "rescan"}


@pytest.mark.parametrize("status", ["submitted", "reviewing", "accepted", "rejected"])
def test_an_order_that_cannot_be_paid_yet_offers_no_payment(lasting_service: Service, status: str) -> None:
    """Line 106."""
    assert "pay" not in shown(lasting_service, lasting_service.order_in(status))["_links"]


def test_the_promise_follows_the_state(service: Service) -> None:
    """Lines 38, 104."""
    order_id = service.order_in("billing_pending")

    def promise() -> tuple[Any, Any]:
        body = shown(service, order_id)
        return body["eta"], body["eta_seconds"]

    assert promise() == (None, None)
    service.move(order_id, "paid")
    assert promise() == (rfc3339(START + HOUR), 3600)
    service.clock.move(20 * MINUTE)
    service.move(order_id, "in_progress", patch={"spec_md": "# Draft"})
    assert promise() == (rfc3339(START + HOUR), 2400)
    service.clock.move(HOUR)
    assert promise() == (rfc3339(START + 72 * HOUR), 72 * 3600 - 4800)
    service.clock.move(4 * DAY)
    assert promise() == (rfc3339(START + 72 * HOUR), 0)
    service.move(order_id, "delivered")
    assert promise() == (None, None)


def test_a_promise_that_was_missed_has_no_seconds_left(service: Service) -> None:
    """Line 104: `eta_seconds` is never negative."""
    order_id = service.order_in("paid")
    service.clock.move(5 * HOUR)
    body = shown(service, order_id)
    assert (body["status"], body["eta"], body["eta_seconds"]) == ("paid", rfc3339(START + HOUR), 0)


def test_the_promise_moves_with_its_setting(make_service: Callable[..., Service]) -> None:
    """Line 38."""
    service = make_service(draft_after_s="60")
    body = shown(service, service.order_in("paid"))
    assert (body["eta"], body["eta_seconds"]) == (rfc3339(START + MINUTE), 60)


@pytest.mark.parametrize("status", CALLED)
def test_stages_are_five_in_order(lasting_service: Service, status: str) -> None:
    """Line 104."""
    stages = shown(lasting_service, lasting_service.order_in(status))["stages"]
    assert [stage["name"] for stage in stages] == STAGES
    assert all(set(stage) == {"name", "state", "at"} for stage in stages)
    states = [stage["state"] for stage in stages]
    assert states == sorted(states, key=["done", "current", "pending"].index)
    assert states.count("current") <= 1


@pytest.mark.parametrize("status", ["paid", "in_progress", "delivered"])
def test_a_paid_stage_carries_its_time(service: Service, status: str) -> None:
    """Line 104."""
    order_id = service.order_in("billing_pending")
    service.clock.move(MINUTE)
    for step in WAYS[status][3:]:
        service.move(order_id, step)
    payment = shown(service, order_id)["stages"][0]
    assert payment == {"name": "payment", "state": "done", "at": rfc3339(START + MINUTE)}


def test_when_done_every_stage_is_done(service: Service) -> None:
    """Line 104."""
    order_id = service.order_in("in_progress")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    assert {stage["state"] for stage in shown(service, order_id)["stages"]} == {"done"}


# Headers.


@pytest.mark.parametrize(
    ("status", "freshness"),
    [
        ("submitted", "private, max-age=30"),
        ("billing_pending", "private, max-age=30"),
        ("paid", "private, max-age=30"),
        ("in_progress", "private, max-age=30"),
        ("delivered", "no-cache"),
        ("rejected", "no-cache"),
    ],
)
def test_a_read_is_fresh_for_30_seconds_until_the_end(
    lasting_service: Service, status: str, freshness: str
) -> None:
    """Lines 37, 107."""
    answer = lasting_service.get(f"/v1/cold-read/{lasting_service.order_in(status)}")
    if freshness == "no-cache":
        assert "no-cache" in answer.headers["cache-control"]
        assert "max-age" not in answer.headers["cache-control"]
    else:
        assert answer.headers["cache-control"] == freshness


def test_an_unchanged_invoice_answers_304(service: Service) -> None:
    """Line 107."""
    invoice_id = invoice(service)
    path = f"/v1/cold-read/{invoice_id}"
    tag = service.get(path).headers["etag"]
    assert service.get(path, headers={"If-None-Match": tag}).status_code == 304
    service.move(invoice_id, "paid")
    assert service.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_every_v1_answer_says_that_it_is_deprecated(quick_service: Service) -> None:
    """Lines 101, 104: RFC 9745; 2026-04-25 as a structured-field date."""
    made = quick_service.post(CREATE, json=V1_WISH)
    path = f"/v1/cold-read/{made.json()['invoice_id']}"
    rescan = quick_service.post(f"{path}/rescan", json={"url": V1_WISH["url"]})
    for answer in (made, quick_service.get(path), rescan):
        assert answer.headers["deprecation"] == "@1777075200"
        assert 'rel="successor-version"' in answer.headers["link"]
        assert "sunset" not in answer.headers
    assert f"<{BASE_URL}/v1/cold-read-requests>" in made.headers["link"]


def test_v2_answers_are_not_deprecated(quick_service: Service) -> None:
    """Line 111."""
    order_id = quick_service.order()["order_id"]
    assert "deprecation" not in quick_service.get(f"/v1/orders/{order_id}").headers


def test_the_day_of_deprecation_is_a_setting(make_service: Callable[..., Service]) -> None:
    """Line 101."""
    service = make_service(v1_deprecated_at="2026-05-01T00:00:00Z")
    assert service.post(CREATE, json=V1_WISH).headers["deprecation"] == "@1777593600"


def test_every_v1_error_says_so_too(lasting_service: Service) -> None:
    """Lines 100, 108."""
    refused = lasting_service.post(CREATE, json={}), lasting_service.get("/v1/cold-read/INV-xxxxxxxx")
    assert [answer.headers["deprecation"] for answer in refused] == ["@1777075200"] * 2


def test_a_tag_grows_old_with_the_seconds_that_it_stands_for(quick_service: Service) -> None:
    """Lines 104, 107: `eta_seconds` changes by itself, so the tag must."""
    path = f"/v1/cold-read/{quick_service.order_in('paid')}"
    first = quick_service.get(path)
    quick_service.clock.move(10_000_000)
    again = quick_service.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.json()["eta_seconds"]) == (200, 3590)


def test_a_draft_is_hidden_until_draft_ready(service: Service) -> None:
    """Lines 105, 106: even if the operator named its address before the payment."""
    order_id = service.order_in("reviewing")
    service.move(order_id, "accepted", patch={"draft_url": "https://files.example/spec"})
    body = shown(service, order_id)
    assert (body["status"], body["draft_url"], body["delivery_url"]) == ("pending_payment", None, None)
    assert "draft_result" not in body["_links"]


def test_an_invoice_passed_over_what_comes_before_the_bill(quick_service: Service) -> None:
    """Lines 70, 103."""
    stages = quick_service.seen(invoice(quick_service))["stages"]
    passed_over = ("reviewing", "needs_info", "accepted")
    assert {name: stages[name]["state"] for name in passed_over} == dict.fromkeys(passed_over, "skipped")
    assert stages["billing_pending"] == {"state": "current", "at": rfc3339(START), "count": 1}


def test_unknown_and_lapsed_invoices_answer_the_same_bytes(quick_service: Service) -> None:
    """Line 108."""
    lapsed = invoice(quick_service)
    quick_service.clock.move(8 * DAY)

    def bare(asked: str) -> dict[str, Any]:
        body = refusal(quick_service.get(f"/v1/cold-read/{asked}"), 404, "not-found")
        return {name: value for name, value in body.items() if name not in {"instance", "request_id"}}

    assert bare(lapsed) == bare("INV-xxxxxxxx")

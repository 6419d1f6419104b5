"""The order as agents poll it: every field, every derived value, every link, and nothing that is not theirs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from coldread.base.clock import HOUR, MINUTE, rfc3339
from tests.harness.refusals import refusal
from tests.harness.service import ADMIN, BASE_URL, READABLE, START, WAYS, WISH, Service

FIELDS = frozenset(
    [
        "order_id",
        "service",
        "status",
        "substatus",
        "next_action",
        "question",
        "human_handoff",
        "human_action_required",
        "a2a_task_state",
        "url",
        "goal",
        "audience",
        "constraints",
        "pain_point",
        "contact_email",
        "primary_goal",
        "competitors",
        "amount",
        "currency",
        "billing_method_preference",
        "billing_method_final",
        "billing_status",
        "billing",
        "external_reference",
        "delivery_status",
        "pay_url",
        "draft_url",
        "final_url",
        "diff_url",
        "delivery_url",
        "rescan_used",
        "rescan_url",
        "stages",
        "source",
        "agent_name",
        "agent_on_behalf_of",
        "poll_interval_sec",
        "created_at",
        "updated_at",
        "reviewed_at",
        "accepted_at",
        "rejected_at",
        "billing_pending_at",
        "paid_at",
        "in_progress_at",
        "delivered_at",
        "expires_at",
        "_links",
        "price",
    ]
)
#: status: next_action, buyer must act, poll seconds, billing_status, delivery_status
DERIVED: dict[str, tuple[str, bool, int, str, str]] = {
    "submitted": ("wait_for_review", False, 60, "not_started", "not_started"),
    "reviewing": ("wait_for_review", False, 60, "not_started", "not_started"),
    "needs_info": ("provide_more_info", True, 60, "not_started", "not_started"),
    "accepted": ("await_billing_instructions", False, 60, "not_started", "not_started"),
    "billing_pending": ("complete_billing", True, 30, "pending", "not_started"),
    "paid": ("wait_for_delivery", False, 60, "confirmed", "queued"),
    "in_progress": ("wait_for_delivery", False, 600, "confirmed", "active"),
    "delivered": ("review_complete", False, 60, "confirmed", "delivered"),
    "rejected": ("request_closed", False, 60, "not_started", "not_started"),
}
#: the time that a status leaves behind
TIMES = {
    "reviewing": "reviewed_at",
    "accepted": "accepted_at",
    "rejected": "rejected_at",
    "billing_pending": "billing_pending_at",
    "paid": "paid_at",
    "in_progress": "in_progress_at",
    "delivered": "delivered_at",
}
every_status = pytest.mark.parametrize("status", READABLE)


@every_status
def test_each_status_derives_its_values(service: Service, status: str) -> None:
    """Lines 8, 9, 71, 72, 77, 92."""
    seen = service.seen(service.order_in(status))
    action, must_act, poll, billing, delivery = DERIVED[status]
    assert seen["status"] == status
    assert (seen["next_action"], seen["poll_interval_sec"]) == (action, poll)
    assert seen["human_action_required"] is must_act
    assert seen["a2a_task_state"] == ("input-required" if must_act else None)
    assert (seen["billing_status"], seen["delivery_status"]) == (billing, delivery)
    assert seen["human_handoff"] is True
    assert (seen["amount"], seen["currency"], seen["service"]) == (3900, "SEK", "cold_read")


@every_status
def test_each_time_is_null_until_its_status_is_entered(quick_service: Service, status: str) -> None:
    """Line 78."""
    order_id = quick_service.order()["order_id"]
    entered = {}
    for step in WAYS[status]:
        quick_service.clock.move(MINUTE + 7)
        assert quick_service.move(order_id, step).status_code == 200
        entered[step] = rfc3339(quick_service.clock.now())
    seen = quick_service.seen(order_id)
    assert {TIMES[name]: seen[TIMES[name]] for name in TIMES} == {
        TIMES[name]: entered.get(name) for name in TIMES
    }
    assert seen["created_at"] == rfc3339(START)


def test_a_time_is_overwritten_when_its_status_is_entered_again(service: Service) -> None:
    """Line 78."""
    order_id = service.order_in("needs_info")
    service.clock.move(HOUR)
    service.move(order_id, "reviewing")
    assert service.seen(order_id)["reviewed_at"] == rfc3339(START + HOUR)


@every_status
def test_every_field_is_there_and_only_addresses_that_can_be_followed(
    lasting_service: Service, status: str
) -> None:
    """Lines 69, 70, 73-76, 79, 97, 140: no draft, final or diff has been stored here."""
    order_id = lasting_service.order_in(status)
    seen = lasting_service.seen(order_id)
    assert set(seen) >= FIELDS
    assert "landing_url" not in seen
    links = {"billing_pending": {"pay"}, "needs_info": {"provide_info"}, "delivered": {"rescan"}}
    assert set(seen["_links"]) == {"self", "status_page"} | links.get(status, set())
    assert seen["_links"]["self"]["href"] == f"{BASE_URL}/v1/orders/{order_id}"
    if status == "billing_pending":
        assert seen["pay_url"] == seen["_links"]["pay"]["href"]
        assert seen["pay_url"].startswith(f"{BASE_URL}/")
    else:
        assert seen["pay_url"] is None
    assert [seen[name] for name in ("draft_url", "final_url", "diff_url", "delivery_url")] == [None] * 4
    assert seen["rescan_used"] is False
    assert seen["rescan_url"] == f"{BASE_URL}/v1/orders/{order_id}/rescan"


def test_fields_that_were_not_sent_are_null(lasting_service: Service) -> None:
    """Line 70."""
    seen = lasting_service.seen(lasting_service.order()["order_id"])
    unsent = [
        "substatus",
        "constraints",
        "pain_point",
        "primary_goal",
        "billing_method_preference",
        "billing_method_final",
        "external_reference",
        "agent_name",
        "agent_on_behalf_of",
        "billing",
    ]
    assert {name: seen[name] for name in unsent} == dict.fromkeys(unsent)
    assert seen["competitors"] in ([], None)


def test_every_moment_is_rfc_3339_in_utc(lasting_service: Service) -> None:
    """Line 78."""
    seen = lasting_service.seen(lasting_service.order_in("delivered"))
    for name in [name for name in seen if name.endswith("_at") and seen[name]]:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)", seen[name])


CANARIES: dict[str, Any] = {
    "notes": "canary-notes",
    "html": "<p>canary-html</p>",
    "jsx": "<Canary-jsx />",
    "repo_url": "https://canary-repo.example/",
    "client": {"type": "agent", "name": "canary-client", "on_behalf_of": "canary-principal"},
}


@every_status
def test_what_is_not_the_readers_never_appears(quick_service: Service, status: str) -> None:
    """Line 84."""
    order_id = quick_service.order(**CANARIES)["order_id"]
    told = []
    for step in WAYS[status]:
        patch = {"api_key": "canary-api-key", "spec_md": "canary-spec"}
        answer = quick_service.move(order_id, step, note="canary-operator-note", patch=patch)
        assert answer.status_code == 200
        told.append(answer.text)
    told += [quick_service.get(path).text for path in (f"/v1/orders/{order_id}", f"/v1/cold-read/{order_id}")]
    told.append(quick_service.move(order_id, status, note="canary-operator-note").text)
    assert [text for text in told if "canary" in text.lower()] == []
    assert not {"notes", "html", "jsx", "repo_url", "client", "api_key"} & set(quick_service.seen(order_id))


def test_a_read_is_fresh_for_15_seconds_and_has_a_strong_tag(service: Service) -> None:
    """Lines 36, 81."""
    order_id = service.order()["order_id"]
    answer = service.get(f"/v1/orders/{order_id}")
    assert answer.headers["cache-control"] == "private, max-age=15"
    assert re.fullmatch(r'"[^"]+"', answer.headers["etag"])


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_an_unchanged_order_answers_304(quick_service: Service, form: str) -> None:
    """Line 81."""
    path = f"/v1/orders/{quick_service.order()['order_id']}"
    tag = quick_service.get(path).headers["etag"]
    answer = quick_service.get(path, headers={"If-None-Match": form.format(tag)})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["etag"] == tag
    assert answer.headers["cache-control"] == "private, max-age=15"


def test_a_read_after_a_move_sees_the_move(service: Service) -> None:
    """Lines 36, 81: caching is the client's, never the server's."""
    order_id = service.order()["order_id"]
    path = f"/v1/orders/{order_id}"
    tag = service.get(path).headers["etag"]
    service.move(order_id, "reviewing")
    answer = service.get(path, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.json()["status"]) == (200, "reviewing")
    assert answer.headers["etag"] != tag


@pytest.mark.parametrize("path", ["/v1/orders/{}?x=1", "/v1/orders/{}?view="])
def test_an_unknown_parameter_changes_nothing(lasting_service: Service, path: str) -> None:
    """Line 69."""
    order_id = lasting_service.order()["order_id"]
    assert (
        lasting_service.get(path.format(order_id)).content
        == lasting_service.get(f"/v1/orders/{order_id}").content
    )


@pytest.mark.parametrize(
    "order_id",
    ["INV-xxxxxxxx", "INV-", "x", "inv-aaaaaaaa", "INV-" + "a" * 200, "INV-%F0%9F%98%80", "%00", "a%2Fb"],
)
def test_an_unknown_order_is_not_found(lasting_service: Service, order_id: str) -> None:
    """Line 82."""
    answer = lasting_service.get(f"/v1/orders/{order_id}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_order_id_is_read_exactly(service: Service) -> None:
    """Lines 68, 82: case and blanks belong to the id."""
    order_id = service.order()["order_id"]
    for other in (order_id.swapcase(), f"{order_id}%20", f"%20{order_id}", f"{order_id}%00"):
        assert service.get(f"/v1/orders/{other}").status_code == 404


def test_a_public_post_never_moves_an_order(service: Service) -> None:
    """Line 99."""
    order_id = service.order_in("needs_info")
    before = service.get(f"/v1/orders/{order_id}").json()
    service.post(f"/v1/orders/{order_id}/info", json={"message": "Here it is"})
    service.post(f"/v1/orders/{order_id}/rescan", json={"url": WISH["url"]})
    service.post(f"/v1/cold-read/{order_id}/rescan", json={"url": WISH["url"]})
    for method in ("PUT", "PATCH", "DELETE", "POST"):
        service.run(service.request(method, f"/v1/orders/{order_id}", json={"status": "paid"}))
    assert service.get(f"/v1/orders/{order_id}").json()["status"] == before["status"]


def test_a_read_needs_no_authentication_and_minds_none(lasting_service: Service) -> None:
    """Line 28."""
    order_id = lasting_service.order()["order_id"]
    headers = {"Authorization": f"Bearer {ADMIN}"}
    plain, keyed = (lasting_service.get(f"/v1/orders/{order_id}", headers=h) for h in ({}, headers))
    assert plain.content == keyed.content


def test_unknown_and_lapsed_orders_answer_the_same_bytes(service: Service) -> None:
    """Lines 82, 83."""
    order_id = service.order()["order_id"]
    service.clock.move(8 * 24 * HOUR)

    def bare(asked: str) -> dict[str, Any]:
        body = refusal(service.get(f"/v1/orders/{asked}"), 404, "not-found")
        return {name: value for name, value in body.items() if name not in {"instance", "request_id"}}

    assert bare(order_id) == bare("INV-xxxxxxxx")


def test_a_tag_grows_old_when_the_draft_is_published(service: Service) -> None:
    """Lines 74, 81: nobody wrote, and yet the order reads differently."""
    order_id = service.order_in("billing_pending")
    service.move(order_id, "paid", patch={"spec_md": "# Draft"})
    tag = service.get(f"/v1/orders/{order_id}").headers["etag"]
    service.clock.move(HOUR)
    answer = service.get(f"/v1/orders/{order_id}", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer.json()["draft_url"]


def test_the_rescan_link_goes_when_the_rescan_does(make_service: Callable[..., Service]) -> None:
    """Lines 79, 106: usable for 30 days after delivery, while a paid order may read for 33."""
    service = make_service(expiry_policy="extend_paid")
    order_id = service.order_in("delivered")
    paths = (f"/v1/orders/{order_id}", f"/v1/cold-read/{order_id}")
    service.clock.move(30 * 24 * HOUR - 1)
    assert ["rescan" in service.get(path).json()["_links"] for path in paths] == [True, True]
    service.clock.move(2)
    assert ["rescan" in service.get(path).json()["_links"] for path in paths] == [False, False]


def test_a_new_base_address_is_printed_at_once(make_service: Callable[..., Service]) -> None:
    """Lines 10, 69: answers kept from before are not served."""
    order_id = make_service().order_in("billing_pending")
    moved = make_service(base_url="https://moved.example")
    answer = moved.get(f"https://moved.example/v1/orders/{order_id}")
    assert answer.json()["pay_url"].startswith("https://moved.example/")
    assert BASE_URL not in answer.text

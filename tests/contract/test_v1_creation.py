"""Ordering by the deprecated first version, before the cutover."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.base.clock import DAY, rfc3339
from tests.harness.desk import audit
from tests.harness.refusals import pointers
from tests.harness.service import BASE_URL, START, V1_WISH, Service

CREATE = "/v1/cold-read/request"


def invoice(service: Service, **fields: Any) -> str:
    answer = service.post(CREATE, json={**V1_WISH, **fields})
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["invoice_id"]
    return made


def test_the_answer_brings_the_address_for_paying(service: Service) -> None:
    """Lines 101, 103."""
    answer = service.post(CREATE, json=V1_WISH)
    assert answer.status_code == 201
    body = answer.json()
    links = body.pop("_links")
    invoice_id = body["invoice_id"]
    assert body["landing_url"] == body["pay_url"] == links["pay"]["href"]
    assert body["pay_url"].startswith(f"{BASE_URL}/")
    assert body["status_url"].startswith(f"{BASE_URL}/")
    assert (body["amount"], body["currency"], body["human_handoff"]) == (3900, "SEK", True)
    assert (body["poll_interval_sec"], body["next_action"]) == (30, "complete_billing")
    assert body["expires_at"] == rfc3339(START + 7 * DAY)
    assert service.get(body["status_url"]).json()["invoice_id"] == invoice_id
    assert answer.headers["location"] == body["status_url"]


def test_an_invoice_starts_where_it_can_be_paid(service: Service) -> None:
    """Lines 103, 104: and the audit trail says so."""
    invoice_id = invoice(service)
    assert service.get(f"/v1/cold-read/{invoice_id}").json()["status"] == "pending_payment"
    seen = service.seen(invoice_id)
    assert (seen["status"], seen["billing_status"]) == ("billing_pending", "pending")
    assert seen["pay_url"]
    assert seen["billing_pending_at"] == rfc3339(START)
    assert audit(service, invoice_id)[-1]["to"] == "billing_pending"


def test_an_invoice_is_an_order(service: Service) -> None:
    """Line 101: one table, one id space."""
    seen = service.seen(invoice(service, competitors=["https://rival.example/"]))
    assert seen["contact_email"] == V1_WISH["email"]
    assert (seen["url"], seen["audience"]) == (V1_WISH["url"], V1_WISH["audience"])
    assert (seen["primary_goal"], seen["pain_point"]) == (V1_WISH["primary_goal"], V1_WISH["pain_point"])
    assert seen["competitors"] == ["https://rival.example/"]
    assert V1_WISH["pain_point"] in seen["goal"]


@pytest.mark.parametrize("pain_point", ["", "x", "😀" * 280])
def test_the_goal_made_of_a_pain_point_fits_its_own_bounds(lasting_service: Service, pain_point: str) -> None:
    """Lines 42, 100: an empty pain point is taken, since only a maximum is published."""
    goal = lasting_service.seen(invoice(lasting_service, pain_point=pain_point))["goal"]
    assert 5 <= len(goal) <= 240


#: field, shortest, longest
TEXTS = (
    ("audience", 10, 200),
    ("pain_point", 0, 280),
    ("notes", 0, 500),
    ("html", 0, 200_000),
    ("jsx", 0, 200_000),
)
SIZES = [
    (field, size, shortest <= size <= longest)
    for field, shortest, longest in TEXTS
    for size in (shortest - 1, shortest, shortest + 1, longest - 1, longest, longest + 1)
    if size >= 0
]


@pytest.mark.parametrize(("field", "size", "fits"), SIZES)
def test_each_text_has_its_bounds(lasting_service: Service, field: str, size: int, fits: bool) -> None:
    """Line 100."""
    answer = lasting_service.post(CREATE, json={**V1_WISH, field: "😀" * size})
    if fits:
        assert answer.status_code == 201
    else:
        assert pointers(answer) == {f"#/{field}"}


@pytest.mark.parametrize("field", ["url", "primary_goal", "audience", "pain_point", "email"])
@pytest.mark.parametrize("how", ["absent", "null"])
def test_a_required_field_must_be_there(lasting_service: Service, field: str, how: str) -> None:
    """Line 100."""
    body = {**V1_WISH, field: None}
    if how == "absent":
        del body[field]
    assert pointers(lasting_service.post(CREATE, json=body)) == {f"#/{field}"}


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"url": "shop.example"}, "#/url"),
        ({"email": "Anna <anna@shop.example>"}, "#/email"),
        ({"primary_goal": "fame"}, "#/primary_goal"),
        ({"audience": " " * 20}, "#/audience"),
        ({"competitors": ["https://a.example/"] * 4}, "#/competitors"),
        ({"competitors": ["a"]}, "#/competitors/0"),
        ({"repo_url": "https://code.example/" + "a" * 280}, "#/repo_url"),
        ({"client": {"type": "robot"}}, "#/client/type"),
    ],
)
def test_a_faulty_field_is_refused(lasting_service: Service, fields: dict[str, Any], pointer: str) -> None:
    """Line 100."""
    assert pointers(lasting_service.post(CREATE, json={**V1_WISH, **fields})) == {pointer}


def test_the_longest_repository_address_is_taken(lasting_service: Service) -> None:
    """Line 100."""
    start = "https://code.example/"
    invoice(lasting_service, repo_url=start + "a" * (300 - len(start)))


def test_a_v2_body_is_no_v1_body(lasting_service: Service) -> None:
    """Line 100: `contact_email` is unknown here and ignored."""
    body = {**V1_WISH, "contact_email": V1_WISH["email"]}
    del body["email"]
    assert pointers(lasting_service.post(CREATE, json=body)) == {"#/email"}

"""One key, one order: what is replayed, for how long, and what counts as the same request."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from coldread.base.clock import DAY
from tests.harness.desk import orders_stored
from tests.harness.refusals import refusal
from tests.harness.service import V1_WISH, WISH, Service

KEY = {"Idempotency-Key": "0e4ff4f8-1b0e-4a52-9b3c-6f0f3c7d2a11"}
V1, V2, VIEWED = "/v1/cold-read/request", "/v1/cold-read-requests", "/v1/cold-read-requests?view=v1"
WISHES: dict[str, dict[str, Any]] = {V1: V1_WISH, V2: WISH, VIEWED: V1_WISH}
both_versions = pytest.mark.parametrize("path", [V2, V1])


@both_versions
def test_a_replay_is_byte_identical_even_after_the_order_moved(service: Service, path: str) -> None:
    """Lines 65, 102."""
    first = service.post(path, json=WISHES[path], headers=KEY)
    order_id = first.json()["order_id" if path == V2 else "invoice_id"]
    service.clock.move(3 * 3_600_000_000)
    assert service.move(order_id, "rejected").status_code == 200
    again = service.post(path, json=WISHES[path], headers=KEY)
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["location"] == first.headers["location"]
    assert again.headers["content-type"] == first.headers["content-type"]
    assert again.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers
    assert orders_stored(service) == 1


@pytest.mark.parametrize(("later", "replayed"), [(DAY - 1, True), (DAY + 1, False)])
@both_versions
def test_a_key_lives_for_24_hours(service: Service, path: str, later: int, replayed: bool) -> None:
    """Lines 33, 65, 102."""
    first = service.post(path, json=WISHES[path], headers=KEY)
    service.clock.move(later)
    again = service.post(path, json=WISHES[path], headers=KEY)
    assert again.status_code == 201
    assert (again.content == first.content) is replayed
    assert ("idempotency-replayed" in again.headers) is replayed


def test_after_24_hours_the_key_may_carry_another_payload(service: Service) -> None:
    """Lines 33, 64."""
    service.post(V2, json=WISH, headers=KEY)
    other = {**WISH, "goal": "Something else"}
    service.clock.move(DAY - 1)
    refusal(service.post(V2, json=other, headers=KEY), 422, "idempotency-key-reused")
    service.clock.move(2)
    assert service.post(V2, json=other, headers=KEY).status_code == 201
    refusal(service.post(V2, json=WISH, headers=KEY), 422, "idempotency-key-reused")


@both_versions
def test_a_key_with_another_payload_is_refused(service: Service, path: str) -> None:
    """Lines 64, 102."""
    first = service.post(path, json=WISHES[path], headers=KEY)
    other = {**WISHES[path], "audience": "Owners of large bakeries"}
    refusal(service.post(path, json=other, headers=KEY), 422, "idempotency-key-reused")
    assert service.post(path, json=WISHES[path], headers=KEY).content == first.content
    assert orders_stored(service) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"notes": "more"},
        {"html": "<p>"},
        {"client": {"type": "agent"}},
        {"competitors": ["https://rival.example/"]},
        {"language": "sv"},
        {"billing": {"org_number": "5560160680"}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_field_belongs_to_the_payload(quick_service: Service, change: dict[str, Any]) -> None:
    """Line 64."""
    quick_service.post(V2, json=WISH, headers=KEY)
    refusal(quick_service.post(V2, json={**WISH, **change}, headers=KEY), 422, "idempotency-key-reused")


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _reversed(value[name]) for name in reversed(list(value))}
    return value


FULL = {
    **WISH,
    "pain_point": "smörgås 😀",
    "billing": {"company_name": "Bageri AB", "org_number": "5560160680"},
}
SAME: dict[str, Callable[[], str]] = {
    "key order": lambda: json.dumps(_reversed(FULL)),
    "whitespace": lambda: " \n" + json.dumps(FULL, indent=8) + "\r\n\t",
    "escapes": lambda: json.dumps(FULL, ensure_ascii=False),
    "nulls": lambda: json.dumps({**FULL, "notes": None, "client": None}),
    "inner nulls": lambda: json.dumps({**FULL, "billing": {**FULL["billing"], "vat_id": None}}),
}


@pytest.mark.parametrize("how", SAME)
def test_the_same_payload_written_differently_is_the_same(quick_service: Service, how: str) -> None:
    """Line 65: the fingerprint is of the parsed body; null and absent are one."""
    first = quick_service.post(V2, content=json.dumps(FULL), headers=KEY)
    again = quick_service.post(V2, content=SAME[how]().encode(), headers=KEY)
    assert (again.status_code, again.content) == (201, first.content)


@both_versions
@pytest.mark.parametrize(("first", "second"), [("{}", '"{}"'), ('"{}"', "{}")])
def test_a_quoted_key_is_the_bare_key(quick_service: Service, path: str, first: str, second: str) -> None:
    """Lines 34, 65."""
    answers = [
        quick_service.post(path, json=WISHES[path], headers={"Idempotency-Key": form.format("key-12345678")})
        for form in (first, second)
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].content == answers[1].content


@both_versions
@pytest.mark.parametrize(
    ("size", "taken"), [(0, False), (7, False), (8, True), (255, True), (256, True), (257, False)]
)
@pytest.mark.parametrize("form", ["{}", '"{}"'], ids=["bare", "quoted"])
def test_a_key_has_8_to_256_characters(
    lasting_service: Service, path: str, size: int, taken: bool, form: str
) -> None:
    """Lines 34, 67, 102: quotes are not part of the key."""
    headers = {"Idempotency-Key": form.format("k" * size)}
    answer = lasting_service.post(path, json=WISHES[path], headers=headers)
    if taken:
        assert answer.status_code == 201
    else:
        refusal(answer, 400, "invalid-input")


@pytest.mark.parametrize("second", ["key-87654321", "key-12345678"], ids=["different", "the same"])
def test_two_key_headers_are_refused(quick_service: Service, second: str) -> None:
    """Line 67."""
    headers = [("Idempotency-Key", "key-12345678"), ("Idempotency-Key", second)]
    refusal(quick_service.post(V2, json=WISH, headers=headers), 400, "invalid-input")
    assert orders_stored(quick_service) == 0


@both_versions
def test_an_error_is_not_stored(service: Service, path: str) -> None:
    """Lines 62, 65: the mended request may use the key again."""
    refusal(service.post(path, json={**WISHES[path], "audience": "x"}, headers=KEY), 400, "invalid-input")
    answer = service.post(path, json=WISHES[path], headers=KEY)
    assert answer.status_code == 201
    assert "idempotency-replayed" not in answer.headers


@both_versions
def test_of_many_at_once_one_makes_the_order(service: Service, path: str) -> None:
    """Lines 63, 102."""
    answers = service.together(
        *(service.request("POST", path, json=WISHES[path], headers=KEY) for _ in range(10))
    )
    made = [answer for answer in answers if answer.status_code == 201]
    waiting = [answer for answer in answers if answer.status_code != 201]
    assert len({answer.content for answer in made}) == 1
    assert waiting, "none met the one in flight"
    for answer in waiting:
        refusal(answer, 409, "idempotency-conflict")
        assert answer.headers["retry-after"] == "1"
    assert orders_stored(service) == 1
    assert service.post(path, json=WISHES[path], headers=KEY).content == made[0].content


def test_other_keys_at_the_same_time_do_not_wait(service: Service) -> None:
    """Line 63."""
    answers = service.together(
        *(service.request("POST", V2, json=WISH, headers=service.key()) for _ in range(5))
    )
    assert [answer.status_code for answer in answers] == [201] * 5


def test_v1_and_v2_are_different_scopes(service: Service) -> None:
    """Line 102."""
    new = service.post(V2, json=WISH, headers=KEY)
    old = service.post(V1, json=V1_WISH, headers=KEY)
    assert (new.status_code, old.status_code) == (201, 201)
    assert new.json()["order_id"] != old.json()["invoice_id"]


def test_v1_and_its_view_are_one_scope(service: Service) -> None:
    """Lines 102, 111."""
    first = service.post(V1, json=V1_WISH, headers=KEY)
    again = service.post(VIEWED, json=V1_WISH, headers=KEY)
    assert (again.status_code, again.content) == (201, first.content)
    refusal(service.post(VIEWED, json={**V1_WISH, "notes": "x"}, headers=KEY), 422, "idempotency-key-reused")


def test_a_replay_does_not_count_against_the_creation_limit(make_service: Callable[..., Service]) -> None:
    """Line 65."""
    service = make_service(limit_create_per_hour="1")
    first = service.post(V2, json=WISH, headers=KEY)
    for _ in range(3):
        again = service.post(V2, json=WISH, headers=KEY)
        assert (again.status_code, again.content) == (201, first.content)
    refusal(service.post(V2, json=WISH), 429, "rate-limited")


def test_a_refused_creation_does_not_use_up_the_key(make_service: Callable[..., Service]) -> None:
    """Lines 63, 65: a 429 is an error, and errors are not stored."""
    service = make_service(limit_create_per_hour="1")
    service.order()
    refusal(service.post(V2, json=WISH, headers=KEY), 429, "rate-limited")
    service.clock.move(3_600_000_000)
    assert service.post(V2, json=WISH, headers=KEY).status_code == 201

"""Answering the reviewer's question."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.base.clock import DAY
from tests.harness.desk import audit, desk
from tests.harness.refusals import pointers, refusal
from tests.harness.service import READABLE, Service


def path(order_id: str) -> str:
    return f"/v1/orders/{order_id}/info"


def test_an_answer_is_taken_and_does_not_move_the_order(service: Service) -> None:
    """Lines 98, 99."""
    order_id = service.order_in("needs_info")
    trail = audit(service, order_id)
    body = {
        "message": "It is the page for bakers",
        "html": "<h1>",
        "jsx": "<A />",
        "repo_url": "https://code.example/",
    }
    assert service.post(path(order_id), json=body).status_code == 202
    assert service.seen(order_id)["status"] == "needs_info"
    assert [event["to"] for event in audit(service, order_id)][: len(trail)] == [
        event["to"] for event in trail
    ]
    seen = desk(service, order_id)
    assert [answer["message"] for answer in seen["answers"]] == [body["message"]]
    assert {file["kind"] for file in seen["source_files"]} == {"html", "jsx"}


def test_the_link_of_a_question_leads_here(service: Service) -> None:
    """Lines 10, 98."""
    order_id = service.order_in("needs_info")
    link = service.seen(order_id)["_links"]["provide_info"]
    assert link["method"] == "POST"
    assert service.post(link["href"], json={"message": "Here"}).status_code == 202


@pytest.mark.parametrize("status", [status for status in READABLE if status != "needs_info"])
def test_nobody_asked_in_any_other_status(lasting_service: Service, status: str) -> None:
    """Line 99."""
    body = refusal(
        lasting_service.post(path(lasting_service.order_in(status)), json={"message": "Hello"}),
        409,
        "illegal-transition",
    )
    assert body["current_status"] == status


def test_an_unknown_order_takes_no_answer(quick_service: Service) -> None:
    """Line 82."""
    refusal(quick_service.post(path("INV-xxxxxxxx"), json={"message": "Hello"}), 404, "not-found")


def test_a_lapsed_order_takes_no_answer(service: Service) -> None:
    """Line 83."""
    order_id = service.order_in("needs_info")
    service.clock.move(7 * DAY + 1)
    refusal(service.post(path(order_id), json={"message": "Hello"}), 404, "not-found")


@pytest.mark.parametrize(("field", "most"), [("message", 2000), ("html", 200_000), ("jsx", 200_000)])
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_a_text_has_its_longest_length(lasting_service: Service, field: str, most: int, beyond: int) -> None:
    """Lines 49, 50."""
    body = {"message": "Here", field: "😀" * (most + beyond)}
    answer = lasting_service.post(path(lasting_service.order_in("needs_info")), json=body)
    if beyond > 0:
        assert pointers(answer) == {f"#/{field}"}
    else:
        assert answer.status_code == 202


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "#/message"),
        ({"message": None}, "#/message"),
        ({"message": " \n\t "}, "#/message"),
        ({"message": 7}, "#/message"),
        ({"message": "Here", "repo_url": "https://code.example/" + "a" * 280}, "#/repo_url"),
        ({"message": "Here", "repo_url": "code.example"}, "#/repo_url"),
    ],
)
def test_a_faulty_answer_is_refused(lasting_service: Service, body: dict[str, Any], pointer: str) -> None:
    """Line 62."""
    order_id = lasting_service.order_in("needs_info")
    assert pointers(lasting_service.post(path(order_id), json=body)) == {pointer}
    assert desk(lasting_service, order_id)["answers"] == []


def test_an_order_takes_20_answers(service: Service) -> None:
    """Line 99."""
    order_id, other = service.order_in("needs_info"), service.order_in("needs_info")
    for number in range(20):
        assert service.post(path(order_id), json={"message": f"Answer {number}"}).status_code == 202
    body = refusal(service.post(path(order_id), json={"message": "Answer 20"}), 429, "rate-limited")
    assert body.get("limit_scope") in {None, "url", "ip", "global"}
    assert len(desk(service, order_id)["answers"]) == 20
    assert service.post(path(other), json={"message": "Answer"}).status_code == 202

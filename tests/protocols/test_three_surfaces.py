"""One order, one next action and one problem, whichever way an agent speaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coldread.orders.rules.lifecycle import STATE, Status
from tests.harness.service import BASE_URL, WAYS, WISH, Service
from tests.protocols.talk import WAYS as TONGUES

FACTS = (
    "order_id",
    "status",
    "next_action",
    "question",
    "human_action_required",
    "pay_url",
    "poll_interval_sec",
    "_links",
)

pytestmark = pytest.mark.together("mcp")


def mcp(service: Service, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    }
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    answer: dict[str, Any] = service.post("/mcp", json=call, headers=headers).json()
    return answer


def rest_order(service: Service, order_id: str) -> dict[str, Any]:
    answer: dict[str, Any] = service.get(f"/v1/orders/{order_id}").json()
    return answer


def mcp_order(service: Service, order_id: str) -> dict[str, Any]:
    answer = mcp(service, "get_order", {"order_id": order_id})
    result = answer["result"]
    found: dict[str, Any] = (
        result["_meta"]["coldread/problem"] if result.get("isError") else result["structuredContent"]
    )
    return found


def a2a_order(way: str) -> Callable[[Service, str], dict[str, Any]]:
    def read(service: Service, order_id: str) -> dict[str, Any]:
        answer = TONGUES[way].get(service, order_id)
        return answer.problem if answer.problem is not None else answer.data

    return read


def rest_refusal(service: Service, body: dict[str, Any]) -> dict[str, Any]:
    problem: dict[str, Any] = service.post("/v1/cold-read-requests", json=body).json()
    return problem


def mcp_refusal(service: Service, body: dict[str, Any]) -> dict[str, Any]:
    problem: dict[str, Any] = mcp(service, "request_cold_read", body)["result"]["_meta"]["coldread/problem"]
    return problem


def a2a_refusal(way: str) -> Callable[[Service, dict[str, Any]], dict[str, Any]]:
    def refuse(service: Service, body: dict[str, Any]) -> dict[str, Any]:
        tongue = TONGUES[way]
        problem = tongue.send(service, tongue.message({"skill": "cold-read-request", **body}, None)).problem
        assert problem is not None
        return problem

    return refuse


SURFACES: dict[str, tuple[Callable[..., dict[str, Any]], Callable[..., dict[str, Any]]]] = {
    "REST": (rest_order, rest_refusal),
    "MCP": (mcp_order, mcp_refusal),
    **{f"A2A {way}": (a2a_order(way), a2a_refusal(way)) for way in TONGUES},
}


@pytest.fixture(params=SURFACES)
def surface(
    request: pytest.FixtureRequest,
) -> tuple[Callable[..., dict[str, Any]], Callable[..., dict[str, Any]]]:
    return SURFACES[request.param]


def test_the_same_order_next_action_and_problem(
    surface: tuple[Callable[..., dict[str, Any]], Callable[..., dict[str, Any]]], lasting_service: Service
) -> None:
    read, refuse = surface
    for status in WAYS:
        order_id = lasting_service.order_in(status)
        by_rest = rest_order(lasting_service, order_id)
        here = read(lasting_service, order_id)
        if STATE[Status(status)].is_gone:
            assert _same(here) == _same(by_rest)
            continue
        assert {name: here[name] for name in FACTS} == {name: by_rest[name] for name in FACTS}

    unknown = read(lasting_service, "INV-22222222")
    assert _same(unknown) == _same(rest_order(lasting_service, "INV-22222222"))
    assert unknown["type"] == f"{BASE_URL}/errors/not-found"

    wrong = {**WISH, "url": "nowhere", "goal": "x"}
    refused = refuse(lasting_service, wrong)
    assert _same(refused) == _same(rest_refusal(lasting_service, wrong))
    assert [error["pointer"] for error in refused["errors"]] == ["#/url", "#/goal"]


def _same(problem: dict[str, Any]) -> dict[str, Any]:
    """All but what names the one request, and what A2A's REST adds."""
    return {
        name: value
        for name, value in problem.items()
        if name not in {"instance", "request_id", "message", "error", "@type"}
    }


@pytest.mark.parametrize("way", ["rest", "mcp", *TONGUES])
def test_a_mistyped_field_is_named_to_whoever_orders(way: str, quick_service: Service) -> None:
    body = {**WISH, "dryrun": True, "goals": "x"}
    if way == "rest":
        answer = quick_service.post("/v1/cold-read-requests", json=body).json()
    elif way == "mcp":
        result = mcp(quick_service, "request_cold_read", body)["result"]
        answer = result["structuredContent"]
        assert "dryrun, goals" in result["content"][0]["text"]
    else:
        answer = TONGUES[way].send(quick_service, TONGUES[way].message(body, None)).data
    assert sorted(answer["ignored"]) == ["dryrun", "goals"]
    assert answer["status"] == "submitted", "a notice, no error"
    assert "ignored" not in rest_order(quick_service, answer["order_id"])


def test_an_agent_that_answers_unasked_gets_no_advice_for_operators(quick_service: Service) -> None:
    order_id = quick_service.order()["order_id"]
    result = mcp(quick_service, "provide_info", {"order_id": order_id, "message": "The second form."})[
        "result"
    ]
    assert result["isError"]
    text = result["content"][0]["text"]
    assert "Only the operator moves orders" in text
    assert "rejected" not in text, "where an operator could move it is of no use to an agent"

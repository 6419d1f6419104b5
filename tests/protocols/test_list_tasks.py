"""ListTasks of A2A 1.0: who knows a conversation that we named finds the task it began with, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.harness.service import BASE_URL, WISH, Service
from tests.protocols.talk import WAYS

EMPTY = {"tasks": [], "nextPageToken": "", "pageSize": 50, "totalSize": 0}
pytestmark = pytest.mark.parametrize("binding", ["rest", "rpc"])


def listed(service: Service, binding: str, **params: Any) -> dict[str, Any]:
    """What came: the list, or the problem."""
    body: dict[str, Any]
    if binding == "rest":
        body = service.get("/a2a/rest/tasks", params=params).json()
        return body
    call = {"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": params}
    body = service.post("/a2a", json=call).json()
    found: dict[str, Any] = body["result"] if "result" in body else body["error"]["data"][0]
    return found


def placed(service: Service, **ids: str) -> dict[str, Any]:
    task = WAYS["rpc-1.0"].send(service, WAYS["rpc-1.0"].message(WISH, None, **ids)).task
    assert task is not None
    return task


def test_a_conversation_that_we_named_has_the_task_it_began_with(
    binding: str, quick_service: Service
) -> None:
    task = placed(quick_service)
    later = placed(quick_service, contextId=task["contextId"])
    assert later["contextId"] == task["contextId"]
    found = listed(quick_service, binding, contextId=task["contextId"])
    assert [one["id"] for one in found["tasks"]] == [task["id"]], "the id of an order leads to no other order"
    assert {**found, "tasks": []} == {**EMPTY, "totalSize": 1}
    (one,) = found["tasks"]
    assert {**one, "artifacts": []} == task, "as GetTask answers, without artifacts unless they are asked for"
    assert "artifacts" not in one


def test_without_a_conversation_of_ours_the_list_is_empty(binding: str, quick_service: Service) -> None:
    placed(quick_service, contextId="talk-1")
    for context in ({}, {"contextId": "talk-1"}, {"contextId": "INV-22222222"}, {"contextId": "a b"}):
        assert listed(quick_service, binding, **context) == EMPTY


def test_what_is_asked_for_narrows_the_list(binding: str, quick_service: Service) -> None:
    order_id = quick_service.order_in("in_progress")
    final = {"spec_md": "# What to change"}
    assert quick_service.move(order_id, "delivered", patch=final).status_code == 200

    def found(**params: Any) -> list[Any]:
        tasks: list[Any] = listed(quick_service, binding, contextId=order_id, **params)["tasks"]
        return tasks

    assert len(found(status="TASK_STATE_COMPLETED", pageSize=1)) == 1
    assert found(status="TASK_STATE_WORKING") == found(status="TASK_STATE_AUTH_REQUIRED") == []
    (task,) = found(historyLength=1, includeArtifacts="true", statusTimestampAfter="2000-01-01T00:00:00Z")
    assert len(task["history"]) == 1
    assert "spec_final.md" in [artifact["name"] for artifact in task["artifacts"]]
    assert found(statusTimestampAfter=task["status"]["timestamp"]) == []


@pytest.mark.parametrize(
    "params",
    [
        {"pageSize": "0"},
        {"pageSize": "101"},
        {"pageSize": "many"},
        {"status": "working"},
        {"statusTimestampAfter": "yesterday"},
        {"statusTimestampAfter": "2026-11-18T11:06:40"},
        {"historyLength": "-1"},
    ],
)
def test_a_parameter_that_makes_no_sense_is_refused(
    binding: str, params: dict[str, str], lasting_service: Service
) -> None:
    refused = listed(lasting_service, binding, **params)
    assert (refused["status"], refused["type"]) == (400, f"{BASE_URL}/errors/invalid-input")
    assert next(iter(params)) in refused["errors"][0]["pointer"]


def test_guessing_conversations_is_stopped_like_guessing_order_ids(
    binding: str, make_quick_service: Any
) -> None:
    service = make_quick_service(limit_misses_per_10min="3")
    for number in range(2, 5):
        assert listed(service, binding, contextId=f"INV-2222222{number}") == EMPTY
    assert listed(service, binding, contextId="INV-22222229")["type"].endswith("/errors/rate-limited")

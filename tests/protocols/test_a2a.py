"""An agent scans, orders, answers and relays over A2A, in each version and transport."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coldread.base.clock import DAY, MINUTE, SECOND
from coldread.guard.claims import claim_key
from coldread.guard.idempotency import Once
from coldread.protocols.a2a.history import MOST
from coldread.protocols.a2a.skills import rehearsal_in
from coldread.scanner.goals import PrimaryGoal
from coldread.web.skills import ORDER, SKILLS
from coldread.worker import sweep
from tests.harness.desk import desk, orders_stored
from tests.harness.service import BASE_URL, WISH, Service
from tests.harness.website import Website
from tests.protocols.talk import WAYS, Rest03, Rpc03

PAGE = (
    "<html lang=en><title>Bread</title><h1>Order fresh bread by noon</h1><p>Book a call with our bakers.</p>"
)
EXTENSION = f"{BASE_URL}/extensions/human-handoff/v1"
Make = Callable[..., Service]


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Rest03 | Rpc03:
    return WAYS[request.param]


@pytest.fixture
def site() -> Iterator[Website]:
    with Website({"/": PAGE, "/new": PAGE}) as site:
        yield site


@pytest.fixture
def scanning(site: Website, tmp_path: Path) -> Iterator[Service]:
    made = Service(
        f"sqlite:///{tmp_path / 'coldread.db'}",
        tmp_path / "data",
        scan_engine="lite",
        scan_allow_hosts=site.place,
    )
    yield made
    made.close()


def test_a_scan_is_a_task_completed_in_one_call(way: Rest03, scanning: Service, site: Website) -> None:
    asked = way.message({"skill": "scan", "url": site.url("/"), "primary_goal": "book_call"}, None)
    done = way.send(scanning, asked)
    assert done.state == "completed"
    assert done.task is not None
    (artifact,) = done.task["artifacts"]
    scan = next(part["data"] for part in artifact["parts"] if "data" in part)
    scan = scan.get("data", scan)
    assert scan["session_id"] == done.task["id"]
    assert done.said == scan["chat_summary"]
    again = way.get(scanning, done.task["id"])
    assert (again.state, again.said) == ("completed", done.said)


def test_the_same_message_is_one_scan_and_counted_once(way: Rest03, scanning: Service, site: Website) -> None:
    asked = way.message({"url": site.url("/"), "primary_goal": "book_call"}, None)
    first, second = way.send(scanning, asked), way.send(scanning, asked)
    assert first.task is not None
    assert second.task is not None
    assert first.task["id"] == second.task["id"]
    left = scanning.post("/v1/scan", json={"url": site.url("/"), "primary_goal": "book_call"}).json()
    assert left["remaining_calls_today"] == 1, "three a day for a page: one by A2A, one just now"


def test_an_order_is_a_task_with_the_orders_id(way: Rest03, quick_service: Service) -> None:
    placed = way.send(quick_service, way.message({"skill": "cold-read-request", **WISH}, None))
    assert placed.state == "submitted"
    assert placed.task is not None
    assert quick_service.seen(placed.task["id"])["status"] == "submitted"
    assert desk(quick_service, placed.task["id"])["client"] == {"type": "agent"}


def test_the_same_message_is_one_order(way: Rest03, quick_service: Service) -> None:
    asked = way.message(WISH, None)
    first, second = way.send(quick_service, asked), way.send(quick_service, asked)
    assert first.task is not None
    assert second.task is not None
    assert first.task["id"] == second.task["id"]
    assert orders_stored(quick_service) == 1


def test_a_message_id_with_other_content_is_refused(way: Rest03, quick_service: Service) -> None:
    asked = way.message(WISH, None)
    way.send(quick_service, asked)
    changed = way.message({**WISH, "goal": "Something else"}, None) | {"messageId": asked["messageId"]}
    refused = way.send(quick_service, changed)
    assert refused.problem is not None
    assert refused.problem["type"].endswith("/idempotency-key-reused")
    assert "messageId" in refused.problem["detail"]
    assert "Idempotency-Key" not in refused.problem["detail"]
    assert orders_stored(quick_service) == 1


def test_short_message_ids_mean_the_same_only_from_one_client_with_one_content(
    quick_service: Service,
) -> None:
    way = WAYS["rest-0.3"]
    asked = way.message(WISH, None) | {"messageId": "1"}
    way.send(quick_service, asked)
    way.send(quick_service, asked)
    assert orders_stored(quick_service) == 1
    other = way.message({**WISH, "goal": "Something else"}, None) | {"messageId": "1"}
    assert way.send(quick_service, other).state == "submitted"
    quick_service.peer = "198.51.100.9"
    assert way.send(quick_service, asked).state == "submitted"
    assert orders_stored(quick_service) == 3


def test_a_named_message_id_counts_with_its_content_whoever_sends_it(quick_service: Service) -> None:
    way = WAYS["rpc-1.0"]
    asked = way.message(WISH, None) | {"messageId": "the-first-order-of-today"}
    way.send(quick_service, asked)
    quick_service.peer = "198.51.100.9"
    way.send(quick_service, asked)
    assert orders_stored(quick_service) == 1
    other = way.message({**WISH, "goal": "Something else"}, None) | {"messageId": asked["messageId"]}
    assert way.send(quick_service, other).state == "submitted"
    assert orders_stored(quick_service) == 2


def test_whoever_must_pay_is_told_where_and_the_invoice_comes_first(
    way: Rest03, quick_service: Service
) -> None:
    order_id = quick_service.order_in("billing_pending")
    task = way.get(quick_service, order_id)
    pay_url = f"{BASE_URL}/pay/{order_id}"
    assert task.state == "input-required"
    assert task.data["pay_url"] == pay_url
    assert task.data["next_action"] == "complete_billing"
    assert task.task is not None
    assert task.task["metadata"][EXTENSION]["pay_url"] == pay_url
    assert pay_url in task.said
    assert task.said.index("umbrella_invoice") < task.said.index("mobile_payment")


def test_a_swedish_order_speaks_swedish(quick_service: Service) -> None:
    order_id = quick_service.order_in("billing_pending", language="sv")
    assert "betala" in WAYS["rpc-0.3"].get(quick_service, order_id).said


STATES = {
    "submitted": "submitted",
    "reviewing": "working",
    "needs_info": "input-required",
    "accepted": "working",
    "billing_pending": "input-required",
    "paid": "working",
    "in_progress": "working",
    "delivered": "completed",
    "rejected": "rejected",
}


@pytest.mark.parametrize("status", STATES)
def test_every_status_has_its_state(status: str, lasting_service: Service) -> None:
    order_id = lasting_service.order_in(status)
    assert {way.get(lasting_service, order_id).state for way in WAYS.values()} == {STATES[status]}


def test_the_answer_to_a_question_is_a_message_to_the_task(way: Rest03, quick_service: Service) -> None:
    order_id = quick_service.order_in("reviewing")
    quick_service.move(order_id, "needs_info", question="Which form counts?")
    asked = way.get(quick_service, order_id)
    assert asked.data["question"] == "Which form counts?"
    assert "Which form counts?" in asked.said
    assert "message to this task" in asked.said
    answered = way.send(quick_service, way.message(None, "It is the second form.", taskId=order_id))
    assert answered.state == "working", "it is the reviewer's turn, and nobody is asked twice"
    assert "with the reviewer" in answered.said
    assert "Which form counts?" not in answered.said
    assert answered.task is not None
    told = answered.task["metadata"][EXTENSION]
    assert told["waits_for"]["on"] == "operator"
    for fields in (told, answered.data):
        asks = (fields["question"], fields["next_action"], fields["human_action_required"])
        assert asks == ("Which form counts?", "provide_more_info", True), "as REST says it, by the status"
        assert fields["waits_for"]["on"] == "operator", "whoever follows the turn asks nobody twice"
    assert [row["message"] for row in desk(quick_service, order_id)["answers"]] == ["It is the second form."]


def test_an_order_that_asked_nothing_takes_no_message(way: Rest03, quick_service: Service) -> None:
    order_id = quick_service.order_in("reviewing")
    refused = way.send(quick_service, way.message(None, "By the way …", taskId=order_id))
    assert refused.problem is not None
    assert refused.problem["type"].endswith("/illegal-transition")
    assert refused.code in (None, -32004)


def test_drafts_and_finals_are_artifacts(way: Rest03, quick_service: Service) -> None:
    order_id = quick_service.order_in("paid")
    quick_service.move(order_id, "in_progress", patch={"spec_md": "# Draft"})
    quick_service.clock.move(61 * MINUTE)
    drafted = way.get(quick_service, order_id)
    assert drafted.task is not None
    assert [artifact["name"] for artifact in drafted.task["artifacts"]] == ["spec_draft.md"]
    quick_service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    done = way.get(quick_service, order_id)
    assert done.task is not None
    assert [artifact["name"] for artifact in done.task["artifacts"]] == ["spec_draft.md", "spec_final.md"]
    (part,) = done.task["artifacts"][1]["parts"]
    uri = part.get("url") or part["file"].get("uri") or part["file"]["fileWithUri"]
    assert quick_service.get(uri.removeprefix(BASE_URL)).text == "# Final"


def test_history_tells_every_status_and_can_be_cut(way: Rest03, quick_service: Service) -> None:
    order_id = quick_service.order_in("paid")
    whole = way.get(quick_service, order_id)
    assert whole.task is not None
    assert len(whole.task["history"]) == 6
    cut = way.get(quick_service, order_id, historyLength=2)
    assert cut.task is not None
    assert cut.task["history"] == whole.task["history"][-2:]


def test_history_has_both_sides_and_every_status_however_often_it_came(
    way: Rest03, quick_service: Service
) -> None:
    order_id = quick_service.order_in("reviewing")
    for number in (1, 2):
        quick_service.clock.move(MINUTE)
        quick_service.move(order_id, "needs_info", question=f"Question {number}?")
        quick_service.clock.move(MINUTE)
        way.send(quick_service, way.message(None, f"Answer {number}.", taskId=order_id))
        quick_service.clock.move(MINUTE)
        quick_service.move(order_id, "reviewing")
    task = way.get(quick_service, order_id).task
    assert task is not None
    told = []
    for message in task["history"]:
        parts = message.get("parts") or message["content"]
        data: dict[str, Any] = next((part["data"] for part in parts if "data" in part), {})
        data = data.get("data", data)
        text = next((part["text"] for part in parts if "text" in part), None)
        told.append((message["role"].lower().removeprefix("role_"), data.get("status"), text))
    assert told == [
        ("user", None, None),
        ("agent", "submitted", None),
        ("agent", "reviewing", None),
        ("agent", "needs_info", "Question 1?"),
        ("user", None, "Answer 1."),
        ("agent", "reviewing", None),
        ("agent", "needs_info", "Question 2?"),
        ("user", None, "Answer 2."),
        ("agent", "reviewing", None),
    ]
    assert len({message["messageId"] for message in task["history"]}) == len(told)
    first = next(part["data"] for part in task["history"][0].get("parts") or task["history"][0]["content"])
    assert first.get("data", first)["url"] == WISH["url"]
    assert WISH["contact_email"] not in json.dumps(task["history"]), "nothing about the buyer"


def test_a_task_carries_a_bounded_history(quick_service: Service) -> None:
    order_id = quick_service.order_in("reviewing")
    for _ in range(MOST // 2):
        quick_service.move(order_id, "needs_info")
        quick_service.move(order_id, "reviewing")
    task = WAYS["rpc-1.0"].get(quick_service, order_id).task
    assert task is not None
    assert len(task["history"]) == MOST


def test_a_rescan_is_offered_only_while_it_can_be_used(way: Rest03, quick_service: Service) -> None:
    order_id = quick_service.order_in("in_progress")
    before = quick_service.get(f"/v1/orders/{order_id}").json()
    assert (before["rescan_available"], way.get(quick_service, order_id).data["rescan_url"]) == (False, None)
    assert before["rescan_url"].endswith("/rescan"), "the contract's field is always there"
    early = way.send(
        quick_service,
        way.message({"skill": "cold-read-rescan", "url": "https://a.example/"}, None, taskId=order_id),
    )
    assert early.problem is not None
    assert "after delivery" in early.problem["detail"]
    quick_service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    after = quick_service.get(f"/v1/orders/{order_id}").json()
    assert after["rescan_available"] is True
    assert way.get(quick_service, order_id).data["rescan_url"] == after["rescan_url"]
    for words in ({"skill": "cold-read-rescan", "url": "https://a.example/"}, {"url": "https://a.example/"}):
        refused = way.send(quick_service, way.message(words, "again, please", taskId=order_id))
        assert refused.problem is not None
        assert refused.problem["type"].endswith("/operation-unsupported")
        assert refused.code in (None, -32004)
        assert "without taskId" in refused.problem["detail"]
        assert f'"order_id": "{order_id}"' in refused.problem["detail"], "what to send instead"


def test_a_rehearsal_is_asked_for_in_plain_words(
    way: Rest03, make_quick_service: Callable[..., Service]
) -> None:
    service = make_quick_service(sandbox="1")
    asked = way.send(service, way.message(None, "sandbox order for https://shop.example/"))
    assert asked.data["given"] == ["sandbox", "skill", "url"]
    assert asked.task is not None
    more = {name: WISH[name] for name in ("goal", "audience", "contact_email")}
    placed = way.send(service, way.message(more, None, taskId=asked.task["id"]))
    assert placed.data["sandbox"] is True
    page = way.send(service, way.message(None, "A cold-read of https://sandbox.example/ please"))
    assert "sandbox" not in page.data["given"], "a word in an address is none"
    off = make_quick_service()
    refused = way.send(off, way.message({**WISH, "sandbox": True}, None))
    assert refused.problem is not None
    assert refused.problem["errors"][0]["code"] == "sandbox_off"


@pytest.mark.parametrize(
    ("text", "rehearsed"),
    [
        ("sandbox order for https://a.example/", True),
        ("Order a cold-read of https://a.example/ in the sandbox", True),
        ("Please rehearse an order for https://a.example/", True),
        ("Sandbox: cold-read of https://a.example/", True),
        ("Order a cold-read of https://a.example/, not in the sandbox", False),
        ("Order a cold-read of our page about sandboxes, https://a.example/", False),
        ("How is the sandbox order INV-7Hq2mXpR?", False),
        ("Scan https://sandbox.example/", False),
    ],
)
def test_words_for_a_rehearsal(text: str, rehearsed: bool) -> None:
    assert (rehearsal_in(text).get("sandbox") is True) == rehearsed


def test_both_spellings_of_the_length_and_both_addresses_of_json_rpc_are_known(
    quick_service: Service,
) -> None:
    order_id = quick_service.order_in("paid")
    assert len(quick_service.get(f"/v1/tasks/{order_id}?history_length=1").json()["history"]) == 1
    call = {"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {"id": order_id}}
    assert quick_service.post("/", json=call).json() == quick_service.post("/a2a", json=call).json()


def test_what_is_missing_is_asked_for_and_the_answer_goes_on(way: Rest03, quick_service: Service) -> None:
    asked = way.send(quick_service, way.message({"url": WISH["url"], "goal": WISH["goal"]}, None))
    assert asked.state == "input-required"
    assert asked.data["missing"] == ["audience", "contact_email"]
    assert asked.task is not None
    question = asked.task["id"]
    more = way.message({"audience": WISH["audience"]}, None, taskId=question)
    still = way.send(quick_service, more)
    assert still.task is not None
    assert (still.task["id"], still.data["missing"]) == (question, ["contact_email"])
    placed = way.send(quick_service, way.message(None, WISH["contact_email"], taskId=question))
    assert placed.state == "submitted"
    assert placed.task is not None
    told = way.get(quick_service, question)
    assert (told.state, told.data["task_id"]) == ("completed", placed.task["id"])
    assert told.task is not None
    roles = [message["role"].lower().removeprefix("role_") for message in told.task["history"]]
    assert roles == ["user", "agent", "user", "agent", "user"], "both sides of the talk"
    assert orders_stored(quick_service) == 1


@pytest.mark.parametrize("skill", [row.id for row in SKILLS if row.is_on_card])
def test_what_the_card_shows_as_an_example_lacks_nothing(skill: str, quick_service: Service) -> None:
    card = quick_service.get("/.well-known/agent-card.json").json()
    (shown,) = next(row["examples"] for row in card["skills"] if row["id"] == skill)
    placed = quick_service.post("/v1/cold-read-requests", json=WISH).json()
    data = {name: value.replace(ORDER, placed["order_id"]) for name, value in json.loads(shown).items()}
    answer = Rest03().send(quick_service, Rest03().message(data, None))
    if answer.task is not None:
        assert answer.state == "submitted", answer.task
    else:  # not paid, not reached, nothing to look at again: the fields were understood
        assert answer.status in {402, 404, 409, 422}, answer.problem


def test_a_page_is_watched_by_a_message_and_not_where_watching_is_off(make_service: Make) -> None:
    data = {"skill": "page-watch", "url": "https://shop.example/", "primary_goal": "demo"}
    service, way = make_service(), Rest03()
    asked = way.send(service, way.message(data, None))
    assert (asked.state, asked.data["missing"]) == ("input-required", ["email"])
    assert asked.task is not None
    answer = way.send(service, way.message({"email": "eva@shop.example"}, None, taskId=asked.task["id"]))
    assert answer.state == "completed"
    assert "begins when its button has been pressed" in answer.said, "or the agent thinks that all is done"
    off = make_service(watch="0")
    refused = way.send(off, way.message({**data, "email": "eva@shop.example"}, None))
    assert refused.problem is not None
    assert refused.problem["errors"][0]["code"] == "unknown_skill"
    assert "page-watch" not in refused.problem["errors"][0]["detail"]


def test_plain_words_lead_to_a_question(way: Rest03, quick_service: Service) -> None:
    asked = way.send(quick_service, way.message(None, "Please look at https://shop.example/."))
    assert (asked.state, asked.data["missing"]) == ("input-required", ["primary_goal"])
    assert asked.data["given"] == ["url"]
    assert asked.data["choices"] == [{"field": "primary_goal", "values": list(PrimaryGoal)}]
    assert "one of book_call" in asked.said


def test_a_question_can_be_canceled_once(way: Rest03, quick_service: Service) -> None:
    asked = way.send(quick_service, way.message(None, "Hello"))
    assert asked.task is not None
    assert way.cancel(quick_service, asked.task["id"]).state == "canceled"
    refused = way.cancel(quick_service, asked.task["id"])
    assert refused.problem is not None
    assert (refused.status, refused.problem["type"]) == (409, f"{BASE_URL}/errors/task-not-cancelable")
    assert refused.code in (None, -32002)
    late = way.send(quick_service, way.message(None, "After all", taskId=asked.task["id"]))
    assert late.problem is not None
    assert late.problem["type"].endswith("/operation-unsupported")


def test_canceling_an_order_tells_the_operator_and_moves_nothing(service: Service) -> None:
    order_id = service.order_in("accepted")
    way = WAYS["rest-0.3"]
    refused = way.cancel(service, order_id)
    assert refused.problem is not None
    assert (refused.status, refused.problem["withdrawal_asked"]) == (409, True)
    assert service.seen(order_id)["status"] == "accepted"
    first = desk(service, order_id)["withdrawal_asked_at"]
    assert first is not None
    service.clock.move(5 * SECOND)
    way.cancel(service, order_id)
    assert desk(service, order_id)["withdrawal_asked_at"] == first


def test_a_delivered_order_notes_no_withdrawal(quick_service: Service) -> None:
    """Until then it does, paid or not: the terms let a buyer withdraw while the work goes on."""
    order_id = quick_service.order_in("delivered")
    refused = WAYS["rpc-1.0"].cancel(quick_service, order_id)
    assert refused.problem is not None
    assert refused.problem["withdrawal_asked"] is False
    assert desk(quick_service, order_id)["withdrawal_asked_at"] is None


def test_an_unknown_task_is_not_found(way: Rest03, quick_service: Service) -> None:
    for task_id in ("INV-22222222", "no-such-task-anywhere", "x"):
        for refused in (way.get(quick_service, task_id), way.cancel(quick_service, task_id)):
            assert refused.problem is not None
            assert (refused.status, refused.problem["type"]) == (404, f"{BASE_URL}/errors/not-found")
            assert refused.code in (None, -32001)


def test_the_conversation_that_a_client_names_is_kept(way: Rest03, quick_service: Service) -> None:
    placed = way.send(quick_service, way.message(WISH, None, contextId="talk-1"))
    assert placed.task is not None
    assert placed.task["contextId"] == "talk-1"
    read = way.get(quick_service, placed.task["id"])
    assert read.task is not None
    assert read.task["contextId"] == "talk-1"


BROKEN: dict[str, Any] = {
    "no id": {"role": "ROLE_USER", "content": [{"text": "x"}]},
    "no parts": {"messageId": "m-12345678", "role": "ROLE_USER"},
    "empty parts": {"messageId": "m-12345678", "role": "ROLE_USER", "content": []},
    "an agent's message": {"messageId": "m-12345678", "role": "ROLE_AGENT", "content": [{"text": "x"}]},
    "a part of no kind": {"messageId": "m-12345678", "role": "ROLE_USER", "content": [{}]},
    "a skill that there is not": {
        "messageId": "m-12345678",
        "role": "ROLE_USER",
        "content": [{"data": {"data": {"skill": "fly"}}}],
    },
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_message_that_cannot_be_read_is_an_input_fault(case: str, lasting_service: Service) -> None:
    refused = WAYS["rest-0.3"].send(lasting_service, BROKEN[case])
    assert refused.problem is not None
    assert (refused.status, refused.problem["type"]) == (400, f"{BASE_URL}/errors/invalid-input")
    assert refused.problem["errors"][0]["pointer"].startswith("#/message")
    assert refused.problem["message"] == refused.problem["detail"]


CALLS: dict[str, tuple[Any, int]] = {
    "not an object": ([], -32600),
    "another version of JSON-RPC": ({"jsonrpc": "1.0", "id": 1, "method": "tasks/get"}, -32600),
    "no method": ({"jsonrpc": "2.0", "id": 1}, -32600),
    "an id that is an object": ({"jsonrpc": "2.0", "id": {}, "method": "tasks/get", "params": {}}, -32600),
    "an unknown method": ({"jsonrpc": "2.0", "id": 1, "method": "tasks/dance", "params": {}}, -32601),
    "params that are a list": ({"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": []}, -32602),
    "no task id": ({"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {}}, -32602),
    "a negative length": (
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tasks/get",
            "params": {"id": "INV-22222222", "historyLength": -1},
        },
        -32602,
    ),
    "a length beyond all numbers": (
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tasks/get",
            "params": {"id": "INV-22222222", "historyLength": 1e300},
        },
        -32602,
    ),
    "streaming": ({"jsonrpc": "2.0", "id": 1, "method": "message/stream", "params": {}}, -32004),
    "push": ({"jsonrpc": "2.0", "id": 1, "method": "tasks/pushNotificationConfig/set", "params": {}}, -32003),
    "streaming 1.0": ({"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage", "params": {}}, -32004),
    "extended card": ({"jsonrpc": "2.0", "id": 1, "method": "GetExtendedAgentCard", "params": {}}, -32007),
}


@pytest.mark.parametrize("case", CALLS)
def test_a_call_that_cannot_be_answered_has_the_code_of_its_fault(
    case: str, lasting_service: Service
) -> None:
    call, code = CALLS[case]
    answer = lasting_service.post("/a2a", json=call)
    assert answer.status_code == 200
    assert answer.json()["error"]["code"] == code
    problem, info = answer.json()["error"]["data"]
    assert problem["type"].startswith(f"{BASE_URL}/errors/")
    assert info["reason"]
    assert lasting_service.post("/a2a/", json=call).json()["error"]["code"] == code, (
        "the slash leads to the same place"
    )


def test_a_call_that_is_no_json_has_the_code_of_a_parse_error(lasting_service: Service) -> None:
    answer = lasting_service.post("/a2a", content=b"{", headers={"Content-Type": "application/json"})
    assert answer.json()["error"]["code"] == -32700
    assert answer.json()["id"] is None


def test_another_version_is_refused(lasting_service: Service) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "INV-22222222"}}
    answer = lasting_service.post("/a2a", json=call, headers={"A2A-Version": "2.0"})
    assert answer.json()["error"]["code"] == -32009


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/tasks/INV-22222222"),
        ("POST", "/v1/tasks/INV-22222222:cancel"),
        ("POST", "/v1/message:send"),
        ("GET", "/a2a/rest/tasks/INV-22222222"),
        ("GET", "/a2a/rest/tasks"),
        ("POST", "/a2a/rest/message:send"),
    ],
)
def test_another_version_is_refused_over_rest_too(method: str, path: str, lasting_service: Service) -> None:
    body = {"message": WAYS["rest-0.3"].message(WISH, None)} if method == "POST" else None
    answer = lasting_service.run(
        lasting_service.request(method, path, json=body, headers={"A2A-Version": "9.9"})
    )
    assert answer.status_code == 400
    assert answer.json()["error"]["details"][0]["reason"] == "VERSION_NOT_SUPPORTED"
    known = lasting_service.run(
        lasting_service.request(method, path, json=body, headers={"A2A-Version": "1.0"})
    )
    assert known.status_code in (200, 404)


def test_money_that_is_asked_for_and_a_limit_have_their_own_codes(
    make_quick_service: Callable[..., Service],
) -> None:
    service = make_quick_service(limit_create_per_hour="1")
    wish = {"skill": "audit", "url": "https://a.example/", "primary_goal": "demo", "audience": "Bakers"}
    for name in ("rpc-0.3", "rpc-1.0"):
        way = WAYS[name]
        call = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": way.methods[0],  # type: ignore[union-attr]
            "params": {"message": way.message(wish, None)},
        }
        error = service.post("/a2a", json=call).json()["error"]
        assert error["code"] == -32042
        problem, info, money = error["data"]
        assert (problem["status"], info["reason"]) == (402, "PAYMENT_REQUIRED")
        assert money["challenges"][0]["method"] == "tempo"
    way = WAYS["rpc-1.0"]
    assert way.send(service, way.message(WISH, None)).task is not None
    limited = way.send(service, way.message(WISH, None))
    assert (limited.status, limited.code) == (429, -32000)
    assert limited.problem is not None
    assert limited.problem["retry_after"] > 0


def test_the_extension_is_echoed_to_whoever_asks_for_it(quick_service: Service) -> None:
    order_id = quick_service.order()["order_id"]
    asked = quick_service.get(
        f"/v1/tasks/{order_id}", headers={"X-A2A-Extensions": f"https://x.example, {EXTENSION}"}
    )
    assert asked.headers["X-A2A-Extensions"] == EXTENSION
    assert "X-A2A-Extensions" not in quick_service.get(f"/v1/tasks/{order_id}").headers


def test_guessing_task_ids_is_stopped_like_guessing_order_ids(
    make_quick_service: Callable[..., Service],
) -> None:
    service = make_quick_service(limit_misses_per_10min="5")
    statuses = [WAYS["rest-0.3"].get(service, f"INV-2222222{n}").status for n in range(2, 9)]
    assert statuses == [404] * 5 + [429] * 2


def test_questions_and_conversations_work_on_both_databases(service: Service) -> None:
    way = WAYS["rpc-0.3"]
    asked = way.send(service, way.message({"goal": WISH["goal"]}, "please", contextId="talk-2"))
    assert asked.task is not None
    placed = way.send(service, way.message(WISH, None, taskId=asked.task["id"]))
    assert placed.task is not None
    assert (placed.state, placed.task["contextId"]) == ("submitted", "talk-2")
    service.clock.move(8 * DAY)
    assert service.run(sweep(service.services))["agents' questions"] == 2


def test_a_claim_is_held_let_go_and_taken_over(service: Service) -> None:
    once = Once(scope="t", key="k" * 8, fingerprint="f")
    assert service.write(claim_key, once) is None
    with pytest.raises(Exception, match="idempotency-conflict"):
        service.write(claim_key, once)
    service.clock.move(61 * SECOND)
    assert service.write(claim_key, once) is None, "its holder died"

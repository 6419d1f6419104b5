"""Whatever happens to an order, every surface says the same of it: what an answer says is what the next read says.

All statuses × all that can happen to an order in them × all surfaces.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from coldread.orders.operator.order_json import order_json
from coldread.orders.rules.lifecycle import STATE, STATES, Status
from coldread.orders.rules.whose_turn import WAITS
from coldread_client import AsyncClient
from tests.harness.desk import refund
from tests.harness.service import ADMIN, BASE_URL, V1_WISH, WAYS, Service
from tests.orders.test_turns import leave
from tests.protocols.talk import WAYS as TONGUES
from tests.protocols.test_three_surfaces import mcp

pytestmark = pytest.mark.together("mcp")

#: what a caller acts upon; the contract derives the first four from the status alone
RECORD = ("status", "next_action", "question", "human_action_required", "waits_for")
A2A = "https://coldread.test/extensions/human-handoff/v1"

Event = Callable[[Service, str], dict[str, Any] | None]


def nothing(service: Service, order_id: str) -> None:
    """The order as it came into its status."""


def answered(service: Service, order_id: str) -> dict[str, Any] | None:
    """The buyer sends an answer; refused where nothing is asked."""
    answer = service.post(f"/v1/orders/{order_id}/info", json={"message": "The second form."})
    return answer.json() if answer.status_code == 202 else None


def answered_by_mcp(service: Service, order_id: str) -> dict[str, Any] | None:
    result = mcp(service, "provide_info", {"order_id": order_id, "message": "The third form."})["result"]
    if result.get("isError"):
        return None
    told: dict[str, Any] = result["structuredContent"]
    assert_text_says(result["content"][0]["text"], told)
    return told


def answered_by_a2a(service: Service, order_id: str) -> dict[str, Any] | None:
    tongue = TONGUES["rest-1.0"]
    sent = tongue.send(service, tongue.message(None, "The fourth form.", taskId=order_id))
    return sent.data if sent.task is not None else None


def written_to(service: Service, order_id: str) -> None:
    """The buyer writes on the order's page; refused once it is closed."""
    service.post(f"/o/{order_id}/say", data={"said": "By the way"})


def withdrawn(service: Service, order_id: str) -> None:
    leave(service, order_id)


def canceled_by_a2a(service: Service, order_id: str) -> None:
    TONGUES["rpc-0.3"].cancel(service, order_id)


def refunded(service: Service, order_id: str) -> None:
    refund(service, order_id)


def page_unreadable(service: Service, order_id: str) -> None:
    """An address that nobody can read: the order's own draft is prepared in vain."""
    from coldread.orders.acts.audit_notes import add_remark

    service.write(add_remark, order_id, "unseen", "system", None)
    service.write(_touched, service.settings, order_id)


def _touched(session: Any, settings: Any, order_id: str) -> None:
    from coldread.orders.acts.change import change
    from coldread.orders.queries import hold_order

    order = hold_order(session, order_id)
    assert order is not None
    change(session, settings, order)


def drafted(service: Service, order_id: str) -> None:
    """The draft's hour passes."""
    service.clock.move(61 * 60_000_000)


EVENTS: dict[str, tuple[Event, Callable[[Any], bool]]] = {
    "nothing": (nothing, lambda _: True),
    "answered": (answered, lambda _: True),
    "answered_by_mcp": (answered_by_mcp, lambda _: True),
    "answered_by_a2a": (answered_by_a2a, lambda _: True),
    "written_to": (written_to, lambda _: True),
    "withdrawn": (withdrawn, lambda _: True),
    "canceled_by_a2a": (canceled_by_a2a, lambda _: True),
    "refunded": (refunded, lambda row: row.paid_for),
    "page_unreadable": (page_unreadable, lambda row: row.in_work),
    "drafted": (drafted, lambda _: True),
}

#: why somebody is waited for, after which event at least
MET: dict[str, set[str]] = {
    "nothing": {"first_answer", "question", "invoice", "payment", "work", "closed"},
    "answered": {"answered"},
    "answered_by_mcp": {"answered"},
    "answered_by_a2a": {"answered"},
    "withdrawn": {"withdrawal"},
    "canceled_by_a2a": {"withdrawal"},
    "refunded": {"refunded"},
    "page_unreadable": {"page"},
}


def assert_text_says(text: str, record: dict[str, Any]) -> None:
    """A host that reads only the text reads the same."""
    turn = record["waits_for"]
    lines = text.splitlines()
    for line in (
        f"status: {record['status']}",
        f"next_action: {record['next_action']}",
        f"human_action_required: {str(record['human_action_required']).lower()}",
        f"waits_for: {turn['on']} ({turn['why']}) since {turn['since']}",
    ):
        assert line in lines, (line, text)
    question = record["question"]
    if question:
        assert (question in text) == (turn["on"] == "buyer"), (
            "a question is relayed while it is the buyer's turn"
        )


def assert_one_record(service: Service, order_id: str, said: dict[str, Any] | None) -> dict[str, Any]:
    """The order's record, after every surface was found to say it."""
    seen = service.seen(order_id)
    record = {name: seen[name] for name in RECORD}
    state = STATE[Status(record["status"])]
    assert record["next_action"] == state.next_action, "the contract derives it from the status"
    assert record["human_action_required"] == (state.asks is not None)
    assert seen["a2a_task_state"] == ("input-required" if state.asks else None)
    if said is not None:
        assert {name: said[name] for name in RECORD} == record, "the next read says what the answer said"

    result = mcp(service, "get_order", {"order_id": order_id})["result"]
    assert {name: result["structuredContent"][name] for name in RECORD} == record
    assert_text_says(result["content"][0]["text"], record)

    waited = record["waits_for"]["on"] == "buyer"
    words = set()
    for name, tongue in TONGUES.items():
        answer = tongue.get(service, order_id)
        assert answer.task is not None
        assert {field: answer.data[field] for field in RECORD} == record, name
        told = answer.task["metadata"][A2A]
        assert {field: told[field] for field in RECORD if field != "status"} == {
            field: record[field] for field in RECORD if field != "status"
        }, name
        assert (answer.state == "input-required") == waited, (name, answer.state, record)
        words.add(answer.said.strip())
    (relayed,) = words
    assert "rescan" not in relayed or seen["rescan_available"], "nobody is told of a rescan that is not there"
    assert relayed.splitlines()[0] in result["content"][0]["text"], "both relay the same sentence"
    if said is not None and "message" in said:
        assert said["message"].startswith(relayed.splitlines()[0])
    assert_page_says(service, order_id, record)
    assert typed(service, order_id) == record, "the Python client's typed order"
    assert service.read(order_json, service.settings, order_id)["order"]["waits_for"] == record["waits_for"]
    assert v1_turn(service, order_id) == record["waits_for"]
    return record


def typed(service: Service, order_id: str) -> dict[str, Any]:
    """The order as the Python client's typed call gives it."""

    async def read() -> dict[str, Any]:
        transport = httpx.ASGITransport(service.app, client=(service.peer, 50000))
        async with AsyncClient(BASE_URL, transport=transport, max_retries=0) as client:
            order = await client.get_order(order_id)
        return {
            "status": order["status"],
            "next_action": order["next_action"],
            "question": order["question"],
            "human_action_required": order["human_action_required"],
            "waits_for": order["waits_for"],
        }

    seen: dict[str, Any] = service.run(read())
    return seen


def v1_turn(service: Service, order_id: str) -> dict[str, Any]:
    answer = service.get(f"/v1/cold-read/{order_id}")
    assert answer.status_code == 200
    turn: dict[str, Any] = answer.json()["waits_for"]
    return turn


#: what a page that claims this says of the turn
CLAIMED = {"buyer's turn": "buyer", "our turn": "operator", "closed": "nobody"}


def assert_page_says(service: Service, order_id: str, record: dict[str, Any]) -> None:
    """The buyer's own page claims the same turn; it asks the buyer for another way to a page that the operator sees to."""
    page = service.get(f"/o/{order_id}", headers={"Accept": "text/html"})
    assert page.status_code == 200
    claims = re.search(r'<section class="card next"[^>]* data-says="([^"]*)"', page.text)
    assert claims is not None
    turns = {CLAIMED[claim] for claim in html.unescape(claims[1]).split("|") if claim in CLAIMED}
    turn = record["waits_for"]
    assert turns <= {"buyer" if turn["why"] == "page" else turn["on"]}, (turns, record)


@pytest.mark.parametrize("event", EVENTS)
def test_every_surface_says_the_same_after_whatever_has_happened(event: str, service: Service) -> None:
    happen, can_happen = EVENTS[event]
    whys = set()
    for row in STATES:
        if row.is_gone or not can_happen(row):
            continue
        order_id = service.order()["order_id"]
        for step in WAYS[row.status]:
            fields = {"question": "Which form counts?"} if step == "needs_info" else {}
            service.move(order_id, step, **fields)
        service.clock.move(1_000_000)
        said = happen(service, order_id)
        whys.add(assert_one_record(service, order_id, said)["waits_for"]["why"])
    assert whys >= MET.get(event, set())


def test_what_a_move_and_a_creation_answer_is_what_the_next_read_says(service: Service) -> None:
    for row in STATES:
        if row.is_gone:
            continue
        placed = service.order()
        order_id = placed["order_id"]
        assert_one_record(service, order_id, placed)
        for step in WAYS[row.status]:
            service.clock.move(1_000_000)
            moved = service.move(order_id, step, key=ADMIN).json()
            assert_one_record(service, order_id, moved)
        # into the same again, by another way
        if row.status == Status.NEEDS_INFO:
            answered(service, order_id)
            service.clock.move(1_000_000)
            for step in ("reviewing", "needs_info"):
                asked_again = service.move(order_id, step, question="And which price?").json()
            record = assert_one_record(service, order_id, asked_again)
            assert record["waits_for"]["on"] == "buyer", (
                "an answer to an earlier question is none to this one"
            )


def test_what_v1_answers_to_an_order_is_what_the_next_read_says(service: Service) -> None:
    placed = service.post("/v1/cold-read/request", json=V1_WISH).json()
    assert placed["waits_for"]["on"] == "buyer"
    record = assert_one_record(service, placed["invoice_id"], None)
    assert placed["waits_for"] == record["waits_for"]


def test_every_way_to_wait_is_met() -> None:
    """A new row of the table of waits needs an event here."""
    assert {row.name for row in WAITS} == set().union(*MET.values())

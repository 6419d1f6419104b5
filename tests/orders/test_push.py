"""Receivers are told of every change: signed, in order, at least once, only where they may be and want to be."""

from __future__ import annotations

import dataclasses
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import HOUR, MINUTE, SECOND, rfc3339
from coldread.egress.policy import Policy
from coldread.jobs.defer import live_keys
from coldread.orders.push import deliver as sending
from coldread.orders.push.deliver import (
    LEASE,
    RESTS,
    deliver,
    deliver_again,
    next_sending,
    note_outcome,
    troubled_events,
)
from coldread.orders.push.outcomes import Outcome
from coldread.orders.push.register import PUSH, add_receiver, policy_of, receivers_of
from coldread.orders.push.register import Receiver as Told
from coldread.orders.queries import find_order
from coldread.orders.tables import order_webhooks, webhook_events
from coldread.privacy.forget import forget_order
from coldread_client import NotGenuine, verify_webhook
from tests.console.visitor import Visitor
from tests.harness.refusals import pointers
from tests.harness.service import BASE_URL, WISH, Service
from tests.orders.test_turns import leave
from tests.protocols.talk import WAYS as TALKS

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # Standard Webhooks' own example


class Receiver:
    """A program that is told; it answers what the test wants."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status = 200
        self.headers: dict[str, str] = {}
        #: `well`, `silent`, `garbage` or `hangs up`
        self.behaviour = "well"
        self._let_go = threading.Event()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length)
                if len(body) < length:
                    return  # the sender was killed in the middle of it: nobody has got it
                receiver.got.append((dict(self.headers.items()), body))
                if receiver.behaviour != "well":
                    self.close_connection = True
                    if receiver.behaviour == "garbage":
                        self.wfile.write(b"\x00\xff no HTTP at all\r\n\r\n")
                    elif receiver.behaviour == "silent":
                        receiver._let_go.wait(60)
                    return
                self.send_response(receiver.status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._handler = Handler
        self.listen(0)
        self.place = f"127.0.0.1:{self._server.server_port}"
        self.url = f"http://{self.place}/hook"

    def listen(self, port: int) -> None:
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), self._handler)
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()

    def leave(self) -> int:
        """Nobody listens there any more; the port, to come back to."""
        port: int = self._server.server_port
        self._server.shutdown()
        self._server.server_close()
        return port

    def close(self) -> None:
        self._let_go.set()
        self.leave()

    def events(self, service: Service) -> list[tuple[str, str | None]]:
        """What came, verified by the client's own helper: kind and status."""
        now = service.clock.now() / SECOND
        found = [
            verify_webhook(SECRET, headers, body, now=now, tolerance_s=10**6) for headers, body in self.got
        ]
        return [(event.type, event.status) for event in found]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


@pytest.fixture
def service(make_service: Callable[..., Service], receiver: Receiver) -> Service:
    return make_service(webhooks="1", scan_allow_hosts=receiver.place, sandbox="1")


def told(service: Service, order_id: str) -> None:
    """What the due jobs do."""
    for row in service.read(receivers_of, order_id):
        service.run(deliver(service.services, row.id))


def ordered(service: Service, receiver: Receiver, **fields: Any) -> str:
    order_id: str = service.order(webhook_url=receiver.url, webhook_secret=SECRET, **fields)["order_id"]
    return order_id


def fates(service: Service, order_id: str) -> list[dict[str, Any]]:
    """What the one who ordered is shown of its receivers."""
    answer = service.get(f"/v1/orders/{order_id}/webhooks")
    assert answer.status_code == 200
    assert SECRET not in answer.text
    found: list[dict[str, Any]] = answer.json()["webhooks"]
    return found


CHANGED = "order.status_changed"


def test_every_move_is_told_in_order_after_the_host_was_asked(service: Service, receiver: Receiver) -> None:
    order_id = ordered(service, receiver)
    for step in ("reviewing", "accepted"):
        service.move(order_id, step)
    told(service, order_id)
    assert receiver.events(service) == [
        ("webhook.verification", None),
        (CHANGED, "submitted"),
        (CHANGED, "reviewing"),
        (CHANGED, "accepted"),
    ]
    _, body = receiver.got[1]
    assert set(json.loads(body)["data"]) == {"order_id", "status"}, "nothing about the buyer leaves"
    told(service, order_id)
    assert len(receiver.got) == 4, "what arrived is not sent again"


def test_a_move_puts_its_job_off_with_itself(service: Service, receiver: Receiver) -> None:
    order_id = ordered(service, receiver)
    before = len([key for key in service.read(live_keys) if key.startswith("push:")])
    service.move(order_id, "reviewing")
    assert len([key for key in service.read(live_keys) if key.startswith("push:")]) == before + 1
    assert PUSH == "orders.push"


def test_the_draft_is_told_at_its_hour(service: Service, receiver: Receiver) -> None:
    order_id = ordered(service, receiver)
    for step in ("reviewing", "accepted", "billing_pending", "paid"):
        service.move(order_id, step)
    service.move(order_id, "in_progress", patch={"spec_md": "# Draft"})
    told(service, order_id)
    assert receiver.events(service)[-1] == (CHANGED, "in_progress")
    service.clock.move(61 * MINUTE)
    told(service, order_id)
    assert receiver.events(service)[-1] == ("order.draft_published", "in_progress")


def paid_with_a_draft(service: Service, receiver: Receiver) -> str:
    order_id = ordered(service, receiver)
    for step in ("reviewing", "accepted", "billing_pending"):
        service.move(order_id, step)
    assert service.move(order_id, "paid", patch={"spec_md": "# Draft"}).status_code == 200
    assert service.move(order_id, "in_progress").status_code == 200
    return order_id


def test_a_draft_is_told_with_the_status_that_the_order_has_then(
    service: Service, receiver: Receiver
) -> None:
    order_id = paid_with_a_draft(service, receiver)
    service.clock.move(61 * MINUTE)
    told(service, order_id)
    assert receiver.events(service)[-1] == ("order.draft_published", "in_progress")


def test_no_draft_is_told_after_the_final(service: Service, receiver: Receiver) -> None:
    """An agent that only listens would take it for the order going back to work."""
    order_id = paid_with_a_draft(service, receiver)
    assert service.move(order_id, "delivered", patch={"spec_md": "# Final"}).status_code == 200
    service.clock.move(61 * MINUTE)
    told(service, order_id)
    assert receiver.events(service)[-1] == (CHANGED, "delivered")
    (shown,) = service.get(f"/v1/orders/{order_id}/webhooks").json()["webhooks"]
    assert (shown["waiting"], shown["next_attempt_at"]) == (0, None)


def test_nothing_is_told_and_both_fields_are_ignored_where_it_is_off(
    make_service: Callable[..., Service],
) -> None:
    service = make_service()
    answer = service.post("/v1/cold-read-requests", json={**WISH, "webhook_url": 7, "webhook_secret": {}})
    assert answer.status_code == 201
    assert service.read(receivers_of, answer.json()["order_id"]) == []
    described = service.get("/v1/openapi.json").json()["components"]["schemas"]["OrderRequest"]
    assert "webhook_url" not in described["properties"]


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"webhook_url": "http://a.example/", "webhook_secret": SECRET}, "#/webhook_url"),
        ({"webhook_url": "ftp://a.example/", "webhook_secret": SECRET}, "#/webhook_url"),
        ({"webhook_url": 7, "webhook_secret": SECRET}, "#/webhook_url"),
        ({"webhook_url": "https://a.example/"}, "#/webhook_secret"),
        ({"webhook_url": "https://a.example/", "webhook_secret": "short"}, "#/webhook_secret"),
    ],
)
def test_a_receiver_is_checked(service: Service, fields: dict[str, Any], pointer: str) -> None:
    assert pointers(service.post("/v1/cold-read-requests", json={**WISH, **fields})) == {pointer}


NEVER_CALLED = {
    "plain http": ("http://a.example/", "https"),
    "a private address": ("https://10.1.2.3/hook", "address_refused"),
    "loopback": ("https://127.0.0.1/hook", "address_refused"),
    "loopback in disguise": ("https://0x7f.1/hook", "address_refused"),
    "loopback of IPv6": ("https://[::1]/hook", "address_refused"),
    "cloud metadata": ("https://169.254.169.254/", "address_refused"),
    "a name of this machine": ("https://localhost/hook", "host_refused"),
    "a name of an office": ("https://intranet/hook", "host_refused"),
    "ourselves": (f"{BASE_URL.replace('http://', 'https://')}/hook", "host_refused"),
    "another port": ("https://a.example:8443/hook", "port_refused"),
}


@pytest.mark.parametrize("case", NEVER_CALLED)
def test_an_address_that_would_never_be_called_is_refused_when_it_is_given(
    service: Service, case: str
) -> None:
    url, code = NEVER_CALLED[case]
    wish = {**WISH, "webhook_url": url, "webhook_secret": SECRET}
    refused = service.post("/v1/cold-read-requests", json=wish)
    assert refused.status_code == 400
    assert [(error["pointer"], error["code"]) for error in refused.json()["errors"]] == [
        ("#/webhook_url", code)
    ]
    order_id = service.order()["order_id"]
    config = {"taskId": order_id, "id": "mine", "url": url, "token": SECRET}
    error = rpc(service, "CreateTaskPushNotificationConfig", config)["error"]
    assert (error["code"], error["data"][0]["errors"][0]["pointer"]) == (-32602, "#/url")
    way = TALKS["rpc-0.3"]
    sent = way.send(service, way.message(WISH, None), pushNotificationConfig={"url": url, "token": SECRET})
    assert (sent.status, sent.code) == (400, -32602)
    assert service.read(receivers_of, order_id) == []


def test_the_secret_is_never_shown(service: Service, receiver: Receiver) -> None:
    order_id = ordered(service, receiver)
    assert SECRET not in service.get(f"/v1/orders/{order_id}").text
    assert SECRET not in service.get(f"/v1/tasks/{order_id}").text
    described = service.get("/v1/openapi.json").json()["components"]["schemas"]["OrderRequest"]
    assert described["properties"]["webhook_secret"]["anyOf"][0]["writeOnly"] is True


def test_a_receiver_that_is_down_gets_everything_in_order_when_it_is_back(
    service: Service, receiver: Receiver
) -> None:
    order_id = ordered(service, receiver)
    told(service, order_id)
    receiver.got.clear()
    receiver.status = 500
    service.move(order_id, "reviewing")
    told(service, order_id)
    service.move(order_id, "accepted")
    told(service, order_id)
    assert receiver.events(service) == [(CHANGED, "reviewing")], "the receiver rests, and nothing overtakes"
    (fate,) = fates(service, order_id)
    assert (fate["state"], fate["last_outcome"], fate["attempts"]) == ("retrying", "error_status", 1)
    assert fate["last_attempt_at"] == rfc3339(service.clock.now())
    assert fate["next_attempt_at"] == rfc3339(service.clock.now() + RESTS[0])
    assert (fate["waiting"], fate["given_up"], fate["host"]) == (2, 0, receiver.place)
    service.clock.move(HOUR)
    receiver.status = 204
    told(service, order_id)
    (fate,) = fates(service, order_id)
    assert (fate["state"], fate["last_outcome"], fate["next_attempt_at"]) == ("idle", "arrived", None)
    assert receiver.events(service) == [(CHANGED, "reviewing"), (CHANGED, "reviewing"), (CHANGED, "accepted")]
    first, again = receiver.got[0][0], receiver.got[1][0]
    assert first["webhook-id"] == again["webhook-id"], "the same event, by its id"


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ((302, {"Location": "http://127.0.0.1:1/"}), "redirected"),
        ((404, {}), "error_status"),
        ((500, {}), "error_status"),
        ((410, {}), "gone"),
    ],
)
def test_any_other_answer_is_a_failure_and_a_redirect_is_not_followed(
    service: Service, receiver: Receiver, answer: tuple[int, dict[str, str]], outcome: str
) -> None:
    order_id = ordered(service, receiver)
    told(service, order_id)
    receiver.status, receiver.headers = answer
    service.move(order_id, "reviewing")
    told(service, order_id)
    (event,) = service.read(troubled_events)
    assert event.error == f"it answered {answer[0]}"
    assert fates(service, order_id)[0]["last_outcome"] == outcome


@pytest.mark.parametrize(
    ("behaviour", "outcome"),
    [("silent", "timeout"), ("garbage", "not_http"), ("hangs up", "not_http"), ("closed", "no_connection")],
)
def test_who_is_slow_down_or_answers_garbage_is_tried_again_and_gets_everything_in_order(
    service: Service,
    receiver: Receiver,
    behaviour: str,
    outcome: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order_id = ordered(service, receiver)
    told(service, order_id)
    receiver.got.clear()
    monkeypatch.setattr(sending, "CAPS", dataclasses.replace(sending.CAPS, seconds=1.0, silence=0.3))
    receiver.behaviour = behaviour
    port = receiver.leave() if behaviour == "closed" else 0
    service.move(order_id, "reviewing")
    service.move(order_id, "accepted")
    told(service, order_id)
    (fate,) = fates(service, order_id)
    assert (fate["state"], fate["last_outcome"], fate["waiting"]) == ("retrying", outcome, 2)
    for _ in range(4):  # an hour of it: what fails rests longer each time, and nothing overtakes
        service.clock.move(15 * MINUTE)
        told(service, order_id)
    (fate,) = fates(service, order_id)
    assert (fate["state"], fate["attempts"]) == ("retrying", 5)
    monkeypatch.undo()
    receiver.behaviour = "well"
    receiver.got.clear()
    if port:
        receiver.listen(port)
    service.clock.move(HOUR)
    told(service, order_id)
    assert receiver.events(service) == [(CHANGED, "reviewing"), (CHANGED, "accepted")]
    assert fates(service, order_id)[0]["state"] == "idle"


def test_what_is_given_up_is_seen_by_the_one_who_ordered(service: Service, receiver: Receiver) -> None:
    order_id = ordered(service, receiver)
    told(service, order_id)
    receiver.status = 410
    service.move(order_id, "reviewing")
    told(service, order_id)
    (fate,) = fates(service, order_id)
    assert (fate["state"], fate["given_up"], fate["next_attempt_at"]) == ("given_up", 1, None)
    extension = f"{BASE_URL}/extensions/human-handoff/v1"
    task = service.get(f"/v1/tasks/{order_id}").json()
    assert task["metadata"][extension]["push"] == [fate]
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "get_order", "arguments": {"order_id": order_id}},
    }
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    result = service.post("/mcp", json=call, headers=headers).json()["result"]
    for text in (result["content"][0]["text"], result["structuredContent"]["message"]):
        assert f"webhook order at {receiver.place}: given_up" in text
        assert "It answered 410" in text
    assert service.get("/v1/orders/INV-22222222/webhooks").status_code == 404
    assert fates(service, service.order()["order_id"]) == []


def test_what_failed_too_often_waits_for_a_person_who_sends_it_again(
    service: Service, receiver: Receiver
) -> None:
    order_id = ordered(service, receiver)
    told(service, order_id)
    receiver.status = 503
    service.move(order_id, "reviewing")
    for rest in (0, *RESTS):
        service.clock.move(rest)
        told(service, order_id)
    (event,) = service.read(troubled_events)
    assert event.given_up_at is not None
    receiver.status = 200
    service.clock.move(MINUTE)
    service.move(order_id, "accepted")
    told(service, order_id)
    assert receiver.events(service)[-1] == (CHANGED, "accepted"), "one that is given up holds up no other"
    assert service.write(deliver_again, event.id)
    told(service, order_id)
    assert receiver.events(service)[-1] == (CHANGED, "reviewing")
    assert service.read(troubled_events) == []


def test_who_is_gone_is_believed_at_once(service: Service, receiver: Receiver) -> None:
    order_id = ordered(service, receiver)
    told(service, order_id)
    receiver.status = 410
    service.move(order_id, "reviewing")
    told(service, order_id)
    (event,) = service.read(troubled_events)
    assert (event.tries, event.given_up_at is not None) == (1, True)


def test_a_host_is_asked_at_most_once_an_hour(service: Service, receiver: Receiver) -> None:
    """Whoever orders. A policy that allows no host by name stands for the web."""
    first, second = (
        service.read(receivers_of, order_id)[0]
        for order_id in (ordered(service, receiver), ordered(service, receiver))
    )
    asked = service.write(next_sending, first.id, "a", Policy())
    assert asked is not None
    assert asked.verifies
    service.write(note_outcome, asked, Outcome.ERROR_STATUS, "it answered 404")
    assert service.write(next_sending, second.id, "b", Policy()) is None
    (fate,) = fates(service, second.order_id)
    assert (fate["state"], fate["attempts"]) == ("waiting", 0)
    assert "asked again" in fate["meaning"], "an order that waits for another one's failure says so"
    service.clock.move(HOUR + SECOND)
    again = service.write(next_sending, second.id, "b", Policy())
    assert again is not None
    assert again.verifies


def test_a_host_that_the_operator_allows_by_name_is_asked_again_soon(
    service: Service, receiver: Receiver
) -> None:
    receiver.status = 404
    told(service, ordered(service, receiver))
    told(service, ordered(service, receiver))
    assert len(receiver.got) == 1
    service.clock.move(11 * SECOND)
    receiver.status = 200
    told(service, ordered(service, receiver))
    assert receiver.events(service)[-2:] == [("webhook.verification", None), (CHANGED, "submitted")]


def test_a_secret_that_no_receiver_could_use_is_refused(service: Service) -> None:
    """After `whsec_` comes base64: a library that decodes it would derive another key, or none."""
    order = {**WISH, "webhook_url": "https://a.example/hook"}
    refused = service.post(
        "/v1/cold-read-requests", json={**order, "webhook_secret": "whsec_!!!not-base64!!!"}
    )
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "#/webhook_secret")
    taken = service.post(
        "/v1/cold-read-requests", json={**order, "webhook_secret": "whsec_" + "c2VjcmV0" * 4}
    )
    assert taken.status_code == 201


def test_a_private_address_is_never_called(make_service: Callable[..., Service], receiver: Receiver) -> None:
    """Refused when it is given, and once more at the door: a name may lead elsewhere by then."""
    service = make_service(webhooks="1")
    order_id = service.order()["order_id"]
    inside = Told(url=f"https://{receiver.place}/hook", secret=SECRET)
    service.write(add_receiver, order_id, inside)
    service.move(order_id, "reviewing")
    told(service, order_id)
    assert receiver.got == []
    (event,) = service.read(troubled_events)
    assert "refused" in event.error
    (fate,) = fates(service, order_id)
    assert (fate["state"], fate["last_outcome"]) == ("retrying", "address_refused")


def test_a_sender_that_died_is_followed_after_its_lease_and_nothing_is_lost(
    service: Service, receiver: Receiver
) -> None:
    order_id = ordered(service, receiver)
    (row,) = service.read(receivers_of, order_id)
    dead = service.write(next_sending, row.id, "the one that dies", policy_of(service.settings))
    assert dead is not None
    told(service, order_id)
    assert receiver.got == [], "while the first may still be sending"
    assert any(key == f"push:{row.id}:{service.clock.now() + LEASE}" for key in service.read(live_keys))
    service.clock.move(HOUR + MINUTE)
    told(service, order_id)
    assert receiver.events(service)[-1] == (CHANGED, "submitted")


def test_a_forged_or_old_event_is_not_genuine(service: Service, receiver: Receiver) -> None:
    told(service, ordered(service, receiver))
    headers, body = receiver.got[-1]
    now = service.clock.now() / SECOND
    assert verify_webhook(SECRET, headers, body, now=now).status == "submitted"
    for wrong in (
        {"secret": "whsec_AAAA", "headers": headers, "body": body, "now": now},
        {"secret": SECRET, "headers": headers, "body": body + b" ", "now": now},
        {"secret": SECRET, "headers": headers, "body": body, "now": now + 301},
        {"secret": SECRET, "headers": {}, "body": body, "now": now},
    ):
        with pytest.raises(NotGenuine):
            verify_webhook(**wrong)  # type: ignore[arg-type]


def test_events_keep_their_number(service: Service, receiver: Receiver) -> None:
    order_id = ordered(service, receiver)
    service.move(order_id, "reviewing")
    rows = service.read(lambda s: s.rows(sa.select(webhook_events).order_by(webhook_events.c.id)))
    assert [row.status for row in rows] == ["submitted", "reviewing"]
    assert len({row.event_id for row in rows}) == 2


@pytest.mark.parametrize("way", ["rpc-0.3", "rpc-1.0", "rest-0.3", "rest-1.0"])
def test_an_agent_configures_its_own_receiver(service: Service, receiver: Receiver, way: str) -> None:
    order_id = service.order()["order_id"]
    config = {"id": "mine", "url": receiver.url, "token": SECRET}
    wrapped = {"taskId": order_id, "pushNotificationConfig": config}
    if way == "rpc-0.3":
        made = rpc(service, "tasks/pushNotificationConfig/set", wrapped)["result"]
        assert made == {"taskId": order_id, "pushNotificationConfig": {"id": "mine", "url": receiver.url}}
        assert rpc(service, "tasks/pushNotificationConfig/list", {"id": order_id})["result"] == [made]
    elif way == "rpc-1.0":
        made = rpc(service, "CreateTaskPushNotificationConfig", {"taskId": order_id, **config})["result"]
        assert made == {"taskId": order_id, "id": "mine", "url": receiver.url}
        assert (
            rpc(service, "GetTaskPushNotificationConfig", {"taskId": order_id, "id": "mine"})["result"]
            == made
        )
    else:
        root = "/v1" if way == "rest-0.3" else "/a2a/rest"
        path = f"{root}/tasks/{order_id}/pushNotificationConfigs"
        assert service.post(path, json=wrapped if way == "rest-0.3" else config).status_code == 200
        assert len(service.get(path).json()["configs"]) == 1
    service.move(order_id, "reviewing")
    told(service, order_id)
    headers, body = receiver.got[-1]
    assert headers["X-A2A-Notification-Token"] == SECRET
    said = json.loads(body)
    if way.endswith("0.3"):
        assert (said["id"], said["status"]["state"]) == (order_id, "working")
    else:
        assert said["statusUpdate"]["status"]["state"] == "TASK_STATE_WORKING"
    if way == "rpc-1.0":
        gone = rpc(service, "DeleteTaskPushNotificationConfig", {"taskId": order_id, "id": "mine"})
        assert gone["result"] == {}
        assert service.read(receivers_of, order_id) == []


@pytest.mark.parametrize("method", ["tasks/pushNotificationConfig/set", "CreateTaskPushNotificationConfig"])
def test_a_task_that_is_pushed_asks_nobody_whose_turn_it_is_not(
    service: Service, receiver: Receiver, method: str
) -> None:
    order_id = service.order()["order_id"]
    config = {"id": "mine", "url": receiver.url}
    wrapped = {"pushNotificationConfig": config} if "/" in method else config
    rpc(service, method, {"taskId": order_id, **wrapped})

    def pushed() -> str:
        told(service, order_id)
        said = json.loads(receiver.got[-1][1])
        state: str = (said.get("statusUpdate") or said)["status"]["state"]
        return state.removeprefix("TASK_STATE_").lower().replace("_", "-")

    service.move(order_id, "reviewing")
    service.move(order_id, "needs_info", question="Which form counts?")
    assert pushed() == "input-required"
    leave(service, order_id)
    service.move(order_id, "reviewing")
    service.move(order_id, "needs_info", question="Why do you leave?")
    assert pushed() == "working", "the buyer has withdrawn: `waits_for.on` is `operator`"


def test_a_receiver_that_is_named_again_loses_nothing(service: Service, receiver: Receiver) -> None:
    order_id = service.order()["order_id"]
    config = {"taskId": order_id, "id": "mine", "url": receiver.url, "token": SECRET}
    rpc(service, "CreateTaskPushNotificationConfig", {**config, "url": "https://old.example/"})
    service.move(order_id, "reviewing")
    (before,) = service.read(receivers_of, order_id)
    rpc(service, "CreateTaskPushNotificationConfig", config)
    (after,) = service.read(receivers_of, order_id)
    assert (before.id, before.url, after.url) == (after.id, "https://old.example/", receiver.url)
    told(service, order_id)
    assert "TASK_STATE_WORKING" in receiver.got[-1][1].decode()


def test_a_message_brings_its_receiver_and_the_card_says_so(service: Service, receiver: Receiver) -> None:
    assert service.get("/.well-known/agent-card.json").json()["capabilities"]["pushNotifications"] is True
    way = TALKS["rpc-1.0"]
    sent = way.message(WISH, None)
    for _ in range(2):
        task = way.send(service, sent, taskPushNotificationConfig={"url": receiver.url, "token": SECRET}).task
    assert task is not None
    assert len(service.read(receivers_of, task["id"])) == 1
    refused = way.send(
        service, way.message(WISH, None), taskPushNotificationConfig={"url": "http://a.example/"}
    )
    assert refused.status == 400


def test_push_is_refused_by_name_where_it_is_off(make_service: Callable[..., Service]) -> None:
    service = make_service()
    assert service.get("/.well-known/agent-card.json").json()["capabilities"]["pushNotifications"] is False
    order_id = service.order()["order_id"]
    config = {"taskId": order_id, "url": "https://a.example/"}
    assert rpc(service, "CreateTaskPushNotificationConfig", config)["error"]["code"] == -32003
    answer = service.post(f"/a2a/rest/tasks/{order_id}/pushNotificationConfigs", json=config)
    assert answer.json()["error"]["details"][0]["reason"] == "PUSH_NOTIFICATION_NOT_SUPPORTED"


def rpc(service: Service, method: str, params: dict[str, Any]) -> dict[str, Any]:
    call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer: dict[str, Any] = service.post("/a2a", json=call).json()
    return answer


def test_an_operator_sees_what_was_not_taken_and_sends_it_again(service: Service, receiver: Receiver) -> None:
    order_id = ordered(service, receiver)
    told(service, order_id)
    receiver.status = 503
    service.move(order_id, "reviewing")
    told(service, order_id)
    berit = Visitor(service).sign_in()
    assert "it answered 503" in berit.see("/console/ops")
    (event,) = service.read(troubled_events)
    receiver.status = 200
    assert "sent again" in berit.send(f"/console/events/{event.id}/again")
    told(service, order_id)
    assert receiver.events(service)[-1] == (CHANGED, "reviewing")
    shown = berit.see(f"/console/o/{order_id}")
    assert "Events sent to agents" in shown
    assert SECRET not in shown


def test_what_an_order_was_to_tell_goes_with_it(service: Service, receiver: Receiver) -> None:
    order_id = ordered(service, receiver)
    order = service.read(find_order, order_id)
    service.write(lambda session: forget_order(session, service.services, order, books=False))
    assert service.read(receivers_of, order_id) == []
    assert service.read(lambda s: s.rows(sa.select(webhook_events))) == []


def test_whoever_dies_while_a_host_is_asked_keeps_nobody_waiting_for_an_hour(
    service: Service, receiver: Receiver
) -> None:
    """Nor does whoever orders for the same host in that moment: both wait for the sender's lease alone."""
    order_id = ordered(service, receiver)
    (hook,) = service.read(lambda session: session.rows(sa.select(order_webhooks)))
    assert service.write(next_sending, hook.id, "one who dies now", policy_of(service.settings)) is not None
    told(service, order_id)
    assert receiver.got == []
    service.clock.move(LEASE + SECOND)
    told(service, order_id)
    assert receiver.events(service)[-2:] == [("webhook.verification", None), (CHANGED, "submitted")]

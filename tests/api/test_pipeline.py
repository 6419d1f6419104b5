"""Callbacks of an outside pipeline, and the engine `external`: taken once, wrong keys refused, failures given back."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from coldread.base.clock import HOUR, MINUTE
from coldread.scanner.brief import Brief
from coldread.scanner.external import CircuitBreaker
from coldread.scanner.goals import PrimaryGoal
from coldread.scans import remote
from coldread.scans.scan_request import ScanRequest
from tests.harness.desk import desk
from tests.harness.refusals import pointers, refusal
from tests.harness.service import ADMIN, Service

KEY = "pipeline-key-of-at-least-32-characters"
PIPELINE = {"X-Pipeline-Key": KEY}
RESULT: dict[str, Any] = {
    "scores": {"overall": 71},
    "findings": {
        "items": [{"id": "cta.no-control", "severity": "P1", "title": "No button <a href=//x.example>"}]
    },
    "report_md": "# 71/100",
}
STAGE = {"name": "analysis", "state": "current", "detail": "Two of three read"}


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    return make_service(pipeline_key=KEY)


def hand_in(service: Service, session_id: str, body: dict[str, Any], **headers: str) -> httpx.Response:
    path = f"/v1/internal/pipeline/scans/{session_id}/result"
    return service.post(path, json=body, headers={**PIPELINE, **headers})


def expected(service: Service, session_id: str = "a-session-that-is-awaited") -> str:
    wanted = ScanRequest(
        url="https://shop.example/", brief=Brief(goal=PrimaryGoal.BOOK_CALL, audience="bakers")
    )
    service.write(remote.note_request, wanted, session_id, 14)
    return session_id


def test_a_result_completes_the_scan_that_waits_for_it(service: Service) -> None:
    session_id = expected(service)
    assert hand_in(service, session_id, RESULT).json() == {"session_id": session_id, "status": "taken"}
    scan = service.get(f"/v1/scans/{session_id}").json()
    assert (scan["_source"], scan["scores"], scan["report_md"]) == ("pipeline", {"overall": 71}, "# 71/100")
    assert scan["chat_summary"].startswith("**71/100**\n1. P1 No button")
    assert "x.example" not in scan["chat_summary"]
    assert scan["lead_qualified"] is True
    assert scan["model_notes"]["engine"] == "none"


def test_the_same_result_twice_is_taken_once_and_another_is_refused(service: Service) -> None:
    session_id = expected(service)
    for _ in range(2):
        assert hand_in(service, session_id, RESULT).status_code == 200
    other = {**RESULT, "report_md": "# 17/100"}
    refusal(hand_in(service, session_id, other), 409, "idempotency-conflict")
    assert service.get(f"/v1/scans/{session_id}").json()["report_md"] == "# 71/100"


def test_a_result_that_nobody_asked_for_is_not_found(service: Service) -> None:
    refusal(hand_in(service, "nobody-asked-for-this-one", RESULT), 404, "not-found")


@pytest.mark.parametrize("missing", ["scores", "findings", "report_md"])
def test_a_result_has_all_its_parts(service: Service, missing: str) -> None:
    body = {name: value for name, value in RESULT.items() if name != missing}
    assert pointers(hand_in(service, expected(service), body)) == {"#"}


@pytest.mark.parametrize(
    "headers",
    [{}, {"X-Pipeline-Key": ""}, {"X-Pipeline-Key": ADMIN}, {"Authorization": f"Bearer {KEY}"}],
    ids=["none", "empty", "the admin secret", "as a bearer"],
)
def test_only_the_pipelines_key_opens_the_callbacks(service: Service, headers: dict[str, str]) -> None:
    order_id = service.order_in("paid")
    for path in (f"orders/{order_id}/stages", f"orders/{order_id}/draft", "scans/x/result"):
        answer = service.post(f"/v1/internal/pipeline/{path}", json={}, headers=headers)
        refusal(answer, 401, "unauthorized")
        assert answer.headers["www-authenticate"]
    bearer = {"Authorization": f"Bearer {KEY}"}
    move = f"/v1/internal/orders/{order_id}/transition"
    refusal(service.post(move, json={"to_status": "in_progress"}, headers=bearer), 401, "unauthorized")


def test_a_stage_is_shown_to_the_operator_and_moves_nothing(service: Service) -> None:
    order_id = service.order_in("paid")
    before = service.seen(order_id)
    path = f"/v1/internal/pipeline/orders/{order_id}/stages"
    for state in ("current", "current", "done"):
        answer = service.post(path, json={**STAGE, "state": state}, headers=PIPELINE)
        assert answer.json() == {"order_id": order_id, "status": "paid"}
    (stage,) = desk(service, order_id)["pipeline"]
    assert (stage["name"], stage["state"], stage["detail"]) == ("analysis", "done", "Two of three read")
    assert service.seen(order_id) == before


@pytest.mark.parametrize("status", ["submitted", "billing_pending", "rejected"])
def test_before_payment_nothing_is_taken(service: Service, status: str) -> None:
    path = f"/v1/internal/pipeline/orders/{service.order_in(status)}/stages"
    body = refusal(service.post(path, json=STAGE, headers=PIPELINE), 409, "illegal-transition")
    assert body["current_status"] == status


def hand_in_draft(service: Service, order_id: str, spec: str, **more: str) -> httpx.Response:
    path = f"/v1/internal/pipeline/orders/{order_id}/draft"
    return service.post(path, json={"spec_md": spec, **more}, headers=PIPELINE)


def test_a_draft_is_stored_at_once_published_at_its_time_and_moves_nothing(service: Service) -> None:
    order_id = service.order_in("paid")
    for spec in ("# One", "# One", "# Two"):
        answer = hand_in_draft(service, order_id, spec, diff="--- a\n+++ b\n")
        assert answer.json() == {"order_id": order_id, "status": "paid"}
    assert service.seen(order_id)["draft_url"] is None
    service.clock.move(HOUR)
    seen = service.seen(order_id)
    assert service.get(seen["draft_url"]).text == "# Two"
    assert seen["diff_url"] is None, "the diff comes with the delivery"


def test_a_draft_told_again_changes_nothing_and_a_delivered_order_takes_no_other(service: Service) -> None:
    order_id = service.order_in("in_progress")
    hand_in_draft(service, order_id, "# One")
    before = service.seen(order_id)
    service.clock.move(MINUTE)
    assert hand_in_draft(service, order_id, "# One").status_code == 200
    assert service.seen(order_id) == before
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    assert hand_in_draft(service, order_id, "# One").status_code == 200
    refusal(hand_in_draft(service, order_id, "# Another"), 409, "illegal-transition")


# The engine `external`, with pipelines that fail.


class Pipeline:
    """A pipeline that takes every order as it is told to, and never calls back."""

    def __init__(self) -> None:
        self.status, self.body, self.pause = 202, b"", 0.0
        self.orders: list[tuple[str | None, bytes]] = []
        pipeline = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                pipeline.orders.append((self.headers["X-Pipeline-Key"], body))
                time.sleep(pipeline.pause)
                try:
                    self.send_response(pipeline.status)
                    self.send_header("Content-Length", str(len(pipeline.body)))
                    self.send_header("Location", "http://127.0.0.1:9/")
                    self.end_headers()
                    self.wfile.write(pipeline.body)
                except OSError:
                    pass  # whoever asked has gone

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def pipeline() -> Iterator[Pipeline]:
    made = Pipeline()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def outsourced(make_service: Callable[..., Service], pipeline: Pipeline) -> Service:
    made = make_service(
        pipeline_key=KEY, scan_engine="external", pipeline_url=pipeline.url, scan_limit_ip="2"
    )
    scanner = made.services.scanner
    scanner.deadlines = dataclasses.replace(scanner.deadlines, pipeline=0.5)
    return made


def scan(service: Service) -> httpx.Response:
    return service.post("/v1/scan", json={"url": "https://shop.example/", "primary_goal": "demo"})


@pytest.mark.parametrize(
    ("status", "body", "pause"),
    [(500, b"", 0), (302, b"", 0), (202, b"", 0), (202, b"x" * 10_000_000, 0), (202, b"", 1)],
    ids=["refuses", "redirects", "never calls back", "talks too much", "hangs"],
)
def test_a_pipeline_that_fails_costs_the_caller_nothing(
    outsourced: Service, pipeline: Pipeline, status: int, body: bytes, pause: float
) -> None:
    pipeline.status, pipeline.body, pipeline.pause = status, body, pause
    for _ in range(3):
        answer = scan(outsourced)
        refusal(answer, 502, "pipeline-unavailable")
        assert answer.headers["ratelimit-remaining"] == "2"
    key, told = pipeline.orders[0]
    assert key == KEY
    assert b"https://coldread.test/v1/internal/pipeline/scans/" in told


def test_a_pipeline_that_keeps_failing_is_left_alone(outsourced: Service, pipeline: Pipeline) -> None:
    pipeline.status = 503
    for _ in range(8):
        refusal(scan(outsourced), 502, "pipeline-unavailable")
    assert len(pipeline.orders) == 5


def test_after_its_rest_one_is_let_through_and_success_opens_the_way() -> None:
    breaker = CircuitBreaker(failures=2, rest_s=30)
    breaker.note_failure(0)
    assert breaker.admits(0)
    breaker.note_failure(0)
    assert not breaker.admits(29)
    assert breaker.admits(30)
    assert not breaker.admits(31), "one at a time until it works again"
    breaker.note_success()
    assert breaker.admits(32)

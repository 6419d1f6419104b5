"""Anyone may submit an endpoint; it is visited with few small requests, and the review is at its own address."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from coldread.egress.budget import Caps
from coldread.submissions import visit
from coldread.submissions.jobs import review
from tests.harness.process import ServerProcess
from tests.harness.service import Service

ENDPOINT = {"endpoint_url": "https://agent.example/v1/translate", "name": "Translator"}


def submitted(service: Service, **fields: Any) -> dict[str, Any]:
    answer = service.post("/v1/agents/submit", json={**ENDPOINT, **fields})
    assert answer.status_code == 202, answer.text
    taken: dict[str, Any] = answer.json()
    return taken


def reviewed(service: Service, taken: dict[str, Any]) -> dict[str, Any]:
    service.run(review(service.services, submission_id=taken["submission_id"]))
    answer = service.get(taken["_links"]["self"]["href"])
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def verdicts(found: dict[str, Any]) -> dict[str, str]:
    return {check["name"]: check["verdict"] for check in found["review"]["checks"]}


class Peer:
    """Somebody's endpoint: what it answers is up to the test."""

    def __init__(self, reply: Callable[[BaseHTTPRequestHandler], None]) -> None:
        self.asked: list[str] = []
        peer = self

        class Handler(BaseHTTPRequestHandler):
            def _any(self) -> None:
                peer.asked.append(f"{self.command} {self.path}")
                try:
                    reply(self)
                except OSError:
                    pass  # the visitor has heard enough

            do_GET = do_POST = _any  # noqa: N815 - the names that the standard library calls

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.place = f"127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def told(handler: BaseHTTPRequestHandler, status: int, kind: str, body: Any, **headers: str) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    handler.send_response(status)
    named = {"Content-Type": kind, "Content-Length": str(len(content)), **headers}
    for name, value in named.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(content)


@pytest.fixture
def peers() -> Iterator[Callable[..., Peer]]:
    made: list[Peer] = []

    def make(reply: Callable[[BaseHTTPRequestHandler], None]) -> Peer:
        made.append(Peer(reply))
        return made[-1]

    yield make
    for peer in made:
        peer.stop()


def test_a_submission_is_received_and_readable_at_once(service: Service) -> None:
    taken = submitted(service, protocol="a2a", contact_email="anna@agent.example")
    assert taken["status"] == "received"
    assert len(taken["submission_id"]) == 22
    found = service.get(taken["_links"]["self"]["href"]).json()
    assert (found["status"], found["review"], found["protocol"]) == ("received", None, "a2a")
    assert "contact_email" not in found


@pytest.mark.parametrize(
    "fault",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"endpoint_url": "ftp://x.example"},
        {"description": "x" * 2001},
        {"protocol": "soap"},
        {"contact_email": "nobody"},
    ],
)
def test_faulty_submissions_are_refused(quick_service: Service, fault: dict[str, str]) -> None:
    answer = quick_service.post("/v1/agents/submit", json={**ENDPOINT, **fault})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == f"#/{next(iter(fault))}"


def test_a_client_may_submit_five_a_day_and_all_together_so_many(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(limit_submit_global_per_day="7")
    for _ in range(5):
        submitted(service)
    sixth = service.post("/v1/agents/submit", json=ENDPOINT)
    assert (sixth.status_code, sixth.json()["limit_scope"]) == (429, "ip")
    for _ in range(2):
        assert service.post("/v1/agents/submit", json=ENDPOINT, peer="198.51.100.9").status_code == 202
    last = service.post("/v1/agents/submit", json=ENDPOINT, peer="198.51.100.9")
    assert (last.status_code, last.json()["limit_scope"]) == (429, "global")


def test_a_closed_service_takes_none(make_service: Callable[..., Service]) -> None:
    assert make_service(service_mode="closed").post("/v1/agents/submit", json=ENDPOINT).status_code == 503


def test_an_unknown_submission_is_not_found(quick_service: Service) -> None:
    for name in ("x", "A" * 22, "%00"):
        assert quick_service.get(f"/v1/agents/submissions/{name}").status_code == 404


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
class TestReview:
    def test_this_service_passes_its_own_review(
        self, make_service: Callable[..., Service], tmp_path: Path
    ) -> None:
        other = ServerProcess(f"sqlite:///{tmp_path / 'other.db'}", tmp_path / "other")
        other.start()
        try:
            service = make_service(scan_allow_hosts=other.url.removeprefix("http://"))
            found = reviewed(service, submitted(service, endpoint_url=f"{other.url}/v1/quick-fix"))
        finally:
            other.stop()
        assert found["status"] == "reviewed"
        assert set(verdicts(found).values()) == {"pass"}, found["review"]
        assert found["review"]["passed"] == found["review"]["of"] == 7

    def test_what_is_missing_is_said_with_its_remedy(
        self, make_service: Callable[..., Service], peers: Callable[..., Peer]
    ) -> None:
        peer = peers(lambda handler: told(handler, 200, "text/html", b"<h1>Hello</h1>"))
        service = make_service(scan_allow_hosts=peer.place)
        found = reviewed(service, submitted(service, endpoint_url=f"http://{peer.place}/api"))
        assert verdicts(found) == {
            "reachable": "pass",
            "agent_card": "fail",
            "openapi": "fail",
            "llms_txt": "fail",
            "problem_json": "fail",
            "errors": "fail",
            "payment": "not_applicable",
        }
        assert all(check["fix"] for check in found["review"]["checks"] if check["verdict"] == "fail")
        assert len(peer.asked) <= 10

    def test_a_402_without_a_challenge_is_a_fault(
        self, make_service: Callable[..., Service], peers: Callable[..., Peer]
    ) -> None:
        peer = peers(lambda handler: told(handler, 402, "application/json", {"error": "pay"}))
        service = make_service(scan_allow_hosts=peer.place)
        found = reviewed(service, submitted(service, endpoint_url=f"http://{peer.place}/api"))
        payment = next(one for one in found["review"]["checks"] if one["name"] == "payment")
        assert payment["verdict"] == "fail"
        assert "WWW-Authenticate" in payment["detail"]

    def test_an_address_inside_is_refused_and_that_is_the_review(
        self, make_service: Callable[..., Service], peers: Callable[..., Peer]
    ) -> None:
        peer, service = peers(lambda handler: told(handler, 200, "text/plain", b"secret")), make_service()
        found = reviewed(service, submitted(service, endpoint_url=f"http://{peer.place}/"))
        assert (found["review"]["passed"], found["review"]["of"]) == (0, 1)
        assert peer.asked == []

    def test_endless_answers_redirects_and_silence_end(
        self,
        make_service: Callable[..., Service],
        peers: Callable[..., Peer],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(visit, "CAPS", Caps(bytes=2_000_000, requests=24, seconds=4))

        def hostile(handler: BaseHTTPRequestHandler) -> None:
            if handler.path == "/llms.txt":
                time.sleep(60)
            elif handler.path == "/openapi.json":
                told(handler, 302, "text/plain", b"", Location="/openapi.json")
            else:
                handler.send_response(200)
                handler.send_header("Content-Type", "application/json")
                handler.end_headers()
                while True:
                    handler.wfile.write(b'{"a":' * 10_000)

        peer = peers(hostile)
        service = make_service(scan_allow_hosts=peer.place)
        found = reviewed(service, submitted(service, endpoint_url=f"http://{peer.place}/api"))
        assert found["status"] == "reviewed"
        assert verdicts(found)["agent_card"] == "fail"
        assert len(peer.asked) <= 24

    def test_a_second_run_of_the_job_changes_nothing(
        self, make_service: Callable[..., Service], peers: Callable[..., Peer]
    ) -> None:
        peer = peers(lambda handler: told(handler, 200, "text/plain", b"# Hello"))
        service = make_service(scan_allow_hosts=peer.place)
        taken = submitted(service, endpoint_url=f"http://{peer.place}/api")
        first = reviewed(service, taken)
        asked = len(peer.asked)
        assert reviewed(service, taken) == first
        assert len(peer.asked) == asked

"""What `coldread-mcp` passes on, and what it says when the service answers something else or nothing."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.cli.beside_service import BY_ITSELF

RESULT = {"content": [{"type": "text", "text": "brödet\u2028"}]}


class StandIn:
    """Answers each tool as its name says, and keeps the headers of every call."""

    def __init__(self) -> None:
        self.seen: list[dict[str, str]] = []
        self.released = threading.Event()
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                stand_in.seen.append({name.lower(): value for name, value in self.headers.items()})
                status, headers, body = stand_in.answer(call)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, call: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        def told(**answer: Any) -> bytes:
            return json.dumps({"jsonrpc": "2.0", "id": call.get("id"), **answer}, indent=1).encode()

        if call["method"] == "initialize":
            return 200, {}, told(result={"protocolVersion": "2025-11-25"})
        match call["params"].get("name"):
            case "held":
                self.released.wait()
            case "limited":
                return 429, {}, b'{"type": "x/rate-limited", "detail": "Wait an hour."}'
            case "elsewhere":
                return 308, {"Location": "https://other.example/mcp"}, b""
            case "page":
                return 502, {}, b"<h1>Bad gateway</h1>"
            case "refused":
                return (
                    400,
                    {},
                    json.dumps(
                        {"jsonrpc": "2.0", "id": None, "error": {"code": -32602, "message": "No."}}
                    ).encode(),
                )
        return 200, {}, told(result=RESULT)


@pytest.fixture
def service() -> Iterator[StandIn]:
    stand_in = StandIn()
    threading.Thread(target=stand_in.server.serve_forever, daemon=True).start()
    yield stand_in
    stand_in.released.set()
    stand_in.server.shutdown()
    stand_in.server.server_close()


class Host:
    """Says lines to the bridge and reads its lines."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            (*BY_ITSELF, *arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def call(self, number: object, name: str, **more: Any) -> None:
        self.say({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, **more}})

    def say(self, message: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        self._process.stdin.flush()

    def heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def left(self) -> list[str]:
        """What it still says once the host has closed its end."""
        told, _ = self._process.communicate(timeout=60)
        assert self._process.returncode == 0
        return told.splitlines()


def test_an_answer_passes_as_it_is_on_one_line(service: StandIn) -> None:
    host = Host("--service", f"{service.url}/mcp")
    host.call("a", "any")
    assert host.heard() == {"jsonrpc": "2.0", "id": "a", "result": RESULT}
    host.say({"jsonrpc": "2.0", "method": "notifications/initialized", "params": {}})
    assert host.left() == [], "nothing answers a notification"


def test_an_error_that_has_no_number_gets_that_of_its_call(service: StandIn) -> None:
    host = Host("--service", service.url)
    host.call(7, "refused")
    assert host.heard() == {"jsonrpc": "2.0", "id": 7, "error": {"code": -32602, "message": "No."}}
    host.left()


@pytest.mark.parametrize(
    "name, said",
    [
        ("limited", "429 Wait an hour."),
        ("elsewhere", "308 https://other.example/mcp"),
        ("page", "502 Bad Gateway"),
    ],
)
def test_what_is_no_answer_of_mcp_is_told_as_an_error(service: StandIn, name: str, said: str) -> None:
    host = Host("--service", service.url)
    host.call(1, name)
    error = host.heard()["error"]
    assert error["message"] == f"The service at {service.url}/mcp does not answer: {said}"
    host.call(2, "any")
    assert host.heard()["result"] == RESULT, "it goes on"
    host.left()


def test_a_service_that_is_away_is_named_and_the_bridge_stays() -> None:
    host = Host("--service", "http://127.0.0.1:9")
    for number in (1, 2):
        host.call(number, "any")
        error = host.heard()["error"]
        assert error["message"].startswith("The service at http://127.0.0.1:9/mcp does not answer: ")
    host.left()


def test_a_slow_call_holds_up_no_other_and_a_canceled_one_gets_no_answer(service: StandIn) -> None:
    host = Host("--service", service.url)
    host.call(1, "held")
    host.call(2, "held")
    host.call(3, "any")
    assert host.heard()["id"] == 3
    host.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    host.call(4, "any")
    assert host.heard()["id"] == 4
    service.released.set()
    assert host.heard()["id"] == 2
    assert host.left() == []


def test_headers_say_what_the_message_says(service: StandIn) -> None:
    """Versions of MCP from 2026-07-28 refuse a call whose headers differ from its body."""
    host = Host("--service", service.url)
    host.say({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    host.heard()
    modern = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    for number, (name, meta) in enumerate(
        (("any", {}), ("bröd", modern), (" any", modern), ("=?base64?eA==?=", modern))
    ):
        host.call(number, name, _meta=meta)
        host.heard()
    host.left()
    first, *later = service.seen
    assert "mcp-protocol-version" not in first
    assert first["mcp-method"] == "initialize"
    assert [call["mcp-protocol-version"] for call in later] == ["2025-11-25", *["2026-07-28"] * 3]
    wrapped = [
        f"=?base64?{base64.b64encode(name.encode()).decode()}?="
        for name in ("bröd", " any", "=?base64?eA==?=")
    ]
    assert [call["mcp-name"] for call in later] == ["any", *wrapped]


@pytest.mark.parametrize("line, code", [("{", -32700), ("[]", -32600)])
def test_a_line_that_is_no_message_is_refused(service: StandIn, line: str, code: int) -> None:
    host = Host("--service", service.url)
    host.say(line)
    assert host.heard()["error"]["code"] == code
    host.left()


def test_without_a_service_and_without_the_scanner_it_says_what_to_name() -> None:
    environ = {name: value for name, value in os.environ.items() if name != "COLDREAD_SERVICE"}
    for arguments, said in (((), "coldread-mcp[local]"), (("--service", "shop"), "begins with https://")):
        done = subprocess.run(
            (*BY_ITSELF, *arguments), capture_output=True, text=True, env=environ, check=False
        )
        assert done.returncode == 2
        assert said in done.stderr

"""Line ends, NULs and secrets that a caller sends reach no header, no letter and no log."""

from __future__ import annotations

import email
import email.policy
import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.harness.mailbox import Mailbox
from tests.harness.process import ServerProcess
from tests.harness.service import ADMIN, WAYS, WISH

PIPELINE_KEY = "pipeline-key-of-at-least-32-characters"
#: headers that an answer repeats or is chosen by
ECHOED = (
    "X-Request-Id",
    "Idempotency-Key",
    "Prefer",
    "Accept-Language",
    "If-None-Match",
    "Origin",
    "Access-Control-Request-Headers",
    "Host",
    "Authorization",
    "X-Forwarded-For",
)
BREAKS = {"CR": b"\r", "LF": b"\n", "NUL": b"\0", "CR LF and a blank": b"\r\n "}
#: addresses whose answer leads elsewhere or names what was asked
LEADING = (
    "/v1/cold-read/{}",
    "/v1/orders/{}",
    "/o/{}?lang={}",
    "/order?scan={}&lang={}",
    "/r/{}",
    "/?url={}&lang={}",
    "/errors/{}",
    "/v1/scans/{}",
    "/deliverables/{}/{}",
    "/.well-known/{}",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("injection")
    started = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}",
        folder,
        pipeline_key=PIPELINE_KEY,
        scan_engine="lite",
        draft_after_s="0",
        limit_misses_per_10min="0",
        operator_email="desk@coldread.example",
        log_format="json",
    )
    started.start()
    yield started
    started.stop()


def heads(server: ServerProcess, sent: bytes) -> list[bytes]:
    """The lines of all heads in what the server says until it closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(sent)
        heard = b""
        while chunk := connection.recv(65536):
            heard += chunk
    return heard.partition(b"\r\n\r\n")[0].split(b"\r\n")


@pytest.mark.parametrize("broken", BREAKS.values(), ids=BREAKS.keys())
@pytest.mark.parametrize("name", ECHOED)
def test_a_header_that_breaks_its_line_is_refused_and_never_repeated(
    server: ServerProcess, name: str, broken: bytes
) -> None:
    host = b"" if name == "Host" else b"Host: x\r\n"
    value = b"abcdefgh" + broken + b"Injected evil"
    request = b"OPTIONS /v1/ping HTTP/1.1\r\n" + host + b"Connection: close\r\n"
    first, *lines = heads(server, request + name.encode() + b": " + value + b"\r\n\r\n")
    assert first.split()[1] == b"400"
    assert not any(b"evil" in line for line in lines)


@pytest.mark.parametrize("path", LEADING)
def test_a_line_end_in_an_address_starts_no_header(server: ServerProcess, path: str) -> None:
    for evil in ("a\r\nInjected: evil", "a\nInjected: evil", "a\rInjected: evil", "a\0Injected: evil"):
        asked = path.replace("{}", quote(evil, safe=""))
        for accept in ("text/html", "application/json"):
            request = f"GET {asked} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: {accept}\r\n\r\n"
            first, *lines = heads(server, request.encode())
            assert int(first.split()[1]) < 500
            assert not any(line.lower().startswith(b"injected") for line in lines)


BCC = "evil\r\nBcc: victim@evil.example\r\n\r\nEvil"


def test_an_address_of_a_person_that_breaks_its_line_is_refused(server: ServerProcess) -> None:
    for evil in ("anna@shop.example\r\nBcc: b@evil.example", "anna@shop.example\n", "a\0@shop.example"):
        assert server.order(contact_email=evil).status_code == 400, evil


def test_line_ends_in_what_a_buyer_writes_start_no_header_of_a_letter(server: ServerProcess) -> None:
    text = {name: f"{name} {BCC}" for name in ("goal", "audience", "constraints", "notes")}
    names = {"agent_name": BCC, "agent_on_behalf_of": BCC}
    placed = server.order(
        **text, **names, billing={"company_name": BCC, "contact_person": BCC, "address": BCC}
    )
    assert placed.status_code in {201, 400}, placed.text
    order_id = server.order(**text).raise_for_status().json()["order_id"]
    for step in WAYS["delivered"]:
        patch = {"spec_md": f"# {BCC}"} if step in {"paid", "delivered"} else {}
        server.move(order_id, step, substatus=BCC[:100], note=BCC, patch=patch)
    folder = Path(server.environ["COLDREAD_DATA_DIR"]) / "letters"
    until(lambda: sum(b"anna@shop.example" in one.read_bytes() for one in folder.glob("*.eml")) >= 1)
    for path in folder.glob("*.eml"):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        assert message["Bcc"] is None
        assert message["To"] in {"anna@shop.example", "desk@coldread.example"}
        assert "\n" not in message["Subject"]


def until(done: Callable[[], bool], within: float = 60) -> None:
    ends = time.monotonic() + within
    while not done():
        assert time.monotonic() < ends
        time.sleep(0.05)  # asks again until the deadline above


SECRETS = {
    "bearer": "planted-bearer-7f3a",
    "pipeline key": "planted-pipeline-7f3a",
    "payment": "planted-payment-7f3a",
    "api key": "planted-api-key-7f3a",
    "html": "planted-html-7f3a",
    "person": "planted-person-7f3a",
    "session": "planted-session-7f3a",
    "password": "planted-password-7f3a",
}
FAKE_LINE = '{"at":"2026-01-01","level":"error","event":"planted-line-7f3a"}'


def test_no_secret_and_no_line_of_a_caller_reaches_the_log(tmp_path: Path, mailbox: Mailbox) -> None:
    person = f"{SECRETS['person']}@shop.example"
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, smtp_url=mailbox.url, log_format="json",
        scan_engine="lite", draft_after_s="0", pipeline_key=PIPELINE_KEY,
    )  # fmt: skip
    mailbox.knows_nobody = True
    server.start()
    try:
        with server.client() as client:
            for headers, body in _secretive(person):
                for path in ("/v1/cold-read-requests", "/v1/scan-paid", "/v1/internal/orders/INV-11111111/transition",
                             "/v1/internal/pipeline/scans/abc/result", "/v1/nowhere", "/a2a", "/mcp", "/console/login"):  # fmt: skip
                    client.post(path, headers=headers, json=body)
                    client.post(path, headers=headers, content=json.dumps(body)[:-3])
            odd = quote(f"\r\n{FAKE_LINE}\r\n\x1b[31m", safe="")
            client.get(f"/v1/orders/{odd}?key={SECRETS['api key']}&mail={person}")
            client.get("/v1/ping", headers={"X-Request-Id": FAKE_LINE})
        order_id = server.order(contact_email=person, html=SECRETS["html"]).json()["order_id"]
        for step in WAYS["delivered"]:
            patch = {"spec_md": "# Final", "api_key": SECRETS["api key"]} if step == "delivered" else {}
            server.move(order_id, step, patch=patch).raise_for_status()
        until(lambda: "job failed" in server.log.read_text())
    finally:
        server.stop()
    log = server.log.read_text()
    found = [name for name, planted in SECRETS.items() if planted in log]
    assert found == []
    assert ADMIN not in log
    assert PIPELINE_KEY not in log
    assert order_id not in log
    assert "\x1b" not in log
    lines = log[log.index("\n{") + 1 :].splitlines()
    assert [line for line in lines if json.loads(line)["event"] == "planted-line-7f3a"] == []


def _secretive(person: str) -> Iterator[tuple[dict[str, str], dict[str, object]]]:
    """Requests that carry secrets where they belong, and where they do not."""
    plain: dict[str, object] = {**WISH, "contact_email": person, "html": f"<p>{SECRETS['html']}"}
    yield {"Authorization": f"Bearer {SECRETS['bearer']}"}, plain
    yield {"X-Pipeline-Key": SECRETS["pipeline key"]}, {**plain, "api_key": SECRETS["api key"]}
    yield {"Authorization": f"Payment {SECRETS['payment']}"}, {**plain, "password": SECRETS["password"]}
    yield (
        {"Cookie": f"__Host-operator={SECRETS['session']}"},
        {"to_status": SECRETS["api key"], "note": person},
    )
    yield {"Idempotency-Key": SECRETS["api key"]}, plain

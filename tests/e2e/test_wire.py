"""HTTP below the application, on raw sockets."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.harness.crowd import Crowd
from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.harness.service import ADMIN


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("wire")
    started = ServerProcess(f"sqlite:///{folder / 'coldread.db'}", folder)
    started.start()
    yield started
    started.stop()


def spoken(server: ServerProcess, sent: bytes, wait: float = 5.0) -> bytes:
    """What the server says to these bytes until it closes or falls silent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as connection:
        connection.sendall(sent)
        heard = b""
        try:
            while chunk := connection.recv(65536):
                heard += chunk
                if b"\r\n\r\n" in heard and _is_whole(heard):
                    break
        except TimeoutError:
            pass
        return heard


def _is_whole(heard: bytes) -> bool:
    head, _, body = heard.partition(b"\r\n\r\n")
    lengths = [
        line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")
    ]
    return bool(lengths) and len(body) >= int(lengths[0])


def problem(heard: bytes) -> tuple[int, dict[str, object]]:
    head, _, body = heard.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head.lower(), heard
    return int(head.split()[1]), json.loads(body)


BROKEN = {
    "a request line that is none": b"GARBAGE\r\n\r\n",
    "a NUL in the request line": b"GET /v1/ping\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    "an unknown method": b"BREW /v1/ping HTTP/1.1\r\nHost: x\r\n\r\n",
    "HTTP/0.9": b"GET /v1/ping\r\n\r\n",
    "HTTP/0.9 by name": b"GET /v1/ping HTTP/0.9\r\nHost: x\r\n\r\n",
    "no Host header": b"GET /v1/ping HTTP/1.1\r\n\r\n",
    "two Host headers": b"GET /v1/ping HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "a header without a colon": b"GET /v1/ping HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n",
    "both Content-Length and chunked": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two different Content-Lengths": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "chunked and something before it": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "chunked and something after it": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "chunked twice": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "almost chunked": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunked in HTTP/1.0": b"POST /v1/cold-read-requests HTTP/1.0\r\nHost: x\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a Content-Length with a sign": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello",
    "a Content-Length in hex": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\nContent-Length: 0x5\r\n\r\nhello",
    "a blank before the colon": b"GET /v1/ping HTTP/1.1\r\nHost : x\r\n\r\n",
    "a folded header": b"GET /v1/ping HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\n\r\n",
    "a bare carriage return in a header": b"GET /v1/ping HTTP/1.1\r\nHost: x\r\nX-A: a\rb\r\n\r\n",
    "a NUL in a header": b"GET /v1/ping HTTP/1.1\r\nHost: x\r\nX-A: a\x00b\r\n\r\n",
    "HTTP of another age": b"GET /v1/ping HTTP/3.7\r\nHost: x\r\n\r\n",
    "a TLS greeting": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 40,
    "an HTTP/2 preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a chunk size that is no number": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a path that is not ASCII": "GET /å HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN.keys())
def test_a_request_that_breaks_http_gets_a_problem(server: ServerProcess, sent: bytes) -> None:
    """Line 137."""
    status, body = problem(spoken(server, sent))
    assert (status, body["status"]) == (400, 400)
    assert body["type"] == f"{server.url}/errors/invalid-input"
    assert body["request_id"]


def test_an_address_of_8_kb_is_read_and_a_longer_one_gets_414(server: ServerProcess) -> None:
    longest = b"GET /" + b"a" * (8 * 1024 - 1) + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    assert problem(spoken(server, longest))[0] == 404
    assert problem(spoken(server, longest.replace(b"/a", b"/aa", 1)))[0] == 414
    assert problem(spoken(server, b"GET /" + b"a" * 70_000))[0] == 414


def test_headers_over_64_kb_get_431(server: ServerProcess) -> None:
    def request(size: int) -> bytes:
        return b"GET /v1/ping HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * size + b"\r\n\r\n"

    assert spoken(server, request(60_000)).startswith(b"HTTP/1.1 200")
    assert problem(spoken(server, request(66_000)))[0] == 431
    endless = b"GET /v1/ping HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 100_000
    assert problem(spoken(server, endless))[0] == 431


def test_a_body_that_lies_about_its_length_is_cut_off_while_it_streams(server: ServerProcess) -> None:
    head = b"POST /v1/orders/INV-11111111/rescan HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b"a" * 65536 + b"\r\n"
    status, body = problem(spoken(server, head + chunk * 3))
    assert status == 413
    assert body["limit_bytes"] == 64 * 1024


@pytest.mark.parametrize("path", ["/v1/scan", "/v1/quick-fix", "/mcp"])
def test_a_client_that_hangs_up_in_its_body_is_no_fault_of_ours(server: ServerProcess, path: str) -> None:
    name = "hangs-up" + path.replace("/", "-")
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Request-Id: {name}\r\n"
        )
        line.sendall(f"{head}Expect: 100-continue\r\nContent-Length: 500\r\n\r\n".encode())
        assert b" 100 " in line.recv(100), "now somebody waits for the body"
        line.sendall(b'{"url": ')
    until(lambda: name in server.log.read_text("utf-8"), why="for the request's line")
    told = [row for row in server.log.read_text("utf-8").splitlines() if name in row]
    assert [row for row in told if "unforeseen" in row or '"status":500' in row] == []


def test_an_announced_body_over_the_cap_is_refused_before_it_is_read(server: ServerProcess) -> None:
    head = b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n"
    began = time.monotonic()
    assert problem(spoken(server, head))[0] == 413
    assert time.monotonic() - began < 2


def test_pipelined_requests_are_answered_in_their_order(server: ServerProcess) -> None:
    first = b"GET /v1/ping HTTP/1.1\r\nHost: x\r\n\r\n"
    second = b"GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
        connection.sendall(first + second)
        heard = b""
        while chunk := connection.recv(65536):
            heard += chunk
    assert heard.index(b"200 OK") < heard.index(b"404 Not Found")


def whole_talk(server: ServerProcess, sent: bytes) -> bytes:
    """All that the server says until it closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=15) as connection:
        connection.sendall(sent)
        heard = b""
        while chunk := connection.recv(65536):
            heard += chunk
    return heard


def test_a_refusal_does_not_take_the_place_of_an_earlier_answer(server: ServerProcess) -> None:
    for first in (b"GET /v1/manifest", b"GET /v1/orders/INV-11111111"):
        heard = whole_talk(server, first + b" HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n")
        answers = re.findall(rb"HTTP/1\.1 (\d{3})", heard)
        assert answers in ([b"200", b"400"], [b"404", b"400"]), heard


def test_a_trailer_is_not_a_header(server: ServerProcess) -> None:
    """Else a body could bring the operator's key past a proxy that strips it from heads."""
    body = b'{"to_status": "reviewing"}'
    head = (
        b"POST /v1/internal/orders/INV-11111111/transition HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunks = hex(len(body))[2:].encode() + b"\r\n" + body + b"\r\n0\r\n"
    trailer = b"Authorization: Bearer " + ADMIN.encode() + b"\r\n\r\n"
    assert problem(whole_talk(server, head + chunks + trailer))[0] == 401


def test_nobody_on_this_machine_can_name_the_client_by_default(tmp_path: Path) -> None:
    with_limit = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, limit_misses_per_10min="3")
    with_limit.start()
    try:
        statuses = []
        for number in range(6):
            heard = spoken(
                with_limit,
                b"GET /v1/orders/INV-11111111 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.%d\r\n\r\n"
                % number,
            )
            statuses.append(heard.split()[1])
        assert b"429" in statuses
    finally:
        with_limit.stop()


def test_a_client_that_does_not_read_is_let_go(server: ServerProcess) -> None:
    """Its answers wait in our memory; after some patience without a byte taken the connection ends."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(1)
        connection.connect(("127.0.0.1", server.port))
        ask = b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 10
        began = time.monotonic()
        ended = False
        while time.monotonic() - began < 45 and not ended:
            try:
                connection.sendall(ask)
            except TimeoutError:
                continue
            except OSError:
                ended = True
        assert ended


def test_a_poll_answered_at_once_is_answered_like_any_other(server: ServerProcess) -> None:
    order_id = server.order().json()["order_id"].encode()
    usual = spoken(server, b"GET /v1/orders/" + order_id + b"?x HTTP/1.1\r\nHost: x\r\n\r\n")
    at_once = spoken(server, b"GET /v1/orders/" + order_id + b" HTTP/1.1\r\nHost: x\r\n\r\n")
    changing = (b"x-request-id", b"ratelimit-remaining", b"ratelimit-reset", b"date")

    def kept(heard: bytes) -> tuple[bytes, list[bytes], bytes]:
        head, _, body = heard.partition(b"\r\n\r\n")
        first, *lines = head.lower().split(b"\r\n")
        return first, sorted(line for line in lines if not line.startswith(changing)), body

    assert kept(at_once) == kept(usual)
    assert kept(at_once)[0] == b"http/1.1 200 ok"


def test_polls_in_one_packet_are_answered_in_their_order(server: ServerProcess) -> None:
    order_id = server.order().json()["order_id"].encode()
    poll = b"GET /v1/orders/" + order_id + b" HTTP/1.1\r\nHost: x\r\nX-Request-Id: poll-%08d\r\n\r\n"
    other = b"GET /nowhere HTTP/1.1\r\nHost: x\r\nX-Request-Id: poll-%08d\r\n\r\n"
    last = other.replace(b"Host", b"Connection: close\r\nHost")
    asked = [poll % 1, poll % 2, other % 3, poll % 4, poll % 5, other % 6, last % 7]
    heard = whole_talk(server, b"".join(asked))
    told = [line[-8:] for line in heard.split(b"\r\n") if line.startswith(b"x-request-id: poll-")]
    assert told == [b"%08d" % number for number in range(1, 8)]


#: what is sent first, and what drips after it, a byte a second
SLOW = {
    "a connection that says nothing": (b"", b""),
    "a head that drips": (b"GET /v1/ping HTTP/1.1\r\nX-A", b"a"),
    "a body that drips": (
        b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n",
        b"a",
    ),
}


def seconds_until_let_go(server: ServerProcess, first: bytes, drip: bytes) -> float:
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port), timeout=1) as connection:
        connection.sendall(first)
        while time.monotonic() - began < 20:
            try:
                if connection.recv(1024) == b"":
                    break
            except TimeoutError:
                connection.sendall(drip)
            except OSError:
                break
    return time.monotonic() - began


def test_slow_clients_are_let_go_after_some_patience(server: ServerProcess) -> None:
    with ThreadPoolExecutor(len(SLOW)) as threads:
        took = dict(
            zip(SLOW, threads.map(lambda row: seconds_until_let_go(server, *row), SLOW.values()), strict=True)
        )
    assert all(5 < seconds < 15 for seconds in took.values()), took


def test_a_hundred_slow_clients_cost_no_other_its_answer_and_are_let_go(server: ServerProcess) -> None:
    """`bench.service.slow` has a thousand, and what they cost."""
    order_id = server.order().json()["order_id"]
    with Crowd(server.port, 100) as crowd, server.client() as other:
        answers = {other.get(f"/v1/orders/{order_id}").status_code for _ in range(200)}
        still_there = crowd.hanging
        borne = crowd.borne()
    assert answers == {200}
    assert still_there == 100, "the polls were beside them"
    assert len(borne) == 100
    assert borne[-1] < 15


CHUNKED = b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "body",
    [
        b"2;"
        + b"x" * 600_000
        + b"\r\n{}\r\n0\r\n\r\n",  # more than a server reads at once: 256 KiB, and no more is held
        b"".join(b"1;" + b"x" * 200 + b"\r\n \r\n" for _ in range(2_000)) + b"0\r\n\r\n",
        b"2\r\n{}\r\n0\r\n" + b"".join(b"T%d: %b\r\n" % (n, b"x" * 100) for n in range(8_000)) + b"\r\n",
        b"2\r\n{}\r\n0\r\nT: " + b"x" * 800_000 + b"\r\n\r\n",
    ],
    ids=["one extension", "many extensions", "many trailers", "one trailer"],
)
def test_what_stands_around_chunks_is_bounded(server: ServerProcess, body: bytes) -> None:
    status, told = problem(spoken_in_pieces(server, CHUNKED + body))
    assert (status, told["title"]) == (431, told["title"])


def spoken_in_pieces(server: ServerProcess, sent: bytes) -> bytes:
    """As a network would bring it; a server that has refused may hang up before the end."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        try:
            for at in range(0, len(sent), 16_384):
                connection.sendall(sent[at : at + 16_384])
        except OSError:
            pass
        heard = b""
        try:
            while chunk := connection.recv(65536):
                heard += chunk
        except OSError:
            pass
        return heard


def test_chunks_of_one_byte_are_read(server: ServerProcess) -> None:
    body = (
        b"".join(b"1\r\n%c\r\n" % sign for sign in b'{"a": "' + b"x" * 20_000 + b'"}') + b"0\r\nT: x\r\n\r\n"
    )
    status, told = problem(spoken(server, CHUNKED + body))
    assert status == 400
    assert "errors" in told or "detail" in told

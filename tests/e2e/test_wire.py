"""HTTP below the application, on raw sockets."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.harness.process import ServerProcess


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
    "no Host header": b"GET /v1/ping HTTP/1.1\r\n\r\n",
    "two Host headers": b"GET /v1/ping HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "a header without a colon": b"GET /v1/ping HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n",
    "both Content-Length and chunked": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two different Content-Lengths": b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
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

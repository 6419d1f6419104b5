"""What is too large, too deep or too long costs the server next to nothing before it is refused."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.process import ServerProcess
from tests.harness.service import WISH

CPU_S = 0.1
GROWTH_MB = 20
TRIES = 3  # the least counts: what else the process does meanwhile is not the attack's
GIGABYTE = 1 << 30
PIECE = b"10000\r\n" + b"a" * 65536 + b"\r\n"


def post(body: bytes, *headers: bytes) -> bytes:
    lines = (
        b"POST /v1/cold-read-requests HTTP/1.1",
        b"Host: x",
        b"Connection: close",
        b"Content-Type: application/json",
        *headers,
    )
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def sized(body: bytes, *headers: bytes) -> bytes:
    return post(body, b"Content-Length: %d" % len(body), *headers)


WISHED = json.dumps(WISH).encode()
MANY_KEYS = json.dumps({**WISH, **{f"key-{number}": number for number in range(10_000)}}).encode()

#: what is sent, and the statuses that may come back
ATTACKS: dict[str, tuple[bytes, set[int]]] = {
    "a length that is announced and never sent": (post(b"{", b"Content-Length: 1000000000"), {413}),
    "more than was announced": (post(WISHED + b"a" * 1_000_000, b"Content-Length: %d" % len(WISHED)), {201}),
    "a gigabyte in pieces": (post(b"", b"Transfer-Encoding: chunked"), {413}),
    "a hundred thousand levels": (sized(b'{"a":' * 100_000 + b"1" + b"}" * 100_000), {400}),
    "a hundred thousand lists": (sized(b"[" * 100_000 + b"]" * 100_000), {400}),
    "ten thousand names": (sized(MANY_KEYS), {201, 400}),
    "a key of 257 characters": (sized(WISHED, b"Idempotency-Key: " + b"k" * 257), {400}),
    "an address of 70 kB": (b"GET /v1/orders/" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", {414}),
    "a page whose address has 70 kB": (
        sized(json.dumps({**WISH, "url": f"https://a.example/{'a' * 70_000}"}).encode()),
        {400},
    ),
    "a length and pieces together": (
        post(b"0\r\n\r\n", b"Content-Length: 5", b"Transfer-Encoding: chunked"),
        {400},
    ),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("oversize")
    started = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}", folder, limit_create_per_hour="0", scan_engine="lite"
    )
    started.start()
    for _ in range(20):  # what the first requests import and allocate is no growth
        started.order().raise_for_status()
    yield started
    started.stop()


def cpu_seconds(server: ServerProcess) -> float:
    assert server.process is not None
    tasks = Path(f"/proc/{server.process.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def megabytes(server: ServerProcess) -> float:
    assert server.process is not None
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def answered(server: ServerProcess, sent: bytes, *, pieces: int) -> int:
    """The status; pieces are sent until the server has had enough."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        heard = b""
        try:
            connection.sendall(sent)
            for _ in range(pieces):
                connection.sendall(PIECE)
        except OSError:
            pass  # it no longer listens; what it said is still there
        try:
            while b"\r\n" not in heard and (chunk := connection.recv(65536)):
                heard += chunk
        except OSError:
            pass  # a connection that was cut while we were sending may have lost the answer
    return int(heard.split()[1]) if heard else 0


@pytest.mark.parametrize(("sent", "expected"), ATTACKS.values(), ids=ATTACKS.keys())
def test_it_is_refused_for_little_work_and_no_memory(
    server: ServerProcess, sent: bytes, expected: set[int]
) -> None:
    pieces = GIGABYTE // 65536 if b"Transfer-Encoding" in sent and 413 in expected else 0
    before = megabytes(server)
    spent = []
    for _ in range(TRIES):
        began = cpu_seconds(server)
        status = answered(server, sent, pieces=pieces)
        assert status in expected | ({0} if pieces else set())
        spent.append(cpu_seconds(server) - began)
    assert min(spent) < CPU_S, spent
    assert megabytes(server) - before < GROWTH_MB

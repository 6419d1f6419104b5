"""What an outsider answers is read to its end within a limit on plain bytes, one deadline, a depth and a number of values."""

from __future__ import annotations

import asyncio
import gzip
import json
import resource
import time
import zlib
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx
import pytest

from coldread.base.incoming.bounded_body import PLAIN, ReadAnswer, UnreadableBody, bounded_json, exchange
from coldread.payments.methods.method import OutcomeUnknown
from coldread.payments.methods.rpc import Node
from tests.harness.post_server import PostServer, body_of, reply

MOST = 1_000_000


def bomb(wbits: int, megabytes: int = 300) -> bytes:
    """So many megabytes of one letter, in a thousandth of it."""
    packer, letters = zlib.compressobj(9, zlib.DEFLATED, wbits), b"a" * 1_000_000
    return b"".join([*(packer.compress(letters) for _ in range(megabytes)), packer.flush()])


class Outsider:
    """Answers every POST with the same bytes."""

    def __init__(self) -> None:
        self.body, self.headers = b"{}", dict[str, str]()
        self.asked_for: list[str | None] = []
        self._server = PostServer(self._answer)
        self.url = self._server.url
        self.stop = self._server.stop

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        body_of(request)
        self.asked_for.append(request.headers.get("Accept-Encoding"))
        reply(request, self.body, 200, **self.headers)


@pytest.fixture
def outsider() -> Iterator[Outsider]:
    made = Outsider()
    yield made
    made.stop()


async def asked(url: str, **how: Any) -> ReadAnswer:
    async with httpx.AsyncClient(headers=PLAIN, trust_env=False) as http:
        return await exchange(http, "POST", url, within_s=30, most_bytes=MOST, content=b"{}", **how)


def peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@pytest.mark.parametrize(
    ("encoding", "wbits"), [("gzip", 31), ("x-gzip", 31), ("deflate", 15), ("deflate", -15)]
)
def test_a_bomb_is_refused_before_it_goes_off(outsider: Outsider, encoding: str, wbits: int) -> None:
    outsider.body, outsider.headers = bomb(wbits), {"content_encoding": encoding}
    assert len(outsider.body) < MOST, "small while it travels"
    before = peak_mb()
    with pytest.raises(UnreadableBody, match="more than 1000000 bytes"):
        asyncio.run(asked(outsider.url))
    assert peak_mb() - before < 60
    assert outsider.asked_for == ["identity"]


def test_a_node_that_answers_with_a_bomb_says_nothing(outsider: Outsider) -> None:
    """291 kB became 300 MB: the process grew from 215 to 1,117 MB, and everybody waited two seconds."""
    outsider.body, outsider.headers = bomb(31), {"content_encoding": "gzip"}

    async def ask() -> None:
        node = Node(outsider.url, 30)
        try:
            await node.ask("eth_chainId")
        finally:
            await node.close()

    before = peak_mb()
    with pytest.raises(OutcomeUnknown):
        asyncio.run(ask())
    assert peak_mb() - before < 60


def test_what_is_packed_and_small_is_opened(outsider: Outsider) -> None:
    outsider.body, outsider.headers = gzip.compress(b'{"a": 1}'), {"content_encoding": "gzip"}
    read = asyncio.run(asked(outsider.url))
    assert (read.status, bounded_json(read.body)) == (200, {"a": 1})


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "compress"])
def test_an_encoding_that_nobody_asked_for_is_refused(outsider: Outsider, encoding: str) -> None:
    outsider.headers = {"content_encoding": encoding}
    with pytest.raises(UnreadableBody, match="was not offered"):
        asyncio.run(asked(outsider.url))


def test_one_byte_more_than_allowed_is_too_much(outsider: Outsider) -> None:
    outsider.body = b"a" * MOST
    assert len(asyncio.run(asked(outsider.url)).body) == MOST
    outsider.body += b"a"
    with pytest.raises(UnreadableBody):
        asyncio.run(asked(outsider.url))


def test_the_deadline_is_of_the_whole_and_not_of_each_byte() -> None:
    async def drip() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0.01)

    async def ask() -> None:
        transport = httpx.MockTransport(lambda _: httpx.Response(200, content=drip()))
        async with httpx.AsyncClient(transport=transport, timeout=60) as http:
            await exchange(http, "GET", "http://outsider.example/", within_s=0.3, most_bytes=MOST)

    began = time.monotonic()
    with pytest.raises(UnreadableBody, match="TimeoutError"):
        asyncio.run(ask())
    assert time.monotonic() - began < 30, "without a deadline it never ends"


@pytest.mark.parametrize(
    "raw",
    [b"[" * 100_000, b"[" * 33 + b"]" * 33, json.dumps([0] * 20_001).encode(), b"", b"\xff", b"NaN", b"{"],
)
def test_json_that_is_too_deep_too_many_or_none_is_refused(raw: bytes) -> None:
    with pytest.raises(UnreadableBody):
        bounded_json(raw)
    assert bounded_json(b"[" * 32 + b"]" * 32)


def test_an_outsider_who_is_not_there_is_named_by_the_kind_of_failure_alone() -> None:
    with pytest.raises(UnreadableBody, match=r"^ConnectError$"):
        asyncio.run(asked("http://127.0.0.1:9/a-secret-path"))

"""A poll is read without the parser only where the parser would read the same, and its connection lives as any other."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httptools
import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState

from coldread.api.polled import PolledAnswer
from coldread.http_protocol import HARMLESS, StrictProtocol, complete_get

POLL = b"GET /v1/orders/INV-7Hq2mXpR HTTP/1.1\r\nHost: x\r\n\r\n"


class Read:
    """What the parser makes of a request."""

    def __init__(self, data: bytes) -> None:
        self.url = b""
        self.headers: list[tuple[bytes, bytes]] = []
        self.ends = 0
        parser = httptools.HttpRequestParser(self)
        parser.feed_data(data)
        self.method = parser.get_method()
        self.version = parser.get_http_version()
        self.stays = parser.should_keep_alive()

    def on_url(self, url: bytes) -> None:
        self.url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers.append((name.lower(), value))

    def on_message_complete(self) -> None:
        self.ends += 1


NAMES = st.one_of(
    st.sampled_from([*sorted(HARMLESS), b"connection", b"content-length", b"transfer-encoding", b"upgrade"]),
    st.text("abcXYZ-_ :\t", min_size=1, max_size=8).map(str.encode),
)
VALUES = st.one_of(
    st.sampled_from(
        [b"x", b"keep-alive", b"close", b"0", b"5", b"chunked", b"", b" ", b"a: b", b"100-continue"]
    ),
    st.binary(max_size=12),
)
LINES = st.lists(
    st.builds(
        lambda name, gap, value: name + b":" + gap + value, NAMES, st.sampled_from([b"", b" ", b"  "]), VALUES
    ),
    max_size=5,
)
REQUESTS = st.builds(
    lambda start, lines, end, rest: b"\r\n".join([start, b"Host: x", *lines]) + end + rest,
    st.sampled_from(
        [b"GET /v1/orders/INV-7Hq2mXpR HTTP/1.1", b"GET /a?b HTTP/1.1", b"GET /a HTTP/1.0", b"POST /a HTTP/1.1", b"GET  /a HTTP/1.1"]
    ),
    LINES,
    st.sampled_from([b"\r\n\r\n", b"\n\n", b"\r\n", b"\r\n\r\n\r\n"]),
    st.sampled_from([b"", b"", b"", b"GET /b HTTP/1.1\r\n", b"0"]),
)  # fmt: skip


@given(REQUESTS)
@settings(max_examples=500, deadline=None)
def test_what_is_read_without_the_parser_is_read_alike_by_it(data: bytes) -> None:
    request = complete_get(data)
    if request is None:
        return
    read = Read(data)
    kept = [pair for pair in read.headers if pair[0] != b"connection"]
    assert (read.method, read.version, read.ends, read.stays) == (b"GET", "1.1", 1, True)
    assert request == (read.url, dict(kept))
    assert len(request[1]) == len(kept)


@pytest.mark.parametrize(
    "line",
    [b"Content-Length: 0", b"Transfer-Encoding: chunked", b"Connection: close", b"Upgrade: h2c", b"Host: y",
     b"Accept: a\r\nAccept: b", b"Expect: 100-continue", b"Prefer: wait=5", b"X-A: 1\n", b" folded: 1", b"Trailer: x", b"X-\xc3\xa5: 1"],
)  # fmt: skip
def test_what_could_mean_something_else_is_left_to_the_parser(line: bytes) -> None:
    assert complete_get(POLL) is not None
    assert complete_get(POLL[:-2] + line + b"\r\n\r\n") is None


class Always:
    """Answers every GET with what it asked for."""

    def poll_in(self, path: bytes, headers: dict[bytes, bytes], _: Any) -> bytes:
        return path + headers.get(b"if-none-match", b"") + b" ok"

    def answer_now(self, poll: bytes) -> PolledAnswer:
        return PolledAnswer(200, b"content-length: %d\r\n" % len(poll), poll)


def answering_at_once(keep_alive: float) -> Any:
    """A server whose every whole GET is answered at once; what is not, has no application to go to."""
    protocol = type("Protocol", (StrictProtocol,), {"polls": Always()})

    async def nowhere(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("the request was not answered at once")

    config = uvicorn.Config(nowhere, http=protocol, ws="none", lifespan="off", log_config=None)
    config.timeout_keep_alive = keep_alive  # type: ignore[assignment]
    config.load()
    return lambda: protocol(config=config, server_state=ServerState(), app_state={})


def test_a_connection_that_polls_is_kept_and_one_that_has_stopped_is_closed() -> None:
    async def scene() -> tuple[int, float]:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(answering_at_once(keep_alive=0.5), "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        heard = 0
        for _ in range(5):
            writer.write(POLL)
            heard += (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(0.3)  # five times: three times as long as a silent connection is kept
        began = time.monotonic()
        assert await asyncio.wait_for(reader.read(), 10) == b""
        writer.close()
        server.close()
        return heard, time.monotonic() - began

    heard, idle = asyncio.run(scene())
    assert heard == 5
    assert idle < 5


def test_a_connection_may_ask_for_one_thing_after_another() -> None:
    """What was read of the last request is not taken for the next one, be it longer, shorter or as long."""
    requests = [
        (b"GET %b HTTP/1.1\r\nHost: x\r\n" % path + (b"If-None-Match: %b\r\n" % tag if tag else b"") + b"\r\n", path + tag)
        for path in (b"/a", b"/b", b"/long")
        for tag in (b"", b'"1"', b'"2"', b'"2"')
    ]  # fmt: skip

    async def scene() -> list[bytes]:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(answering_at_once(keep_alive=5), "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        heard = []
        for request, _ in [*requests, *reversed(requests)]:
            writer.write(request)
            heard.append((await reader.readuntil(b" ok")).rpartition(b"\r\n\r\n")[2].removesuffix(b" ok"))
        writer.close()
        server.close()
        return heard

    wanted = [answer for _, answer in requests]
    assert asyncio.run(scene()) == [*wanted, *reversed(wanted)]

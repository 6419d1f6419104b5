"""Fetching: every way a page can fail to be one has its reason, and bombs do not go off."""

from __future__ import annotations

import asyncio
import tracemalloc
import zlib

import pytest

from coldread.egress.budget import Caps
from coldread.egress.client import Client
from coldread.scanner.visit.fetch import Fetched, PageEmptyError, PageError, PageUnreachable, fetch
from tests.egress.places import Handler, a_door, a_site

PAGE = b"<!doctype html><title>A page</title><h1>Hello there</h1>"


def answering(body: bytes = PAGE, *, status: str = "200 OK", **headers: str) -> Handler:
    named = {"content_type": "text/html; charset=utf-8", **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items() if value)
    head = f"HTTP/1.1 {status}\r\n{lines}Content-Length: {len(body)}\r\n\r\n"

    async def handler(_head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(head.encode() + body)

    return handler


def fetched(handler: Handler, *, seconds: float = 3.0) -> Fetched:
    async def run() -> Fetched:
        async with a_site(handler) as port:
            door = a_door(
                allow={("127.0.0.1", port)}, caps=Caps(bytes=6_000_000, requests=8, seconds=seconds)
            )
            async with Client(door) as client:
                return await fetch(client, f"http://127.0.0.1:{port}/")

    return asyncio.run(run())


def reason(handler: Handler, *, seconds: float = 3.0) -> str:
    with pytest.raises(PageError) as failure:
        fetched(handler, seconds=seconds)
    return failure.value.reason


def bomb(megabytes: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    zeros = b" " * 1_000_000
    return b"".join([packer.compress(zeros) for _ in range(megabytes)]) + packer.flush()


def test_a_page_comes_with_its_headers_and_address() -> None:
    page = fetched(answering(x_robots_tag="noindex"))
    assert page.html == PAGE.decode()
    assert ("x-robots-tag", "noindex") in page.headers
    assert page.final_url == page.url
    assert (page.status, page.redirects, page.truncated) == (200, (), False)


def test_redirects_are_followed_and_told() -> None:
    async def handler(head: str, writer: asyncio.StreamWriter) -> None:
        if head.startswith("GET / "):
            writer.write(b"HTTP/1.1 301 Moved\r\nLocation: /home\r\nContent-Length: 0\r\n\r\n")
        else:
            await answering()(head, writer)

    page = fetched(handler)
    assert page.final_url.endswith("/home")
    assert page.redirects == (page.url,)


@pytest.mark.parametrize("wbits", [31, 15, -15], ids=["gzip", "zlib", "bare"])
def test_compressed_pages_are_opened(wbits: int) -> None:
    packer = zlib.compressobj(wbits=wbits)
    packed = packer.compress(PAGE) + packer.flush()
    assert fetched(answering(packed, content_encoding="gzip")).html == PAGE.decode()


@pytest.mark.parametrize(
    ("handler", "expected"),
    [
        (answering(status="404 Not Found"), "http_404"),
        (answering(status="500 Oh No"), "http_500"),
        (answering(status="403 Forbidden"), "http_403"),
        (answering(b"<title>Just a moment...</title>", status="403 Forbidden"), "bot_wall"),
        (answering(b"{}", status="429 No", x_datadome="protected"), "bot_wall"),
        (answering(b"%PDF-1.7", content_type="application/pdf"), "not_html"),
        (answering(b"{}", content_type=""), "not_html"),
        (answering(b"x" * 5_100_000), "too_large"),
        (answering(b"plain", content_encoding="br"), "bad_encoding"),
        (answering(b"plain", content_encoding="gzip"), "bad_encoding"),
        (answering(b""), "empty_body"),
        (answering(b" \r\n\t "), "empty_body"),
        (answering(status="302 Found", location="http://10.0.0.1/"), "address_refused"),
        (answering(status="302 Found", location="file:///etc/passwd"), "scheme_refused"),
        (answering(status="302 Found", location="/"), "too_many_redirects"),
    ],
)
def test_what_is_no_page_has_a_reason(handler: Handler, expected: str) -> None:
    assert reason(handler) == expected


def test_an_empty_page_is_told_apart_from_an_unreachable_one() -> None:
    with pytest.raises(PageEmptyError):
        fetched(answering(b""))
    with pytest.raises(PageUnreachable):
        fetched(answering(status="404 Not Found"))


def test_a_page_without_a_type_is_taken_by_its_first_sign() -> None:
    assert "Hello" in fetched(answering(b"\n " + PAGE, content_type="")).html


def test_a_silent_page_times_out() -> None:
    async def silent(_head: str, _writer: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    assert reason(silent, seconds=0.2) == "timeout"


def test_a_slow_drip_gives_what_came_and_says_so() -> None:
    async def drip(_head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n" + PAGE)
        await writer.drain()
        await asyncio.Event().wait()

    page = fetched(drip, seconds=0.3)
    assert page.truncated
    assert page.html == PAGE.decode()


def test_a_connection_that_breaks_gives_what_came_and_says_so() -> None:
    async def broken(_head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n" + PAGE)

    assert fetched(broken).truncated


def test_an_endless_page_is_too_large() -> None:
    async def endless(_head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        while True:
            writer.write(b"<p>more</p>" * 5000)
            await writer.drain()

    assert reason(endless) == "too_large"


def test_a_bomb_of_a_thousand_to_one_is_refused_within_30_megabytes() -> None:
    packed = bomb(200)
    assert len(packed) < 210_000
    tracemalloc.start()
    try:
        assert reason(answering(packed, content_encoding="gzip")) == "too_large"
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()

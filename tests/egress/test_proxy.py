"""The browser's proxy: forwards, tunnels, counts, and gives nothing of itself away."""

from __future__ import annotations

import asyncio

import pytest

from coldread.egress.budget import Caps
from coldread.egress.http_head import answer_head
from coldread.egress.proxy import Proxy
from tests.egress.places import Handler, a_door, a_site, redirect_to_query


async def through(handler: Handler, request: str, *, caps: Caps | None = None) -> tuple[bytes, Proxy]:
    """What a client of the proxy gets for `request`, in which `SITE` stands for the site's place."""
    async with a_site(handler) as site:
        door = a_door(allow={("127.0.0.1", site)}, caps=caps)
        async with Proxy(door) as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.url.rsplit(":", 1)[1]))
            writer.write(request.replace("SITE", f"127.0.0.1:{site}").encode())
            answer = await asyncio.wait_for(reader.read(), 5)
            writer.close()
            return answer, proxy


async def echo(head: str, writer: asyncio.StreamWriter) -> None:
    body = head.encode()
    writer.write(
        b"HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    )


def test_a_plain_request_is_forwarded_in_origin_form_without_a_word_of_the_proxy() -> None:
    request = (
        "GET http://SITE/a?b=c HTTP/1.1\r\nHost: other\r\nProxy-Connection: keep-alive\r\nAccept: x\r\n\r\n"
    )
    answer, _ = asyncio.run(through(echo, request))
    head, _, seen_by_site = answer.partition(b"\r\n\r\n")
    assert seen_by_site.startswith(b"GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:")
    assert b"Accept: x" in seen_by_site
    assert b"roxy" not in seen_by_site
    assert b"other" not in seen_by_site
    assert b"keep-alive" not in head
    assert b"Connection: close" in head


def test_a_tunnel_carries_bytes_both_ways() -> None:
    request = "CONNECT SITE HTTP/1.1\r\nHost: SITE\r\n\r\nGET /inside HTTP/1.1\r\n\r\n"
    answer, proxy = asyncio.run(through(echo, request))
    assert answer.startswith(b"HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK")
    assert b"GET /inside" in answer
    assert proxy.door.budget.requests == 1


@pytest.mark.parametrize(
    "request_line", ["GET / HTTP/1.1", "CONNECT / HTTP/1.1", "GET https://SITE/ HTTP/1.1", "nonsense"]
)
def test_what_is_no_proxy_request_is_refused(request_line: str) -> None:
    answer, proxy = asyncio.run(through(echo, f"{request_line}\r\n\r\n"))
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert len(proxy.denials) == 1


def test_an_endless_stream_is_cut_at_the_budget() -> None:
    async def endless(_head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(b"x" * 65536)
            await writer.drain()

    answer, proxy = asyncio.run(
        through(endless, "GET http://SITE/ HTTP/1.1\r\n\r\n", caps=Caps(bytes=500_000))
    )
    assert len(answer) <= 500_000
    assert proxy.door.budget.exhausted is not None


def test_a_spent_budget_lets_nothing_more_out() -> None:
    answer, proxy = asyncio.run(through(echo, "GET http://SITE/ HTTP/1.1\r\n\r\n", caps=Caps(requests=0)))
    assert answer.startswith(b"HTTP/1.1 502 ")
    assert proxy.denials[0].reason == "too_many_requests"


def test_after_the_cut_nothing_is_answered() -> None:
    async def ask() -> bytes:
        async with a_site(echo) as site, Proxy(a_door(allow={("127.0.0.1", site)})) as proxy:
            proxy.cut()
            reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.url.rsplit(":", 1)[1]))
            writer.write(f"GET http://127.0.0.1:{site}/ HTTP/1.1\r\n\r\n".encode())
            answer = await asyncio.wait_for(reader.read(), 5)
            writer.close()
            return answer

    assert asyncio.run(ask()) == b""


def test_interim_answers_are_passed_over() -> None:
    async def hinting(head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n")
        await redirect_to_query(head, writer)

    answer, _ = asyncio.run(through(hinting, "GET http://SITE/ HTTP/1.1\r\n\r\n"))
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert answer.endswith(b"hello")
    assert answer_head("HTTP/1.1 100 Continue\r\n\r\n") is None


def test_an_endless_row_of_interim_answers_ends_the_visit() -> None:
    async def hinting(head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 9)
        await redirect_to_query(head, writer)

    answer, _ = asyncio.run(through(hinting, "GET http://SITE/ HTTP/1.1\r\n\r\n"))
    assert answer == b""

"""No row of the corpus is reached: not directly, not by a redirect, not through the browser's proxy."""

from __future__ import annotations

import asyncio

import pytest

from coldread.egress.client import Client
from coldread.egress.errors import AddressRefused, EgressRefused, UrlRefused
from coldread.egress.proxy import Proxy
from tests.egress.corpus import NAMES, ROWS
from tests.egress.places import a_door, a_site, fixed, redirect_to_query
from tests.egress.spy import watching

#: the spy stays in a process that it has once been placed in
pytestmark = pytest.mark.together("spy")
#: as a `Location`: absolute ones whose bytes survive a header ("http:///path" is a path of the same site there)
REDIRECTS = [url for url, why in ROWS if "://" in url and why is not UrlRefused and url != "http:///path"]


async def visit(url: str) -> None:
    async with Client(a_door(resolver=fixed(NAMES))) as client, client.open(url):
        pass


def test_the_corpus_is_as_large_as_promised() -> None:
    assert len({url for url, _ in ROWS}) >= 200


@pytest.mark.parametrize(("url", "refusal"), ROWS)
def test_a_refused_address_is_refused_by_its_name_and_no_socket_is_opened(
    url: str, refusal: type[EgressRefused]
) -> None:
    with watching() as seen, pytest.raises(refusal):
        asyncio.run(visit(url))
    assert seen.connections == []
    assert seen.names == []


@pytest.mark.parametrize("url", REDIRECTS)
def test_a_redirect_to_a_refused_address_is_refused(url: str) -> None:
    async def follow() -> int:
        async with a_site(redirect_to_query) as port:
            door = a_door(
                allow={("start.example.com", port)},
                resolver=fixed({**NAMES, "start.example.com": ["127.0.0.1"]}),
            )
            start = f"http://start.example.com:{port}/?{url.encode().hex()}"
            with pytest.raises(EgressRefused):
                async with Client(door) as client, client.open(start):
                    pass
            return port

    with watching() as seen:
        port = asyncio.run(follow())
    assert seen.connections == [("127.0.0.1", port)]


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "[::ffff:10.0.0.1]", "2130706433", "localhost", *NAMES]
)
@pytest.mark.parametrize("request_line", ["CONNECT {}:443 HTTP/1.1", "GET http://{}/ HTTP/1.1"])
def test_the_proxy_refuses_what_the_client_refuses(host: str, request_line: str) -> None:
    async def ask() -> bytes:
        async with Proxy(a_door(resolver=fixed(NAMES))) as proxy:
            port = int(proxy.url.rsplit(":", 1)[1])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with watching() as seen:
                writer.write(f"{request_line.format(host)}\r\nHost: {host}\r\n\r\n".encode())
                answer = await reader.read()
            writer.close()
            assert seen.connections == []
            assert len(proxy.denials) == 1
            return answer

    assert asyncio.run(ask()).startswith(b"HTTP/1.1 403 ")


def test_one_bad_answer_among_good_ones_refuses_the_name() -> None:
    door = a_door(resolver=fixed(NAMES))
    with pytest.raises(AddressRefused, match=r"192\.168\.0\.10"):
        asyncio.run(door.addresses("mixed-last.example.com", 443))


def test_the_spy_sees_a_connection() -> None:
    async def connect() -> int:
        async with a_site(redirect_to_query) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return port

    with watching() as seen:
        port = asyncio.run(connect())
    assert seen.connections == [("127.0.0.1", port)]

"""The client: pinned, counted, and patient only so long."""

from __future__ import annotations

import asyncio

import pytest

from coldread.egress.budget import Caps
from coldread.egress.client import Client
from coldread.egress.errors import (
    AddressRefused,
    BadAnswer,
    ConnectFailed,
    NameNotFound,
    TimedOut,
    TlsFailed,
    TooManyBytes,
    TooManyRedirects,
    TooManyRequests,
    TooMuchTime,
)
from coldread.egress.names import Names, own_addresses
from tests.egress.places import Handler, a_door, a_site, fixed, lying, redirect_to_query


async def read(handler: Handler, *, caps: Caps | None = None, path: str = "/") -> bytes:
    async with a_site(handler) as port:
        door = a_door(allow={("127.0.0.1", port)}, caps=caps)
        async with Client(door) as client, client.open(f"http://127.0.0.1:{port}{path}") as answer:
            return b"".join([chunk async for chunk in answer.chunks])


def answering(text: bytes) -> Handler:
    async def handler(_head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(text)

    return handler


async def endless(_head: str, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        writer.write(b"x" * 65536)
        await writer.drain()


async def silent(_head: str, writer: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


def test_an_allowed_site_is_read() -> None:
    assert asyncio.run(read(redirect_to_query)) == b"hello"


def test_a_name_that_changes_its_answer_is_not_asked_again() -> None:
    async def twice() -> tuple[int, object]:
        asked = []
        flipping = lying({"flip.example.com": [["93.184.215.14"], ["127.0.0.1"]]})

        async def counting(host: str) -> list[str]:
            asked.append(host)
            return await flipping(host)

        door = a_door(resolver=counting)
        first = await door.addresses("flip.example.com", 443)
        assert await door.addresses("flip.example.com", 80) == first
        return len(asked), str(first[0])

    assert asyncio.run(twice()) == (1, "93.184.215.14")


def test_a_name_that_flips_between_two_scans_is_refused_in_the_second() -> None:
    resolver = lying({"flip.example.com": [["93.184.215.14"], ["127.0.0.1"]]})

    async def scans() -> None:
        await a_door(resolver=resolver).addresses("flip.example.com", 443)
        with pytest.raises(AddressRefused):
            await a_door(resolver=resolver).addresses("flip.example.com", 443)

    asyncio.run(scans())


def test_the_connection_goes_to_the_address_that_was_checked() -> None:
    async def connect() -> list[tuple[str, int]]:
        opened = []

        async def opener(address: str, port: int) -> None:
            opened.append((address, port))

        await a_door(resolver=fixed({"site.example.com": ["93.184.215.14"]})).connect(
            "site.example.com", 443, opener
        )
        return opened

    assert asyncio.run(connect()) == [("93.184.215.14", 443)]


def test_a_second_address_is_tried_when_the_first_does_not_accept() -> None:
    async def connect() -> str:
        async def opener(address: str, _port: int) -> str:
            if address == "93.184.215.14":
                raise OSError("no")
            return address

        resolver = fixed({"site.example.com": ["93.184.215.14", "93.184.215.15"]})
        return await a_door(resolver=resolver).connect("site.example.com", 443, opener)

    assert asyncio.run(connect()) == "93.184.215.15"


def test_an_endless_body_ends_with_the_budget() -> None:
    with pytest.raises(TooManyBytes):
        asyncio.run(read(endless, caps=Caps(bytes=1_000_000)))


def test_an_endless_chain_of_redirects_ends_after_five() -> None:
    async def onward(head: str, writer: asyncio.StreamWriter) -> None:
        number = int(head.split(" ")[1].strip("/"))
        seen.append(number)
        writer.write(f"HTTP/1.1 302 Found\r\nLocation: /{number + 1}\r\n\r\n".encode())

    seen: list[int] = []
    with pytest.raises(TooManyRedirects):
        asyncio.run(read(onward, path="/0"))
    assert seen == [0, 1, 2, 3, 4, 5]


def test_requests_are_counted_over_redirects() -> None:
    with pytest.raises(TooManyRequests):
        asyncio.run(read(redirect_to_query, caps=Caps(requests=1), path="/?" + b"/".hex()))


def test_a_site_that_says_nothing_is_left_when_the_time_is_spent() -> None:
    with pytest.raises(TimedOut):
        asyncio.run(read(silent, caps=Caps(seconds=0.2)))


def test_a_spent_budget_stays_spent() -> None:
    async def after_the_end() -> None:
        door = a_door(caps=Caps(seconds=0))
        for _ in range(2):
            with pytest.raises(TooMuchTime):
                door.budget.spend_request()

    asyncio.run(after_the_end())


def test_secret_headers_do_not_follow_to_another_origin() -> None:
    async def follow() -> list[bool]:
        told = []

        async def listen(head: str, writer: asyncio.StreamWriter) -> None:
            told.append("cookie: s=1" in head.lower())
            await redirect_to_query(head, writer)

        async with a_site(listen) as first, a_site(listen) as second:
            door = a_door(allow={("127.0.0.1", first), ("127.0.0.1", second)})
            path = f"http://127.0.0.1:{second}/".encode().hex()
            async with (
                Client(door) as client,
                client.open(f"http://127.0.0.1:{first}/?{path}", secret_headers={"Cookie": "s=1"}) as answer,
            ):
                assert answer.status == 200
                assert [hop.status for hop in answer.redirects] == [302]
        return told

    assert asyncio.run(follow()) == [True, False]


def test_what_is_not_http_is_a_bad_answer() -> None:
    with pytest.raises(BadAnswer):
        asyncio.run(read(answering(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")))


def test_an_endless_head_is_a_bad_answer() -> None:
    with pytest.raises(BadAnswer):
        asyncio.run(read(answering(b"HTTP/1.1 200 OK\r\n" + b"X-Long: " + b"x" * 300_000 + b"\r\n\r\n")))


def test_plain_text_where_tls_was_expected_is_a_tls_failure() -> None:
    async def ask() -> None:
        def greet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            writer.close()

        async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with (
                Client(a_door(allow={("127.0.0.1", port)})) as client,
                client.open(f"https://127.0.0.1:{port}/"),
            ):
                pass

    with pytest.raises(TlsFailed):
        asyncio.run(ask())


def test_a_closed_port_is_a_failed_connection() -> None:
    async def ask() -> None:
        async with a_site(redirect_to_query) as port:
            pass
        async with (
            Client(a_door(allow={("127.0.0.1", port)})) as client,
            client.open(f"http://127.0.0.1:{port}/"),
        ):
            pass

    with pytest.raises(ConnectFailed):
        asyncio.run(ask())


def test_an_unknown_name_is_not_found() -> None:
    async def ask() -> None:
        async with Client(a_door()) as client, client.open("http://nowhere.example.com/"):
            pass

    with pytest.raises(NameNotFound):
        asyncio.run(ask())


def test_a_silent_name_server_times_out() -> None:
    async def never(_host: str) -> list[str]:
        await asyncio.Event().wait()
        return []

    with pytest.raises(TimedOut):
        asyncio.run(Names(never, timeout_s=0.05).addresses("slow.example.com"))


def test_own_addresses_are_addresses() -> None:
    assert all(address.version in (4, 6) for address in own_addresses())


def test_a_few_interim_answers_are_passed_over_and_an_endless_row_is_not() -> None:
    interim = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    final = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
    assert asyncio.run(read(answering(interim * 8 + final))) == b"hello"
    with pytest.raises(BadAnswer, match="interim"):
        asyncio.run(read(answering(interim * 9 + final)))


def test_what_looks_like_an_interim_answer_in_a_body_is_none() -> None:
    said = b"HTTP/1.1 100 Continue\r\n" * 50
    head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(said)
    assert asyncio.run(read(answering(head + said))) == said

"""Addresses that a page points to: nothing bad is said of one that GET does not confirm."""

from __future__ import annotations

import asyncio

import pytest

from coldread.egress.client import Client
from coldread.scanner.page.observations import ProbedTarget
from coldread.scanner.visit.targets import probe, probe_all
from coldread.scanner.visit.well_known import llms_txt, robots_txt
from tests.egress.places import a_door, a_site
from tests.harness.patience import SCAN_S


def said(head_status: str, get_status: str = "", body: bytes = b"") -> ProbedTarget:
    async def handler(head: str, writer: asyncio.StreamWriter) -> None:
        status = head_status if head.startswith("HEAD") else get_status
        content = b"" if head.startswith("HEAD") else body
        writer.write(f"HTTP/1.1 {status} X\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content)

    async def run() -> ProbedTarget:
        async with a_site(handler) as port, Client(a_door(allow={("127.0.0.1", port)})) as client:
            return await probe(client, "#buy", f"http://127.0.0.1:{port}/buy#plan", timeout_s=SCAN_S)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("head", "get", "status", "reason"),
    [
        ("200", "", 200, ""),
        ("404", "404", 404, ""),
        ("410", "410", 410, ""),
        ("500", "500", 500, ""),
        ("404", "200", 200, ""),
        ("405", "200", 200, ""),
        ("405", "404", 404, ""),
        ("403", "403", None, "http_403"),
        ("503", "503", None, "http_503"),
        ("429", "429", None, "http_429"),
    ],
)
def test_a_status_is_what_get_confirms(head: str, get: str, status: int | None, reason: str) -> None:
    target = said(head, get)
    assert (target.status, target.reason) == (status, reason)
    assert target.url.endswith("/buy#plan")


def test_a_wall_against_robots_says_nothing() -> None:
    target = said("404", "404", b"<title>Just a moment...</title>")
    assert (target.status, target.reason) == (None, "bot-wall")


def test_a_refused_address_and_an_unknown_name_say_nothing() -> None:
    async def run() -> tuple[ProbedTarget, ...]:
        async with Client(a_door()) as client:
            return await probe_all(
                client,
                (
                    ("a", "http://127.0.0.1/"),
                    ("b", "http://nowhere.example.com/"),
                    ("c", "mailto:x@example.com"),
                ),
                timeout_s=SCAN_S,
            )

    assert [(target.selector, target.status, target.reason) for target in asyncio.run(run())] == [
        ("a", None, "refused"),
        ("b", None, "name_not_found"),
        ("c", None, "refused"),
    ]


def around(content_type: str, status: str, body: bytes) -> tuple[str | None, bool | None]:
    async def handler(_head: str, writer: asyncio.StreamWriter) -> None:
        head = f"HTTP/1.1 {status} X\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)

    async def run() -> tuple[str | None, bool | None]:
        async with a_site(handler) as port, Client(a_door(allow={("127.0.0.1", port)})) as client:
            page = f"http://127.0.0.1:{port}/deep/page"
            return (
                await robots_txt(client, page, timeout_s=SCAN_S),
                await llms_txt(client, page, timeout_s=SCAN_S),
            )

    return asyncio.run(run())


def test_files_beside_the_page_are_read() -> None:
    assert around("text/plain", "200", b"User-agent: *") == ("User-agent: *", True)


def test_a_missing_file_and_a_page_in_its_place_are_none() -> None:
    assert around("text/plain", "404", b"no") == ("", False)
    assert around("text/html", "200", b"<h1>Home</h1>") == ("", False)


def test_a_server_in_trouble_says_nothing() -> None:
    assert around("text/plain", "503", b"") == (None, None)

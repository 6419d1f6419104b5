"""An order that the operator expired: no API finds it any more, its files stay, and the buyer's page says why."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import httpx
import pytest
from mcp.client import Client

from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess
from tests.harness.refusals import refusal
from tests.harness.service import BASE_URL, Service
from tests.protocols.talk import WAYS

StartServer = Callable[..., ServerProcess]
COMPANY = "Bageri Ek AB"
DRAFT = {"spec_md": "# Draft", "draft_url": "https://shop.example/draft"}
#: the API's reads, in every shape
READS = ("/v1/orders/{}", "/v1/orders/{}?view=v1", "/v1/orders/{}?x=1", "/v1/cold-read/{}")


SETTINGS = {"error_type_base": f"{BASE_URL}/errors"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """On SQLite; the reads themselves are tried on both databases."""
    folder = tmp_path_factory.mktemp("gone")
    started = ServerProcess(f"sqlite:///{folder / 'coldread.db'}", folder / "data", **SETTINGS)
    started.start()
    yield started
    started.stop()


def expired(server: ServerProcess, before: Callable[[str], object] = lambda _: None) -> str:
    """An order with a published draft that was expired; `before` is done while it could be read."""
    order_id: str = server.order(billing={"company_name": COMPANY}).json()["order_id"]
    server.move(order_id, "reviewing", patch=DRAFT).raise_for_status()
    before(order_id)
    answer = server.move(order_id, "expired")
    assert (answer.status_code, answer.json()["status"]) == (200, "expired"), "the move says what it did"
    return order_id


def get(server: ServerProcess, path: str, **headers: str) -> httpx.Response:
    return httpx.get(server.url + path, headers=headers, timeout=ANSWER_S)


def test_no_read_of_the_api_finds_it(start_server: StartServer) -> None:
    server = start_server(**SETTINGS)
    tags: dict[str, str] = {}

    def read(order_id: str) -> None:
        for path in READS:
            answer = get(server, path.format(order_id))
            assert answer.status_code == 200
            tags[path] = answer.headers.get("etag", "")

    order_id = expired(server, read)
    for path in READS:
        where = path.format(order_id)
        refusal(get(server, where), 404, "not-found")
        refusal(get(server, where, **{"If-None-Match": tags[path] or "*"}), 404, "not-found")
        assert httpx.head(server.url + where, timeout=ANSWER_S).status_code == 404


def test_its_404_is_that_of_an_order_that_never_was(server: ServerProcess) -> None:
    order_id = expired(server)
    for path in READS:
        told = [get(server, path.format(name)).json() for name in (order_id, "INV-xxxxxxxx")]
        for body in told:
            assert {body.pop("instance"), body.pop("request_id")}
        assert told[0] == told[1]


def test_the_lane_of_the_polled_read_does_not_know_it(server: ServerProcess) -> None:
    """The stored bytes are read on one open connection, before and after."""

    def poll(line: socket.socket, order_id: str) -> bytes:
        line.sendall(f"GET /v1/orders/{order_id} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        told = b""
        while b"\r\n\r\n" not in told:
            told += line.recv(65_536)
        head, _, body = told.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while len(body) < length:
            body += line.recv(65_536)
        return head.partition(b"\r\n")[0]

    with socket.create_connection(("127.0.0.1", server.port), timeout=ANSWER_S) as line:
        order_id = expired(server, lambda name: [poll(line, name) for _ in range(3)])
        for _ in range(3):
            assert b" 404 " in poll(line, order_id)


def test_who_waits_for_a_change_is_told_at_once(server: ServerProcess) -> None:
    order_id = server.order().json()["order_id"]
    began = time.monotonic()
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(get, server, f"/v1/orders/{order_id}", Prefer="wait=30")
        while get(server, f"/v1/orders/{order_id}").status_code == 200 and not waiting.done():
            server.move(order_id, "expired")
        refusal(waiting.result(), 404, "not-found")
    assert time.monotonic() - began < 25


def test_to_agents_it_is_no_task(server: ServerProcess) -> None:
    class Outside:
        """The service as `tests.protocols.talk` speaks to it, over sockets."""

        def get(self, path: str, **options: Any) -> httpx.Response:
            return httpx.get(server.url + path, timeout=ANSWER_S, **options)

        def post(self, path: str, **options: Any) -> httpx.Response:
            return httpx.post(server.url + path, timeout=ANSWER_S, **options)

    outside = cast(Service, Outside())

    def read(order_id: str) -> None:
        assert {way.get(outside, order_id).state for way in WAYS.values()} == {"working"}

    order_id = expired(server, read)
    for name, way in WAYS.items():
        for refused in (
            way.get(outside, order_id),
            way.cancel(outside, order_id),
            way.send(outside, way.message(None, "Hello?", taskId=order_id)),
        ):
            assert refused.problem is not None, name
            assert refused.problem["type"].endswith("/not-found"), name
            assert refused.code in (None, -32001), name


def test_over_mcp_it_is_not_found(server: ServerProcess) -> None:
    async def read(order_id: str) -> Any:
        async with Client(f"{server.url}/mcp", read_timeout_seconds=60) as client:
            return await client.call_tool("get_order", {"order_id": order_id})

    order_id = expired(server, lambda name: asyncio.run(read(name)))
    answer = asyncio.run(read(order_id))
    assert answer.is_error
    assert "not-found" in str(answer)


def test_nothing_more_can_be_sent_to_it(server: ServerProcess) -> None:
    order_id = expired(server)
    for path, body in (
        (f"/v1/orders/{order_id}/info", {"message": "Hello"}),
        (f"/v1/orders/{order_id}/rescan", {"url": "https://shop.example/"}),
        (f"/v1/cold-read/{order_id}/rescan", {"url": "https://shop.example/"}),
    ):
        refusal(httpx.post(server.url + path, json=body, timeout=ANSWER_S), 404, "not-found")
    told = refusal(server.move(order_id, "reviewing"), 409, "illegal-transition")
    assert (told["current_status"], told["allowed_transitions"]) == ("expired", [])


def test_its_files_stay_and_the_buyers_page_says_why_without_contact_data(server: ServerProcess) -> None:
    def read(order_id: str) -> None:
        assert COMPANY in get(server, f"/o/{order_id}", Accept="text/html").text

    order_id = expired(server, read)
    assert get(server, f"/deliverables/{order_id}/spec_draft.md").text == "# Draft"
    page = get(server, f"/o/{order_id}", Accept="text/html")
    assert page.status_code == 200
    assert "This order has expired" in page.text
    assert COMPANY not in page.text


def test_what_a_person_wrote_after_it_was_expired_reaches_the_reviewer(server: ServerProcess) -> None:
    order_id = expired(server)
    late = httpx.post(
        f"{server.url}/o/{order_id}/say",
        data={"said": "We are closed on Mondays"},
        headers={"Sec-Fetch-Site": "same-origin", "Accept": "text/html"},
        timeout=ANSWER_S,
    )
    assert late.status_code == 303
    page = get(server, late.headers["location"], Accept="text/html")
    assert "we received it on" in page.text
    assert "We are closed on Mondays" not in page.text, "no words of the buyer after the lapse"

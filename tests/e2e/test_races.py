"""Two server processes, one database, many clients at once."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import httpx
import pytest

from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.base.db import Session
from coldread.orders.tables import order_events, orders
from tests.harness.process import ServerProcess
from tests.harness.service import WISH

StartServer = Callable[..., ServerProcess]


@pytest.fixture
def servers(start_server: StartServer) -> list[ServerProcess]:
    return [start_server(), start_server()]


def at_once(calls: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(call) for call in calls]]


T = TypeVar("T")


def read(database_url: str, what: Callable[[Session], T]) -> T:
    import asyncio

    async def ask() -> T:
        database = open_database(database_url, Clock())
        try:
            return await database.read(what)
        finally:
            await database.close()

    return asyncio.run(ask())


def rows_of(database_url: str, table: object) -> int:
    import sqlalchemy as sa

    def ask(session: Session) -> int:
        found = session.row(sa.select(sa.func.count()).select_from(table))  # type: ignore[arg-type]
        assert found is not None
        number: int = found[0]
        return number

    return read(database_url, ask)


def test_fifty_creates_with_one_key_make_one_order(servers: list[ServerProcess], database_url: str) -> None:
    """Lines 63, 65."""
    key = {"Idempotency-Key": str(uuid.uuid4())}
    clients = [server.client(headers=key) for server in servers]
    answers = at_once(
        [partial(clients[number % 2].post, "/v1/cold-read-requests", json=WISH) for number in range(50)]
    )
    assert set(Counter(answer.status_code for answer in answers)) <= {201, 409}
    bodies = {answer.content for answer in answers if answer.status_code == 201}
    assert len(bodies) == 1
    assert all(answer.headers["retry-after"] == "1" for answer in answers if answer.status_code == 409)
    assert rows_of(database_url, orders) == 1
    assert rows_of(database_url, order_events) == 1
    again = clients[1].post("/v1/cold-read-requests", json=WISH)
    assert again.content in bodies
    assert again.headers["idempotency-replayed"] == "true"
    for client in clients:
        client.close()


def test_twenty_equal_moves_at_once_move_once(servers: list[ServerProcess], database_url: str) -> None:
    """Line 95, decisions 2."""
    order_id = servers[0].order().json()["order_id"]
    answers = at_once([partial(servers[number % 2].move, order_id, "reviewing") for number in range(20)])
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 19}
    refusals = [answer.json() for answer in answers if answer.status_code == 409]
    assert {refusal["current_status"] for refusal in refusals} == {"reviewing"}
    assert rows_of(database_url, order_events) == 2


def test_rival_moves_leave_a_history_that_the_lifecycle_allows(
    servers: list[ServerProcess], database_url: str
) -> None:
    """Read from the trail: an order that was expired is found by no read."""
    order_id = servers[0].order().json()["order_id"]
    servers[0].move(order_id, "reviewing")
    rivals = ["accepted", "needs_info", "rejected", "expired"] * 5
    answers = at_once([partial(servers[n % 2].move, order_id, to) for n, to in enumerate(rivals)])
    won = [answer.json()["status"] for answer in answers if answer.status_code == 200]
    trail = history(database_url)
    assert {to for _, to in trail} == {"submitted", "reviewing", *won}
    assert [before for before, _ in trail] == [None, *(to for _, to in trail[:-1])]
    shown = httpx.get(f"{servers[1].url}/v1/orders/{order_id}").json()
    assert shown["status"] == (404 if trail[-1][1] == "expired" else trail[-1][1])


def history(database_url: str) -> list[tuple[str | None, str]]:
    """Every move of the only order: from where to where."""
    import sqlalchemy as sa

    def ask(session: Session) -> list[tuple[str | None, str]]:
        moves = sa.select(order_events.c.from_status, order_events.c.to_status).order_by(order_events.c.id)
        return [(row.from_status, row.to_status) for row in session.rows(moves)]

    return read(database_url, ask)


def test_the_creation_limit_is_exact_over_two_processes(start_server: StartServer, database_url: str) -> None:
    servers = [start_server(limit_create_per_hour="30"), start_server(limit_create_per_hour="30")]
    answers = at_once([servers[n % 2].order for n in range(50)])
    assert Counter(answer.status_code for answer in answers) == {201: 30, 429: 20}
    assert rows_of(database_url, orders) == 30


def test_a_move_over_one_process_is_read_at_once_over_the_other(servers: list[ServerProcess]) -> None:
    order_id = servers[0].order().json()["order_id"]
    for step in ("reviewing", "needs_info", "reviewing", "accepted", "billing_pending"):
        assert servers[0].move(order_id, step).status_code == 200
        assert httpx.get(f"{servers[1].url}/v1/orders/{order_id}").json()["status"] == step

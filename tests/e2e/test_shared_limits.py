"""Four processes on one PostgreSQL count reads and misses together."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from coldread.base import ids
from tests.harness import postgres
from tests.harness.breadth import whole_only
from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess

#: four servers, started once, from the process that all turned ones are forked from
pytestmark = pytest.mark.together("clock")
READS, MISSES = 400, 100
AT_ONCE = 16
#: stands still, so that all is one window
NOON = "2026-11-16 12:00:05"


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    url, folder = postgres.new_database(), tmp_path_factory.mktemp("four")
    settings = {
        "limit_reads_per_min": str(READS),
        "limit_misses_per_10min": str(MISSES),
        "trusted_proxies": "127.0.0.1/32",
    }
    four = [ServerProcess(url, Path(folder), base_url="http://four.test", **settings) for _ in range(4)]
    try:
        for server in four:
            server.start(clock=NOON)
        yield four
    finally:
        for server in four:
            server.stop()


def answers(servers: list[ServerProcess], paths: list[str], client: str, weights: list[int]) -> Counter[int]:
    """Ask for all paths, some at once, each of a server by chance; how many answers of each status."""
    chance = random.Random(21)
    wanted = [(chance.choices(servers, weights)[0].url, path) for path in paths]

    async def ask_all() -> Counter[int]:
        seen: Counter[int] = Counter()
        async with httpx.AsyncClient(
            timeout=ANSWER_S, trust_env=False, headers={"X-Forwarded-For": client}
        ) as session:

            async def ask() -> None:
                while wanted:
                    url, path = wanted.pop()
                    seen[(await session.get(url + path)).status_code] += 1

            await asyncio.gather(*(ask() for _ in range(AT_ONCE)))
        return seen

    return asyncio.run(ask_all())


@pytest.mark.parametrize(
    "client, weights",
    [
        pytest.param("198.51.100.1", [1, 1, 1, 1], id="evenly"),
        pytest.param(
            "198.51.100.2",
            [30, 1, 1, 1],
            id="one most",
            marks=whole_only("test_reads_of_one_client_are_limited_over_all_processes"),
        ),
    ],
)
def test_reads_of_one_client_are_limited_over_all_processes(
    servers: list[ServerProcess], client: str, weights: list[int]
) -> None:
    order_id = servers[0].order().json()["order_id"]
    seen = answers(servers, [f"/v1/orders/{order_id}"] * (2 * READS), client, weights)
    assert set(seen) == {200, 429}
    assert READS <= seen[200] <= READS * 1.1, "never refused early, a tenth too much at most"


def test_misses_of_one_client_are_limited_over_all_processes(servers: list[ServerProcess]) -> None:
    paths = [f"/v1/orders/{ids.new_order_id()}" for _ in range(3 * MISSES)]
    seen = answers(servers, paths, "198.51.100.3", [1, 1, 1, 1])
    assert set(seen) == {404, 429}
    assert MISSES <= seen[404] <= MISSES * 1.1


def test_another_client_is_not_refused_for_them(servers: list[ServerProcess]) -> None:
    order_id = servers[0].order().json()["order_id"]
    seen = answers(servers, [f"/v1/orders/{order_id}"] * 8, "198.51.100.4", [1, 1, 1, 1])
    assert seen == {200: 8}

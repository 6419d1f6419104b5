"""Guessing ids does not pay: after too many misses a client's reads by id are refused, and only that client's."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from itertools import count

import httpx
import pytest

from coldread.base.clock import DAY, MINUTE
from tests.harness.refusals import refusal
from tests.harness.service import BASE_URL, Service

_NUMBERS: Iterator[int] = count()


def misses(service: Service, number: int, *, peer: str, path: str = "/v1/orders/{}") -> list[int]:
    """The statuses of `number` guesses from one address."""

    async def guess() -> list[int]:
        transport = httpx.ASGITransport(service.app, client=(peer, 50000))
        async with httpx.AsyncClient(transport=transport, base_url=BASE_URL) as client:
            asked = [path.format(f"INV-{next(_NUMBERS):08d}") for _ in range(number)]
            return [(await client.get(where)).status_code for where in asked]

    statuses: list[int] = service.run(guess())
    return statuses


GUESSER, BUYER = "198.51.100.66", "203.0.113.7"
ID_ROUTES = (
    "/v1/orders/{}",
    "/v1/cold-read/{}",
    "/v1/orders/{}?view=v1",
    "/deliverables/{}/spec_final.md",
)


def test_after_300_misses_a_hit_still_reads_and_after_301_it_does_not(quick_service: Service) -> None:
    """Line 82."""
    order_id = quick_service.order()["order_id"]
    assert set(misses(quick_service, 300, peer=GUESSER)) == {404}
    assert quick_service.get(f"/v1/orders/{order_id}", peer=GUESSER).status_code == 200
    misses(quick_service, 1, peer=GUESSER)
    answer = quick_service.get(f"/v1/orders/{order_id}", peer=GUESSER)
    body = refusal(answer, 429, "rate-limited")
    assert (body["limit_scope"], body["limit"]) == ("ip", 300)
    assert 0 < int(answer.headers["retry-after"]) <= 600


def test_a_client_without_misses_is_not_refused(quick_service: Service) -> None:
    """Line 82."""
    order_id = quick_service.order()["order_id"]
    misses(quick_service, 301, peer=GUESSER)
    assert quick_service.get(f"/v1/orders/{order_id}", peer=BUYER).status_code == 200


@pytest.mark.parametrize("guessed", ID_ROUTES)
@pytest.mark.parametrize("read", ID_ROUTES)
def test_misses_on_one_id_route_close_all_of_them(
    make_quick_service: Callable[..., Service], guessed: str, read: str
) -> None:
    """Lines 82, 108, 114."""
    service = make_quick_service(limit_misses_per_10min="3")
    order_id = service.order_in("in_progress")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    misses(service, 3, peer=GUESSER, path=guessed)
    assert service.get(read.format(order_id), peer=GUESSER).status_code == 200
    misses(service, 1, peer=GUESSER, path=guessed)
    refusal(service.get(read.format(order_id), peer=GUESSER), 429, "rate-limited")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/orders/{}/info", {"message": "Hello"}),
        ("/v1/orders/{}/rescan", {"url": "https://shop.example/"}),
        ("/v1/cold-read/{}/rescan", {"url": "https://shop.example/"}),
    ],
)
def test_posts_are_no_way_around_the_guard(
    make_quick_service: Callable[..., Service], path: str, body: dict[str, str]
) -> None:
    """Lines 82, 109: a 404 against a 409 would tell which ids there are."""
    service = make_quick_service(limit_misses_per_10min="3")
    order_id = service.order()["order_id"]
    for number in range(4):
        service.post(path.format(f"INV-0000000{number}"), json=body, peer=GUESSER)
    refusal(service.get(f"/v1/orders/{order_id}", peer=GUESSER), 429, "rate-limited")
    refusal(service.post(path.format(order_id), json=body, peer=GUESSER), 429, "rate-limited")


def test_after_ten_minutes_the_guesser_is_let_in_again(make_quick_service: Callable[..., Service]) -> None:
    """Line 82."""
    service = make_quick_service(limit_misses_per_10min="3")
    order_id = service.order()["order_id"]
    misses(service, 4, peer=GUESSER)
    refused = service.get(f"/v1/orders/{order_id}", peer=GUESSER)
    service.clock.move(int(refused.headers["retry-after"]) * 1_000_000)
    assert service.get(f"/v1/orders/{order_id}", peer=GUESSER).status_code == 200


def test_a_lapsed_order_counts_as_a_miss(make_quick_service: Callable[..., Service]) -> None:
    """Lines 82, 83: else the counter would tell which ids once were."""
    service = make_quick_service(limit_misses_per_10min="3")
    lapsed = service.order()["order_id"]
    service.clock.move(8 * DAY)
    fresh = service.order()["order_id"]
    for _ in range(4):
        service.get(f"/v1/orders/{lapsed}", peer=GUESSER)
    refusal(service.get(f"/v1/orders/{fresh}", peer=GUESSER), 429, "rate-limited")


def test_a_guesser_may_still_order(make_quick_service: Callable[..., Service]) -> None:
    """Line 82: the guard closes reads by id, nothing else."""
    service = make_quick_service(limit_misses_per_10min="3")
    misses(service, 5, peer=service.peer)
    service.order()
    assert service.get("/v1/ping").status_code == 200


def test_an_ipv6_guesser_is_its_network(make_quick_service: Callable[..., Service]) -> None:
    """Line 82."""
    service = make_quick_service(limit_misses_per_10min="3")
    order_id = service.order()["order_id"]
    for last in range(4):
        misses(service, 1, peer=f"2001:db8:1:2::{last}")
    refusal(service.get(f"/v1/orders/{order_id}", peer="2001:db8:1:2::ffff"), 429, "rate-limited")


def test_when_a_crowd_guesses_the_limit_drops_to_20(quick_service: Service) -> None:
    """Line 82: over 3000 misses a minute, all clients together; a client without misses reads on."""
    order_id = quick_service.order()["order_id"]
    where = f"/v1/orders/{order_id}"
    misses(quick_service, 20, peer="192.0.2.20")
    misses(quick_service, 21, peer="192.0.2.21")
    for peer in range(20):
        misses(quick_service, 147, peer=f"198.51.100.{peer}")
    misses(quick_service, 19, peer="198.51.100.100")
    assert quick_service.get(where, peer="192.0.2.21").status_code == 200, "3000 are not yet a crowd"
    misses(quick_service, 1, peer="198.51.100.101")
    assert quick_service.get(where, peer="192.0.2.20").status_code == 200
    refusal(quick_service.get(where, peer="192.0.2.21"), 429, "rate-limited")
    assert quick_service.get(where, peer=BUYER).status_code == 200
    quick_service.clock.move(MINUTE)
    assert quick_service.get(where, peer="192.0.2.21").status_code == 200, "the crowd has gone"


#: none of them is there for the asker: never given out, lapsed, or not delivered yet
AWAY = {
    "/v1/orders/{}": ("unknown", "lapsed"),
    "/deliverables/{}/spec_final.md": ("unknown", "lapsed", "live"),
    "/o/{}/spec": ("unknown", "lapsed", "live"),
}
SAMPLES = 150
APART_MS = 1.0


@pytest.mark.parametrize("path", AWAY)
def test_the_time_of_a_404_does_not_tell_whether_there_is_such_an_order(
    make_quick_service: Callable[..., Service], path: str
) -> None:
    """The work of all threads, sampled in turn, so that a busy machine falls on all alike."""
    service = make_quick_service(limit_misses_per_10min="0", limit_reads_per_min="0")
    lapsed = service.order()["order_id"]
    service.clock.move(8 * DAY)
    ids = {"unknown": "INV-11111111", "lapsed": lapsed, "live": service.order()["order_id"]}
    asked = {name: path.format(ids[name]) for name in AWAY[path]}
    spent: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(SAMPLES):
        for name, where in asked.items():
            began = time.process_time()
            assert service.get(where).status_code == 404
            spent[name].append((time.process_time() - began) * 1000)
    medians = {name: statistics.median(values) for name, values in spent.items()}
    assert max(medians.values()) - min(medians.values()) < APART_MS, medians

"""How much one client may ask, who one client is, and what the headers say about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.harness.desk import orders_stored
from tests.harness.refusals import refusal
from tests.harness.service import V1_WISH, WISH, Service

CREATE = "/v1/cold-read-requests"


def create(service: Service, **kwargs: Any) -> httpx.Response:
    return service.post(CREATE, json=WISH, **kwargs)


def told(answer: httpx.Response) -> dict[str, int]:
    return {name: int(answer.headers[f"RateLimit-{name}"]) for name in ("Limit", "Remaining", "Reset")}


# Creation.


def test_creation_counts_down_and_stops(make_service: Callable[..., Service]) -> None:
    """Line 26: the same headers and body on every limit."""
    service = make_service(limit_create_per_hour="3")
    answers = [create(service) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201] * 3
    assert [told(answer)["Remaining"] for answer in answers] == [2, 1, 0]
    refused = create(service)
    body = refusal(refused, 429, "rate-limited")
    assert (body["limit_scope"], body["limit"]) == ("ip", 3)
    assert told(refused)["Remaining"] == 0
    assert body["retry_after"] == int(refused.headers["retry-after"]) == told(refused)["Reset"]
    assert 0 < body["retry_after"] <= 3600
    assert refused.headers["ratelimit-policy"] == "3;w=3600"
    assert orders_stored(service) == 3


def test_a_client_that_waits_as_told_is_let_in(make_service: Callable[..., Service]) -> None:
    """Line 26."""
    service = make_service(limit_create_per_hour="1")
    create(service)
    service.clock.move(7_654_321)
    wait = int(create(service).headers["retry-after"])
    service.clock.move(wait * 1_000_000)
    assert create(service).status_code == 201


def test_refused_requests_do_not_count(make_service: Callable[..., Service]) -> None:
    """Lines 26, 62."""
    service = make_service(limit_create_per_hour="1")
    for _ in range(3):
        refusal(service.post(CREATE, json={}), 400, "invalid-input")
    assert create(service).status_code == 201
    for _ in range(3):
        refusal(create(service), 429, "rate-limited")


def test_v1_creation_is_limited_too(make_service: Callable[..., Service]) -> None:
    """Line 26."""
    service = make_service(limit_create_per_hour="1")
    assert service.post("/v1/cold-read/request", json=V1_WISH).status_code == 201
    refusal(service.post("/v1/cold-read/request", json=V1_WISH), 429, "rate-limited")


def test_creation_is_limited_to_1000_an_hour_by_default(quick_service: Service) -> None:
    """Line 26."""
    answer = create(quick_service)
    assert told(answer)["Limit"] == 1000
    assert told(answer)["Remaining"] == 999
    assert answer.headers["ratelimit-policy"] == "1000;w=3600"


# Reads.


READS = ("/v1/orders/{}", "/v1/cold-read/{}", "/v1/orders/{}?view=v1", "/deliverables/{}/spec_final.md")


@pytest.mark.parametrize("path", READS)
def test_reads_count_down_and_stop_until_the_next_minute(
    make_quick_service: Callable[..., Service], path: str
) -> None:
    """Line 26."""
    service = make_quick_service(limit_reads_per_min="3")
    order_id = service.order_in("in_progress")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    where = path.format(order_id)
    answers = [service.get(where) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert [told(answer)["Remaining"] for answer in answers] == [2, 1, 0]
    refused = service.get(where)
    body = refusal(refused, 429, "rate-limited")
    assert (body["limit_scope"], body["limit"]) == ("ip", 3)
    assert refused.headers["ratelimit-policy"] == "3;w=60"
    service.clock.move(int(refused.headers["retry-after"]) * 1_000_000)
    assert service.get(where).status_code == 200


def test_reads_are_limited_to_1200_a_minute_by_default(quick_service: Service) -> None:
    """Line 26."""
    answer = quick_service.get(f"/v1/orders/{quick_service.order()['order_id']}")
    assert told(answer)["Limit"] == 1200
    assert answer.headers["ratelimit-policy"] == "1200;w=60"


def test_a_304_counts_as_a_read_and_says_so(make_quick_service: Callable[..., Service]) -> None:
    """Lines 26, 81."""
    service = make_quick_service(limit_reads_per_min="3")
    where = f"/v1/orders/{service.order()['order_id']}"
    tag = service.get(where).headers["etag"]
    assert told(service.get(where, headers={"If-None-Match": tag}))["Remaining"] == 1


def test_zero_switches_a_limit_off(make_quick_service: Callable[..., Service]) -> None:
    """Line 26."""
    service = make_quick_service(
        limit_create_per_hour="0", limit_reads_per_min="0", limit_misses_per_10min="0"
    )
    for _ in range(5):
        order_id = create(service).json()["order_id"]
        assert service.get(f"/v1/orders/{order_id}").status_code == 200
    assert "ratelimit-limit" not in create(service).headers
    for _ in range(400):
        assert service.get("/v1/orders/INV-xxxxxxxx").status_code == 404


# Who a client is.

LIMITED = {"limit_create_per_hour": "1"}


def passed(service: Service, *clients: dict[str, Any]) -> list[bool]:
    return [create(service, **client).status_code == 201 for client in clients]


def test_another_address_is_another_client(make_quick_service: Callable[..., Service]) -> None:
    """Line 30."""
    service = make_quick_service(**LIMITED)
    assert passed(service, {"peer": "192.0.2.1"}, {"peer": "192.0.2.2"}, {"peer": "192.0.2.1"}) == [
        True,
        True,
        False,
    ]


def test_an_ipv6_client_is_its_64_bit_network(make_quick_service: Callable[..., Service]) -> None:
    """Line 30."""
    service = make_quick_service(**LIMITED)
    peers = ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1", "2001:db8:1:3::1")
    assert passed(service, *({"peer": peer} for peer in peers)) == [True, False, True, False]


def test_an_ipv4_address_in_ipv6_clothes_is_the_ipv4_client(
    make_quick_service: Callable[..., Service],
) -> None:
    """Line 30: else the whole of IPv4 would be one /64."""
    service = make_quick_service(**LIMITED)
    peers = ("::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.1")
    assert passed(service, *({"peer": peer} for peer in peers)) == [True, True, False]


def forwarded(peer: str, value: str) -> dict[str, Any]:
    return {"peer": peer, "headers": {"X-Forwarded-For": value}}


def test_the_word_of_an_untrusted_peer_is_not_believed(make_quick_service: Callable[..., Service]) -> None:
    """Line 30."""
    service = make_quick_service(**LIMITED)
    assert passed(service, forwarded("192.0.2.1", "10.1.1.1"), forwarded("192.0.2.1", "10.1.1.2")) == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("clients", "outcome"),
    [
        pytest.param(
            [
                forwarded("10.0.0.1", "192.0.2.1"),
                forwarded("10.0.0.1", "192.0.2.2"),
                forwarded("10.9.9.9", "192.0.2.1"),
            ],
            [True, True, False],
            id="a trusted proxy's word names the client",
        ),
        pytest.param(
            [
                forwarded("10.0.0.1", "198.51.100.1, 192.0.2.1"),
                forwarded("10.0.0.1", "198.51.100.2, 192.0.2.1"),
            ],
            [True, False],
            id="what the client itself wrote in front is not believed",
        ),
        pytest.param(
            [forwarded("10.0.0.1", "192.0.2.1, 10.0.0.2"), forwarded("10.0.0.1", "192.0.2.2, 10.0.0.2")],
            [True, True],
            id="a chain of trusted proxies is walked",
        ),
        pytest.param(
            [forwarded("2001:db8:f::1", "192.0.2.1"), forwarded("2001:db8:f::1", "192.0.2.2")],
            [True, True],
            id="the second network of the list is trusted",
        ),
        pytest.param(
            [forwarded("10.0.0.1", "2001:db8:1:2::1"), forwarded("10.0.0.1", "2001:db8:1:2::2")],
            [True, False],
            id="a forwarded IPv6 client is its network too",
        ),
        pytest.param(
            [forwarded("10.0.0.1", "unknown"), forwarded("10.0.0.1", "nonsense"), {"peer": "10.0.0.1"}],
            [True, False, False],
            id="a word that is no address counts for the proxy",
        ),
        pytest.param(
            [forwarded("192.0.2.9", "192.0.2.1"), forwarded("192.0.2.9", "192.0.2.2")],
            [True, False],
            id="a peer outside the networks is not believed",
        ),
    ],
)
def test_trusted_proxies_name_the_client(
    make_quick_service: Callable[..., Service], clients: list[dict[str, Any]], outcome: list[bool]
) -> None:
    """Line 30."""
    service = make_quick_service(**LIMITED, trusted_proxies="10.0.0.0/8,2001:db8:f::/48")
    assert passed(service, *clients) == outcome


def test_several_forwarded_headers_are_one_list(make_quick_service: Callable[..., Service]) -> None:
    """Line 30: RFC 9110, 5.3."""
    service = make_quick_service(**LIMITED, trusted_proxies="10.0.0.0/8")
    two = [("X-Forwarded-For", "198.51.100.1"), ("X-Forwarded-For", "192.0.2.1")]
    other = [("X-Forwarded-For", "198.51.100.2"), ("X-Forwarded-For", "192.0.2.1")]
    assert passed(service, *({"peer": "10.0.0.1", "headers": headers} for headers in (two, other))) == [
        True,
        False,
    ]


@pytest.mark.parametrize("peer", ["fe80::1%eth0", "", "a socket without an address"])
def test_a_peer_without_a_plain_address_is_a_client_too(
    make_quick_service: Callable[..., Service], peer: str
) -> None:
    """Line 30."""
    service = make_quick_service(**LIMITED)
    assert passed(service, {"peer": peer}, {"peer": peer}) == [True, False]

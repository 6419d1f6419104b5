"""The rescan: one for each order, compared with its last scan, given back where it brings nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from coldread.base.clock import SECOND
from coldread.orders.acts.rescan import LEASE, claim_rescan
from coldread.orders.order_scans import note_scan
from tests.harness.refusals import refusal
from tests.harness.service import Service
from tests.harness.website import Website

WORDS = (
    "<p>We bring fresh bread to your door before you wake up, so that you can sleep a little longer.</p>" * 5
)
BEFORE = f"<html lang=en><title>Bread</title>{WORDS}"
AFTER = f"<html lang=en><title>Bread at your door</title><h1>Fresh bread for busy families</h1>{WORDS}"
both_paths = pytest.mark.parametrize("path", ["/v1/orders/{}/rescan", "/v1/cold-read/{}/rescan"])


@pytest.fixture
def website() -> Iterator[Website]:
    with Website({"/before": BEFORE, "/after": AFTER}) as site:
        yield site


@pytest.fixture
def scanner(make_service: Callable[..., Service], website: Website) -> Service:
    return make_service(scan_engine="lite", scan_allow_hosts=website.place)


@both_paths
def test_a_rescan_is_a_scan_that_tells_what_has_changed(
    scanner: Service, website: Website, path: str
) -> None:
    order_id = scanner.order_in("delivered", primary_goal="newsletter")
    goal = {
        "url": website.url("/before"),
        "primary_goal": "newsletter",
        "audience": "Owners of small bakeries",
    }
    first = scanner.post("/v1/scan", json=goal).json()
    scanner.write(note_scan, order_id, first["session_id"], "draft")
    scanner.clock.move(SECOND)
    body = scanner.post(path.format(order_id), json={"url": website.url("/after")}).json()
    assert (body["tier"], body["served_from"], body["rescan_of"]) == ("scan", "live", order_id)
    told = body["compared_to"]
    assert (told["session_id"], told["comparable"]) == (first["session_id"], True)
    assert "clarity.h1-missing" in {entry["id"] for entry in told["findings"]["fixed"]}
    assert told["findings"]["remaining"]
    clarity = {when: told["scores"][when]["dimensions"]["clarity"] for when in ("before", "after")}
    assert clarity["after"] > clarity["before"]
    assert scanner.get(f"/v1/scans/{body['session_id']}").json()["url"] == website.url("/after")
    seen = scanner.seen(order_id)
    assert seen["rescan_used"] is True
    assert "rescan" not in seen["_links"]
    refusal(scanner.post(path.format(order_id), json={"url": website.url("/after")}), 409, "rescan-used")


def test_without_an_earlier_scan_there_is_nothing_to_compare_with(scanner: Service, website: Website) -> None:
    order_id = scanner.order_in("delivered")
    body = scanner.post(f"/v1/orders/{order_id}/rescan", json={"url": website.url("/after")}).json()
    assert body["compared_to"] is None


def test_a_page_that_is_not_there_gives_the_right_back(scanner: Service, website: Website) -> None:
    order_id = scanner.order_in("delivered")
    for _ in range(2):
        answer = scanner.post(f"/v1/orders/{order_id}/rescan", json={"url": website.url("/gone")})
        assert refusal(answer, 422, "url-unreachable")["reason"] == "http_404"
    assert scanner.seen(order_id)["rescan_used"] is False
    good = scanner.post(f"/v1/orders/{order_id}/rescan", json={"url": website.url("/after")})
    assert good.status_code == 200


def test_a_browser_that_cannot_start_gives_the_right_back(
    make_service: Callable[..., Service], website: Website
) -> None:
    service = make_service(
        scan_engine="pipeline", chromium="/nowhere/chromium", scan_allow_hosts=website.place
    )
    order_id = service.order_in("delivered")
    for _ in range(2):
        answer = service.post(f"/v1/orders/{order_id}/rescan", json={"url": website.url("/after")})
        refusal(answer, 502, "pipeline-unavailable")


def test_a_rescan_counts_against_no_limit_and_ignores_the_cache(scanner: Service, website: Website) -> None:
    for _ in range(3):
        scanner.post("/v1/scan", json={"url": website.url("/after"), "primary_goal": "other"})
    order_id = scanner.order_in("delivered")
    answer = scanner.post(f"/v1/orders/{order_id}/rescan", json={"url": website.url("/after")})
    assert answer.status_code == 200
    assert website.visits["/after"] == 2, "once for the free scans, once for the rescan"


def test_a_process_that_dies_with_the_right_loses_it_with_its_lease(
    scanner: Service, website: Website
) -> None:
    order_id = scanner.order_in("delivered")
    scanner.write(claim_rescan, order_id)
    again = {"url": website.url("/after")}
    refusal(scanner.post(f"/v1/orders/{order_id}/rescan", json=again), 409, "rescan-used")
    scanner.clock.move(LEASE - 1)
    refusal(scanner.post(f"/v1/orders/{order_id}/rescan", json=again), 409, "rescan-used")
    scanner.clock.move(1)
    assert scanner.post(f"/v1/orders/{order_id}/rescan", json=again).status_code == 200


def test_fifty_at_once_get_one_rescan(scanner: Service, website: Website) -> None:
    order_id = scanner.order_in("delivered")
    body = {"url": website.url("/after")}
    calls = (scanner.request("POST", f"/v1/orders/{order_id}/rescan", json=body) for _ in range(50))
    assert Counter(answer.status_code for answer in scanner.together(*calls)) == {200: 1, 409: 49}
    assert website.visits["/after"] == 1

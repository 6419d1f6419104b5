"""What was put beside a scan: counted page by page, kept when its tickets are forgotten, deleted with the scan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import DAY, MINUTE
from coldread.scans.beside.stored import GIVE_UP
from coldread.scans.retention import SCANS
from coldread.scans.tables import pages_beside, scan_tickets
from coldread.scans.ticket_jobs import scan_for_ticket
from coldread.worker import sweep
from tests.harness.service import Service
from tests.harness.website import Website
from tests.scanner.seeing import site as page_of

Make = Callable[..., Service]


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    page = page_of("signup_en")
    with Website({"/own": page, "/a": page, "/b": page, "/c": page}) as made:
        yield made


@pytest.fixture
def service(make_service: Make, site: Website) -> Service:
    return make_service(scan_engine="lite", scan_allow_hosts=site.place)


def put(service: Service, site: Website, *paths: str) -> str:
    body = {
        "url": site.url("/own"),
        "primary_goal": "paid_signup",
        "competitors": [site.url(path) for path in paths],
    }
    return str(service.post("/v1/scan", json=body).json()["beside_id"])


def look_at_all(service: Service) -> None:
    for row in service.read(lambda session: list(session.rows(sa.select(scan_tickets.c.id)))):
        service.run(scan_for_ticket(service.services, row.id))


def states(service: Service, beside_id: str) -> list[tuple[str, str | None]]:
    body: dict[str, Any] = service.get(f"/v1/beside/{beside_id}").json()
    return [(one["state"], one["why"]) for one in body["pages"]]


def test_each_page_is_counted_and_what_is_beyond_the_limit_says_so(make_service: Make, site: Website) -> None:
    service = make_service(scan_engine="lite", scan_allow_hosts=site.place, scan_limit_ip="3")
    beside_id = put(service, site, "/a", "/b", "/c")
    assert states(service, beside_id) == [("seen", None), *[("pending", None)] * 3]
    look_at_all(service)
    assert sorted(states(service, beside_id), key=str) == [
        ("failed", "The free scans of today are used up."),
        *[("seen", None)] * 3,
    ]


def test_what_came_of_it_outlives_its_tickets_and_goes_with_the_scan(service: Service, site: Website) -> None:
    beside_id = put(service, site, "/a", "/missing")
    look_at_all(service)
    before = service.get(f"/v1/beside/{beside_id}").json()
    service.clock.move(2 * DAY)
    service.run(sweep(service.services))
    assert service.read(lambda session: session.row(sa.select(scan_tickets))) is None
    assert service.get(f"/v1/beside/{beside_id}").json() == before
    service.clock.move(SCANS)
    for _ in range(2):  # the first deletes the pictures, and a scan without pictures is deleted
        service.run(sweep(service.services))
    assert service.get(f"/v1/beside/{beside_id}").status_code == 404
    assert service.read(lambda session: session.row(sa.select(pages_beside))) is None


def test_a_page_that_nobody_looked_at_is_given_up_and_still_comes_in_late(
    service: Service, site: Website
) -> None:
    beside_id = put(service, site, "/a")
    service.clock.move(GIVE_UP + MINUTE)
    assert states(service, beside_id)[1] == ("failed", "No browser was free in time.")
    look_at_all(service)
    assert states(service, beside_id)[1] == ("seen", None)


def test_where_watching_is_off_nothing_of_it_is_there(make_service: Make, site: Website) -> None:
    service = make_service(scan_engine="lite", scan_allow_hosts=site.place, watch="0")
    body = {"url": site.url("/own"), "primary_goal": "demo", "competitors": [site.url("/a")]}
    assert "beside_id" not in service.post("/v1/scan", json=body).json()
    assert service.read(lambda session: session.row(sa.select(scan_tickets))) is None
    description = service.get("/v1/openapi.json").json()
    assert "/v1/beside/{beside_id}" not in description["paths"]
    assert "competitors" not in description["components"]["schemas"]["ScanRequest"]["properties"]
    assert service.get("/beside/x").json()["type"].endswith("/route-not-found")

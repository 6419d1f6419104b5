"""`RateLimit-Policy` lists every limit of the route, whichever of them is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess, free_port
from tests.harness.website import Website

StartServer = Callable[..., ServerProcess]
PAGE = "<html lang=en><title>Bread</title><h1>Order fresh bread by noon</h1>" + (
    "<p>We bring fresh bread to your door before you wake up. Book a call with our bakers.</p>" * 3
)


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({f"/{name}": PAGE for name in "abcdefgh"}) as site:
        yield site


def scan(server: ServerProcess, url: str, client: str = "203.0.113.1") -> httpx.Response:
    return httpx.post(
        f"{server.url}/v1/scan",
        json={"url": url, "primary_goal": "book_call"},
        headers={"X-Forwarded-For": client},
        timeout=ANSWER_S,
    )


def told(answer: httpx.Response) -> tuple[int, str | None, str]:
    scope = answer.json().get("limit_scope") if answer.status_code == 429 else None
    return answer.status_code, scope, answer.headers["ratelimit-policy"]


@pytest.fixture
def lite(tmp_path: Path, site: Website) -> Iterator[Callable[..., ServerProcess]]:
    """On SQLite, where the server looks itself; what is counted is tried on both databases elsewhere."""
    started: list[ServerProcess] = []

    def start(*more: str, **settings: str) -> ServerProcess:
        server = ServerProcess(
            f"sqlite:///{tmp_path / 'coldread.db'}",
            tmp_path / "data",
            **{"scan_engine": "lite", **settings},
            scan_allow_hosts=",".join((site.place, *more)),
            trusted_proxies="127.0.0.0/8",
        )
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()


def test_a_scan_tells_its_three_limits_as_they_are_by_default(lite: StartServer, site: Website) -> None:
    nobody = f"127.0.0.1:{free_port()}"
    server = lite(nobody)
    usual = "3;w=86400, 50;w=86400, 100;w=86400"
    assert told(scan(server, site.url("/a"))) == (200, None, usual)
    assert told(scan(server, site.url("/a"))) == (200, None, usual), "from the cache too"
    assert told(scan(server, f"http://{nobody}/")) == (422, None, usual)


def test_each_of_the_three_refusals_tells_all_three(lite: StartServer, site: Website) -> None:
    server = lite(scan_limit_url="2", scan_limit_ip="3", scan_limit_global="5")
    all_three = "2;w=86400, 3;w=86400, 5;w=86400"
    for _ in range(2):
        assert told(scan(server, site.url("/a"))) == (200, None, all_three)
    assert told(scan(server, site.url("/a"))) == (429, "url", all_three)
    assert told(scan(server, site.url("/b"))) == (200, None, all_three)
    assert told(scan(server, site.url("/c"))) == (429, "ip", all_three)
    for name in "de":
        assert told(scan(server, site.url(f"/{name}"), "203.0.113.2")) == (200, None, all_three)
    assert told(scan(server, site.url("/f"), "203.0.113.3")) == (429, "global", all_three)


def test_a_limit_that_is_off_is_not_listed(lite: StartServer, site: Website) -> None:
    server = lite(scan_limit_ip="0")
    assert told(scan(server, site.url("/a"))) == (200, None, "3;w=86400, 100;w=86400")


def test_a_failure_of_ours_tells_them_too(lite: StartServer, site: Website) -> None:
    server = lite(scan_engine="pipeline", chromium="/nonexistent")
    assert told(scan(server, site.url("/a"))) == (502, None, "3;w=86400, 50;w=86400, 100;w=86400")


def test_a_submission_tells_both_of_its_limits_and_the_nearer_one(start_server: StartServer) -> None:
    server = start_server(
        limit_submit_per_day="2", limit_submit_global_per_day="3", trusted_proxies="127.0.0.0/8"
    )

    def submit(client: str) -> httpx.Response:
        return httpx.post(
            f"{server.url}/v1/agents/submit",
            json={"endpoint_url": "https://agent.example/", "name": "An agent"},
            headers={"X-Forwarded-For": client},
            timeout=ANSWER_S,
        )

    both = "2;w=86400, 3;w=86400"
    answers = [submit("203.0.113.1") for _ in range(3)] + [submit("203.0.113.2") for _ in range(2)]
    assert [told(answer) for answer in answers] == [
        (202, None, both),
        (202, None, both),
        (429, "ip", both),
        (202, None, both),
        (429, "global", both),
    ]
    assert [answer.headers["ratelimit-limit"] for answer in answers] == ["2", "2", "2", "3", "3"]


def test_routes_with_one_limit_tell_that_one(start_server: StartServer) -> None:
    server = start_server()
    placed = server.order()
    assert placed.headers["ratelimit-policy"] == "1000;w=3600"
    for path in ("/v1/orders/{}", "/v1/orders/{}?x=1", "/v1/cold-read/{}"):
        answer = httpx.get(server.url + path.format(placed.json()["order_id"]), timeout=ANSWER_S)
        assert answer.headers["ratelimit-policy"] == "1200;w=60"

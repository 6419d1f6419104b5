"""An address that a person types without its scheme: https first, then http, and the report says which answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.harness.patience import ANSWER_S, until
from tests.harness.process import ServerProcess
from tests.harness.website import Website

PAGE = "<html lang=en><title>Bread</title><h1>Order fresh bread by noon</h1>" + (
    "<p>We bring fresh bread to your door before you wake up. Book a call with our bakers.</p>" * 3
)
HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    """It speaks http alone."""
    with Website({"/": PAGE}) as site:
        yield site


@pytest.fixture(scope="module")
def server(site: Website, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("bare")
    server = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}",
        folder / "data",
        scan_engine="lite",
        scan_allow_hosts=site.place,
        scan_limit_url="0",
    )
    server.start()
    yield server
    server.stop()


def send(server: ServerProcess, path: str, **form: str) -> httpx.Response:
    return httpx.post(server.url + path, data=form, headers=HERE, timeout=ANSWER_S)


def report(server: ServerProcess, where: str) -> str:
    return httpx.get(server.url + where, headers=HERE, timeout=ANSWER_S).text


def assert_over_http(text: str, site: Website) -> None:
    assert site.place in text
    assert ", over http<" in text or ", over http " in text


def test_on_the_home_page(server: ServerProcess, site: Website) -> None:
    waiting = send(server, "/scan", url=site.place, primary_goal="book_call").headers["location"]

    def where() -> str:
        answer = httpx.get(server.url + waiting, headers=HERE, timeout=ANSWER_S)
        return str(answer.headers.get("location", ""))

    until(lambda: where().startswith("/r/"))
    assert_over_http(report(server, where()), site)


def test_on_the_form_of_a_rescan_where_one_look_is_one_right(server: ServerProcess, site: Website) -> None:
    order_id = server.order(url=site.url("/")).json()["order_id"]
    for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered"):
        server.move(order_id, step).raise_for_status()
    refused = send(server, f"/o/{order_id}/rescan", rescan_url=f"https://{site.place}/", sure="yes")
    assert refused.status_code == 422, "who names a scheme means it"
    answer = send(server, f"/o/{order_id}/rescan", rescan_url=site.place, sure="yes")
    assert answer.status_code == 303, answer.text
    assert_over_http(report(server, answer.headers["location"]), site)
    assert send(server, f"/o/{order_id}/rescan", rescan_url=site.place).status_code == 409

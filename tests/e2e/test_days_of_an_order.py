"""One order made on the form and paid late in its life: what its buyer, its agent and its mailbox meet on day 4, 8, 35 and 400.

Whole processes whose clock is turned (faketime), on the same database. A row of the table is a day.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from coldread.mail.tables import letters
from coldread.orders.tables import orders
from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.harness.rows import found

pytestmark = pytest.mark.together("clock")

ANNA = "anna@shop.example"
FORM = {
    "url": "https://shop.example/",
    "goal": "More trial sign-ups",
    "audience": "Owners of small bakeries",
    "contact_email": ANNA,
    "billing_method_preference": "umbrella_invoice",
    "company_name": "Bageri AB",
    "org_number": "556036-0793",
    "terms": "yes",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Day:
    """What holds on a day; answers by path of the order."""

    #: what the operator does then
    moves: tuple[str, ...] = ()
    #: status of the order's page, and words of it
    page: int = 200
    says: str = ""
    api: int
    #: the final, the receipt
    spec: int = 404
    receipt: int = 200
    #: letters that are there by then
    letter: str = ""
    in_my_orders: bool = True


DAYS: dict[int, Day] = {
    0: Day(
        moves=("reviewing", "accepted", "billing_pending", "paid", "in_progress"),
        api=200,
        says="final version comes by",
        letter="payment_received",
    ),
    4: Day(api=200, says="is late", letter="final_late"),
    8: Day(moves=("delivered",), api=404, says="final version is here", spec=200, letter="final_delivered"),
    35: Day(api=404, says="final version is here", spec=200),
    400: Day(api=404, page=404, receipt=404, in_my_orders=False),
}


def test_what_is_there_on_each_day(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    order_id = ""
    for day, row in DAYS.items():
        server = ServerProcess(
            f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, scan_engine="lite", draft_after_s="0"
        )
        server.start(clock=f"+{day}d")
        request.addfinalizer(server.stop)
        order_id = order_id or _ordered(server)
        for step in row.moves:
            patch = {"delivered": {"spec_md": "# Final"}, "billing_pending": {"external_reference": "F-1"}}
            server.move(order_id, step, patch=patch.get(step, {})).raise_for_status()
        _meets(server, order_id, day, row)
        server.stop()


def _meets(server: ServerProcess, order_id: str, day: int, row: Day) -> None:
    if row.letter:
        until(lambda: found(server, letters, kind=row.letter), why=f"for {row.letter} on day {day}")
    if row.page == 404:
        until(lambda: found(server, orders, id=order_id)[0].contact_email is None, why="for the sweep")
    page = _get(server, f"/o/{order_id}?lang=en")
    assert page.status_code == row.page, day
    assert row.says in re.sub(r"\s+", " ", page.text), day
    assert _get(server, f"/v1/orders/{order_id}").status_code == row.api, day
    assert _get(server, f"/o/{order_id}/spec").status_code == row.spec, day
    assert _get(server, f"/pay/{order_id}/receipt.pdf").status_code == row.receipt, day
    assert (order_id in _my_orders(server)) is row.in_my_orders, day


def _ordered(server: ServerProcess) -> str:
    answer = httpx.post(f"{server.url}/order", data=FORM, headers=_here(server))
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].partition("/o/")[2].partition("?")[0]


def _my_orders(server: ServerProcess) -> str:
    """The page behind the link, if a letter with one comes at all."""
    before = {row.message_id for row in found(server, letters, kind="sign_in")}
    httpx.post(f"{server.url}/my", data={"email": ANNA}, headers=_here(server)).raise_for_status()
    written = [row for row in found(server, letters, kind="sign_in") if row.message_id not in before]
    if not written:
        return ""
    link = re.sub(r"^https?://[^/]+", server.url, json.loads(written[-1].details)["sign_in_page"])
    with httpx.Client() as browser:
        entered = browser.post(link, data={"go": "1"}, headers=_here(server))
        assert entered.status_code == 303
        return browser.get(f"{server.url}/my").text


def _get(server: ServerProcess, path: str) -> httpx.Response:
    get: Callable[..., httpx.Response] = httpx.get
    return get(server.url + path, headers={"Accept": "text/html"}, timeout=60)


def _here(server: ServerProcess) -> dict[str, str]:
    return {"Accept": "text/html", "Origin": server.url}

"""A whole life from order to rescan, with real browser, mail server and processes: one on SQLite, three on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.harness.beside import workers
from tests.harness.mailbox import Mailbox
from tests.harness.patience import ANSWER_S, SCAN_S, until
from tests.harness.process import ServerProcess
from tests.harness.website import Website

StartServer = Callable[..., ServerProcess]
WORDS = (
    "<p>We bring fresh bread to your door before you wake up, so that you can sleep a little longer.</p>" * 5
)
BEFORE = f"<html lang=en><title>Bread at your door</title><main><div>Bread</div>{WORDS}</main>"
AFTER = f"<html lang=en><title>Bread at your door</title><main><h1>Fresh bread at your door by seven</h1>{WORDS}</main>"
WAY = ("reviewing", "accepted", "billing_pending", "paid")


@pytest.fixture
def website() -> Iterator[Website]:
    with Website({"/before": BEFORE, "/after": AFTER}) as site:
        yield site


def arrived(mailbox: Mailbox, subject: str) -> list[Any]:
    return [message for message in mailbox.taken if subject in message["Subject"]]


def test_an_order_lives_from_creation_to_its_one_rescan(
    start_server: StartServer, database_url: str, mailbox: Mailbox, website: Website
) -> None:
    scaled = database_url.startswith("postgres")
    own = {"chromium": "/nowhere/chromium"} if scaled else {}
    server = start_server(
        smtp_url=mailbox.url, draft_after_s="1", scan_allow_hosts=website.place, scan_engine="pipeline", **own
    )
    server.environ.pop("COLDREAD_CHROMIUM", None)  # the server has no browser; its workers find theirs
    with workers(server, *(("work", "scan") if scaled else ())):
        live(server, mailbox, website)


def live(server: ServerProcess, mailbox: Mailbox, website: Website) -> None:
    order_id = server.order(url=website.url("/before"), primary_goal="newsletter", html=BEFORE).json()[
        "order_id"
    ]

    def seen() -> dict[str, Any]:
        shown: dict[str, Any] = httpx.get(f"{server.url}/v1/orders/{order_id}", timeout=ANSWER_S).json()
        return shown

    def rescan() -> httpx.Response:
        body = {"url": website.url("/after")}
        return httpx.post(f"{server.url}/v1/orders/{order_id}/rescan", json=body, timeout=2 * SCAN_S)

    for step in WAY:
        assert server.move(order_id, step).status_code == 200
    draft_url = until(lambda: seen()["draft_url"], why="for the draft")
    draft = httpx.get(draft_url, timeout=ANSWER_S).text
    assert draft.startswith("# ")
    assert website.url("/before") in draft
    (letter,) = until(lambda: arrived(mailbox, "Your draft is ready"), why="for the draft's letter")
    assert f"{server.url}/o/{order_id}/spec?version=draft" in letter.get_body(("plain",)).get_content()
    assert seen()["status"] == "paid", "a draft moves nothing"

    assert rescan().status_code == 409, "before delivery"
    server.move(order_id, "in_progress")
    assert server.move(order_id, "delivered", patch={"spec_md": f"{draft}\n\nChecked."}).status_code == 200
    until(lambda: arrived(mailbox, "Your cold-read is done"), why="for the final's letter")
    assert httpx.get(seen()["final_url"], timeout=ANSWER_S).text.endswith("Checked.")

    answer = until(lambda: tried if (tried := rescan()).status_code != 502 else None, why="for the rescan")
    assert answer is not None
    body = answer.json()
    assert answer.status_code == 200, answer.text
    assert (body["_source"], body["rescan_of"]) == ("pipeline", order_id)
    assert "clarity.h1-missing" in {entry["id"] for entry in body["compared_to"]["findings"]["fixed"]}
    again = rescan()
    assert (again.status_code, again.json()["type"].rpartition("/")[2]) == (409, "rescan-used")
    assert seen()["rescan_used"] is True
    assert len(mailbox.taken) == 2, "exactly two letters reach the customer"

"""Told to stop in the middle of its work, a process ends within ten seconds, and the work is done once after it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.drafts import versions
from coldread.scanner.visit.render import processes
from tests.harness.beside import workers
from tests.harness.patience import ANSWER_S, until
from tests.harness.process import ServerProcess
from tests.harness.service import WAYS
from tests.harness.website import Website

ENDS_WITHIN_S = 10
PAGE = (
    '<html lang="en"><title>Bread</title><h1>Bread for offices</h1><p>Every morning.<img src="/held" alt="">'
)


@pytest.fixture
def site() -> Iterator[Website]:
    """A page that a browser cannot finish loading until it is released."""
    with Website({"/": PAGE, "/other": PAGE}) as it:
        yield it


def paid_order(server: ServerProcess, site: Website) -> str:
    order_id: str = server.order(url=site.url("/")).raise_for_status().json()["order_id"]
    for step in WAYS["paid"]:
        server.move(order_id, step).raise_for_status()
    return order_id


def drafts(server: ServerProcess, order_id: str) -> list[Any]:
    """The versions of the draft, read beside the server."""

    async def read() -> list[Any]:
        db = open_database(server.environ["COLDREAD_DATABASE_URL"], Clock())
        try:
            return list(await db.read(versions.versions, order_id))
        finally:
            await db.close()

    return asyncio.run(read())


class Scan(threading.Thread):
    """Somebody who scans a page and may be cut off."""

    def __init__(self, server: ServerProcess, site: Website) -> None:
        super().__init__()
        self.url = f"{server.url}/v1/scan"
        self.body = {"url": site.url("/other"), "primary_goal": "demo"}
        self.start()

    def run(self) -> None:
        try:
            httpx.post(self.url, json=self.body, timeout=ANSWER_S, trust_env=False)
        except httpx.TransportError:
            pass


def test_a_draft_and_a_scan_under_way_are_left_in_time_and_the_draft_is_made_once(
    database_url: str, tmp_path: Path, site: Website
) -> None:
    """On SQLite the server does all the work, on PostgreSQL a worker does."""
    server = ServerProcess(
        database_url, tmp_path / "data", scan_engine="pipeline", scan_allow_hosts=site.place
    )
    queues = () if database_url.startswith("sqlite") else ("scan",)
    server.start()
    with workers(server, *queues) as first:
        order_id = paid_order(server, site)
        until(lambda: site.visits["/held"] >= 1)
        scan = Scan(server, site)
        until(lambda: site.visits["/held"] >= 2)
        assert server.process is not None
        roots = [server.process.pid, *(worker.process.pid for worker in first)]
        family = [pid for root in roots for pid in processes.process_tree(root)]
        for stop in (server.stop, *(worker.stop for worker in first)):
            stop(ENDS_WITHIN_S)
    scan.join()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))
    assert drafts(server, order_id) == []
    site.released.set()
    server.start()
    try:
        with workers(server, *queues):
            until(lambda: bool(drafts(server, order_id)), every=0.5)
    finally:
        server.stop()
    assert len(drafts(server, order_id)) == 1

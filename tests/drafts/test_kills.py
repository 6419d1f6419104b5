"""Workers that are killed in a loop: one draft an order, one letter of a kind, none lost."""

from __future__ import annotations

import os
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from coldread.drafts import versions
from coldread.jobs.defer import dead_jobs, live_keys
from coldread.mail.tables import letters
from tests.harness.mailbox import Mailbox
from tests.harness.process import launch
from tests.harness.service import Service
from tests.harness.website import Website

SOURCE = (Path(__file__).parents[1] / "sites" / "bad_en.html").read_text()
COMMAND = (sys.executable, "-m", "tests.drafts.worker")
ORDERS, KILLS, LEASE_S = 6, 4, 2.0


class Worker:
    """One process, as `kill -9` meets it."""

    def __init__(self, service: Service) -> None:
        settings = {
            "COLDREAD_DATABASE_URL": service.settings.database_url,
            "COLDREAD_DATA_DIR": str(service.settings.data_dir),
            "COLDREAD_BASE_URL": service.settings.base_url,
            "COLDREAD_SMTP_URL": service.settings.smtp_url,
            "COLDREAD_SCAN_ENGINE": "lite",
            "COLDREAD_SCAN_ALLOW_HOSTS": ",".join(service.settings.scan_allow_hosts),
            "COLDREAD_DRAFT_AFTER_S": "1",
        }
        kept = {name: value for name, value in os.environ.items() if not name.startswith("COLDREAD_")}
        log = service.settings.data_dir / f"worker-{secrets.token_hex(4)}.log"
        self.process = launch([str(LEASE_S)], kept | settings, log, command=COMMAND)
        until(lambda: self.process.poll() is not None or "working" in log.read_text(), log.read_text)
        assert self.process.poll() is None, log.read_text()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def until(done: Callable[[], bool], state: Callable[[], Any], within: float = 150) -> None:
    ends = time.monotonic() + within
    while not done():
        assert time.monotonic() < ends, state()
        time.sleep(0.1)


def written(service: Service) -> list[Any]:
    rows: list[Any] = service.read(lambda session: session.rows(sa.select(letters)))
    return rows


def test_kill_minus_nine_in_a_loop_costs_no_draft_and_doubles_no_letter(
    make_service: Callable[..., Service], mailbox: Mailbox
) -> None:
    with Website({"/": SOURCE}) as site:
        service = make_service(
            smtp_url=mailbox.url, scan_engine="lite", scan_allow_hosts=site.place, draft_after_s="1"
        )
        service.clock.move(int(time.time() * 1_000_000) - service.clock.now())
        orders = [
            service.order_in("paid", url=site.url("/"), html=SOURCE, primary_goal="demo")
            for _ in range(ORDERS)
        ]
        workers = [Worker(service), Worker(service)]
        chance = random.Random(7)
        for _ in range(KILLS):
            until(lambda: bool(service.read(live_keys)), lambda: "no work was left to be killed in")
            time.sleep(chance.uniform(0.05, 0.6))  # anywhere in the work, by the seed
            workers.pop(chance.randrange(len(workers))).kill()
            workers.append(Worker(service))
        try:
            until(
                lambda: len(written(service)) == ORDERS and all(row.sent_at for row in written(service)),
                lambda: (len(written(service)), service.read(live_keys), service.read(dead_jobs)),
            )
        finally:
            for worker in workers:
                worker.kill()
    for order_id in orders:
        (draft,) = service.read(versions.versions, order_id)
        assert draft.author == versions.OWN
    assert Counter((row.about, row.kind) for row in written(service)) == {
        (order_id, "draft_published"): 1 for order_id in orders
    }
    taken = {message["Message-ID"] for message in mailbox.taken}
    assert taken == {row.message_id for row in written(service)}, "a repeated one carries the same id"
    assert service.read(dead_jobs) == []

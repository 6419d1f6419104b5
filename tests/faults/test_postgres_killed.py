"""PostgreSQL is killed and started again under load: 503 meanwhile, and nothing of ours needs a restart."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
import pytest

from coldread.jobs.defer import dead_jobs
from tests.faults.conftest import Figures
from tests.faults.invariants import all_readable, post_and_letters_agree
from tests.faults.scene import (
    BACK_WITHIN_S,
    SEED,
    SETTINGS,
    a_while,
    asked,
    crowd,
    loops,
    spread,
    until,
    waiting_letters,
)
from tests.harness.beside import workers
from tests.harness.mailbox import Mailbox
from tests.harness.patience import ANSWER_S
from tests.harness.postgres import OwnServer
from tests.harness.process import ServerProcess

#: `make faults` asks for 30
LOOPS = loops(3, part=0.15)


@pytest.mark.timeout(900 + 60 * LOOPS)
def test_kill_9_of_postgresql_is_answered_with_503_and_needs_no_restart(
    own_postgres: OwnServer, tmp_path: Path, mailbox: Mailbox, figures: Figures
) -> None:
    chance = random.Random(SEED)
    server = ServerProcess(own_postgres.url, tmp_path, **SETTINGS, smtp_url=mailbox.url)
    server.start()
    back: list[float] = []
    try:
        with workers(server, "work"), crowd(server.url, chance) as users:
            for _ in range(LOOPS):
                a_while(chance)
                own_postgres.kill()
                refused = httpx.get(f"{server.url}/v1/ping", timeout=ANSWER_S)
                assert (refused.status_code, refused.json()["type"]) == (
                    503,
                    f"{server.url}/errors/unavailable",
                )
                assert int(refused.headers["retry-after"]) > 0
                own_postgres.start()
                back.append(users.goes_on())
            until(lambda: not asked(own_postgres.url, waiting_letters), 2 * ANSWER_S, every=0.3)
        taken = [message["Message-ID"] for message in mailbox.taken]
        figures(
            "kill -9 of PostgreSQL",
            f"{LOOPS} kills, {users.acknowledged} orders, {users.put_off} requests put off with 503, "
            f"{len(set(taken))} letters taken {len(taken)} times, the next order after {spread(back)}",
        )
        assert users.violations(own_postgres.url) == [], f"seed {SEED}"
        assert asked(own_postgres.url, lambda session: post_and_letters_agree(session, taken)) == []
        assert asked(own_postgres.url, dead_jobs) == []
        assert all_readable(server.url, users.history) == []
        assert users.put_off, "nobody was told 503: the test proves nothing"
        assert max(back) < BACK_WITHIN_S
    finally:
        server.stop()

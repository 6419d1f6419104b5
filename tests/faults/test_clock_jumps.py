"""The clock of a running service jumps under load: nothing that a client reads goes back, and nothing stops."""

from __future__ import annotations

import random
import time
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path

import httpx
import pytest

from coldread.base.clock import DAY, Clock, SetClock
from tests.faults.conftest import Figures
from tests.faults.invariants import all_readable
from tests.faults.scene import SEED, SETTINGS, crowd, loops, spread, until
from tests.harness.clock import TurnedClock
from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess

LOOPS = loops(1, part=0.05)
#: how far from the real time, in seconds: back by more than any daylight saving, on by more than an order is open, and home
JUMPS = {"-2h": -7_200, "+8d": 691_200, "+0": 0}


def is_off_by(server: ServerProcess, seconds: int) -> bool:
    told = httpx.get(f"{server.url}/v1/ping", timeout=ANSWER_S).headers["date"]
    return abs(parsedate_to_datetime(told).timestamp() - time.time() - seconds) < 30


@pytest.mark.timeout(900 + 60 * LOOPS)
def test_no_jump_of_the_clock_turns_back_what_a_client_reads(tmp_path: Path, figures: Figures) -> None:
    clock = TurnedClock(tmp_path / "clock")
    server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, **SETTINGS)
    server.environ |= clock.environ
    server.start()
    went_on: list[float] = []
    try:
        with crowd(server.url, random.Random(SEED), may_lapse=True) as users:
            for jump, seconds in list(JUMPS.items()) * LOOPS:
                users.goes_on()
                clock.turn(jump)
                until(partial(is_off_by, server, seconds), ANSWER_S)
                went_on.append(users.goes_on())
        assert all_readable(server.url, users.history) == [], "the clock is right again"
    finally:
        server.stop()
    # Keys are forgotten after a day, and some days were jumped over: asked as late as it ever was.
    latest = SetClock(Clock().now() + 8 * DAY)
    assert users.violations(server.environ["COLDREAD_DATABASE_URL"], clock=latest) == [], f"seed {SEED}"
    figures(
        "clock jumps",
        f"{len(went_on)} jumps ({', '.join(JUMPS)}), {users.acknowledged} orders, the next after {spread(went_on)}",
    )

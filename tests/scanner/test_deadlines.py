"""One table of deadlines: shares of what a scan may take, given by one setting."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from coldread.base import settings as settings_of
from coldread.base.settings import SettingsError
from coldread.egress.policy import Policy
from coldread.scanner.scanner import Scanner
from coldread.scanner.visit.deadlines import SCAN_S, Deadlines, deadlines_for
from coldread.scanner.visit.fetch import PageUnreachable
from coldread.scanner.visit.visitor import Visitor
from coldread.services import scanner_options
from tests.egress.places import a_site

WINDOWS = {"observation", "scroll_step", "rest", "reaction"}


def test_a_scan_of_fifteen_seconds_has_the_table_as_it_is_written() -> None:
    assert deadlines_for(SCAN_S) == deadlines_for() == Deadlines()
    assert settings_of.read({}).scan_deadline_s == Deadlines().scan == 15


def test_a_longer_scan_gives_each_part_its_share_and_watches_no_longer() -> None:
    usual, longer = dataclasses.asdict(Deadlines()), dataclasses.asdict(deadlines_for(60))
    assert {name for name in usual if longer[name] == usual[name]} == WINDOWS
    assert {longer[name] / usual[name] for name in usual.keys() - WINDOWS} == {4.0}


def test_a_shorter_scan_shortens_every_part() -> None:
    usual, shorter = dataclasses.asdict(Deadlines()), dataclasses.asdict(deadlines_for(5))
    assert {round(shorter[name] / usual[name], 6) for name in usual} == {round(1 / 3, 6)}


@pytest.mark.parametrize("scan_s", [5, 15, 120])
def test_the_parts_fit_into_the_whole(scan_s: float) -> None:
    limits = deadlines_for(scan_s)
    assert limits.look + limits.grace < limits.scan < limits.abandoned < limits.worker
    assert limits.pipeline < limits.scan
    assert limits.navigation + limits.kept_for_sight + limits.kept_for_use <= limits.look + 1e-9
    assert limits.shortest + limits.kept_for_use + limits.turn < limits.visit
    assert limits.look < limits.visit < limits.visit + limits.grace < limits.scan


def test_the_setting_reaches_the_visitor() -> None:
    options = scanner_options(settings_of.read({"COLDREAD_SCAN_DEADLINE_S": "45"}))

    async def visitor() -> Visitor:
        return await Scanner(options).open()

    assert asyncio.run(visitor()).deadlines == deadlines_for(45)


@pytest.mark.parametrize("value", ["4", "0", "-1", "soon", "1.5"])
def test_a_scan_without_time_is_refused(value: str) -> None:
    with pytest.raises(SettingsError, match="COLDREAD_SCAN_DEADLINE_S"):
        settings_of.read({"COLDREAD_SCAN_DEADLINE_S": value})


def test_a_silent_page_is_left_after_its_share() -> None:
    """A fifth of the scan; the page comes in this test after all of it."""
    scan_s = 1.0
    given_up = asyncio.Event()

    async def silent(_head: str, _writer: asyncio.StreamWriter) -> None:
        await asyncio.wait_for(given_up.wait(), 60)

    async def read() -> None:
        async with a_site(silent) as port:
            policy = Policy(allow=frozenset({("127.0.0.1", port)}))
            try:
                await Visitor(policy=policy, deadline_s=scan_s).read_source(f"http://127.0.0.1:{port}/")
            finally:
                given_up.set()

    with pytest.raises(PageUnreachable) as refused:
        asyncio.run(read())
    assert refused.value.reason == "timeout"

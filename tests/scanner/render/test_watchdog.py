"""A tab cannot outgrow its share between two looks of the watchdog: the system holds the fence while nobody looks."""

from __future__ import annotations

import asyncio

import pytest

from coldread.scanner.visit.deadlines import deadlines_for
from coldread.scanner.visit.render import processes, watchdog
from coldread.scanner.visit.render.chromium import Chromium, find_browser
from coldread.scanner.visit.render.watchdog import LARGEST_TAB, SPARE, Watchdog
from tests.harness.patience import SCAN_S

#: until it is refused, 40 MB at a time, each written to; a tab that the system ends says nothing
TAKE_ALL = """() => { const kept = []; try { for (let i = 0; i < 40; i++) kept.push(new Uint8Array(40e6).fill(1)) }
  catch (refused) { return kept.length } return 'all' }"""


def test_a_tab_gets_no_more_than_its_share_however_late_the_next_look_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watchdog, "PERIOD", 3600.0)  # the only look is the test's own
    weight, taken = asyncio.run(_weight_after_one_look())
    assert taken != "all"
    assert weight < LARGEST_TAB + 2 * SPARE  # it reserves more than it writes to


async def _weight_after_one_look() -> tuple[int, object]:
    """The heaviest that a greedy tab became, and what it says it got."""
    chromium = await Chromium.launch(
        find_browser(), no_sandbox_permitted=True, deadlines=deadlines_for(SCAN_S)
    )
    dog = Watchdog(chromium)
    try:
        page = await chromium.browser.new_page()
        crashed = asyncio.Event()
        page.on("crash", lambda _page: crashed.set())
        await page.evaluate("1 + 1")
        dog.kill_too_large(scans=1)
        asking = asyncio.ensure_future(page.evaluate(TAKE_ALL))
        heaviest = 0
        while not asking.done() and not crashed.is_set():
            tabs = [pid for pid in chromium.processes() if processes.is_renderer(pid)]
            heaviest = max([heaviest, *map(processes.private_memory_of, tabs)])
            await asyncio.sleep(0.005)
        if not asking.done():
            asking.cancel()
        return heaviest, "crashed" if crashed.is_set() else asking.result()
    finally:
        dog.stop()
        await chromium.close()

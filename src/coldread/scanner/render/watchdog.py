"""Keeps the browser's memory in bounds while pages are being looked at."""

from __future__ import annotations

import asyncio
import itertools

from coldread.scanner.render import processes
from coldread.scanner.render.chromium import Chromium

#: seconds between looks; a script can touch 1 GB in a second
PERIOD = 0.1
#: memory of its own; a landing page's tab takes 40–150 MB. Beyond this the tab is ended, and only its scan suffers
LARGEST_TAB = 300_000_000
#: above the idle browser; beyond this the whole browser is ended
LARGEST_GROWTH = 950_000_000
#: every so many looks the whole tree is weighed: reading it takes 30 ms
WEIGHING = 5


async def watch(chromium: Chromium) -> None:
    """Runs while somebody visits; ends swollen tabs one by one, and the browser when all of it is too heavy."""
    for turn in itertools.count(1):
        await asyncio.sleep(PERIOD)
        for pid in await asyncio.to_thread(chromium.processes):
            if processes.private(pid) > LARGEST_TAB and processes.is_renderer(pid):
                processes.end([pid])
        if turn % WEIGHING == 0 and await _is_swollen(chromium):
            chromium.kill()
            return


async def _is_swollen(chromium: Chromium) -> bool:
    return await asyncio.to_thread(chromium.weight) - chromium.idle_weight > LARGEST_GROWTH

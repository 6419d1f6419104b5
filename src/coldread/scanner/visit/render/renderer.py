"""Owns the browser: one warm Chromium, two scans at a time, replaced if it is old, stuck or uses too much memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from playwright.async_api import Error as PlaywrightError

from coldread.scanner.visit.deadlines import SCAN_S, deadlines_for
from coldread.scanner.visit.render.chromium import Chromium, find_browser
from coldread.scanner.visit.render.errors import BrowserBusy, BrowserUnavailable
from coldread.scanner.visit.render.turns import FairTurns, Turn
from coldread.scanner.visit.render.watchdog import Watchdog

#: two scans keep two cores busy: one takes 2.7 CPU seconds
AT_ONCE = 2
#: scans after which a browser is replaced, so that leaks do not add up
RETIREMENT = 100
ANYBODY = Turn()


class Renderer:
    """With a given or a found browser, which it starts when first needed; call `close` at the end."""

    def __init__(
        self,
        *,
        chromium: str = "",
        no_sandbox_permitted: bool = False,
        at_once: int = AT_ONCE,
        retirement: int = RETIREMENT,
        deadline_s: float = SCAN_S,
    ) -> None:
        self._path = chromium
        self._no_sandbox_permitted = no_sandbox_permitted
        self._deadlines = deadlines_for(deadline_s)
        self._retirement = retirement
        self._turns = FairTurns(at_once)
        self._starting = asyncio.Lock()
        self._current: Chromium | None = None
        self._launching: asyncio.Task[Chromium] | None = None
        self._watchdogs: dict[Chromium, Watchdog] = {}
        #: browsers that are ending: no scan waits for them
        self._leaving: set[asyncio.Task[None]] = set()
        self._closing = False

    @property
    def current(self) -> Chromium | None:
        """The browser that the next scan would get, if one is running."""
        return self._current

    async def warm_up(self) -> None:
        """Starts the browser now, so that the first scan does not wait for it; raises RenderError."""
        async with self._starting:
            await self._ready_browser()

    @asynccontextmanager
    async def lease_browser(
        self, patience: float, *, alone: bool = False, turn: Turn = ANYBODY
    ) -> AsyncIterator[Chromium]:
        """A browser for one scan; raises BrowserBusy, BrowserMissing or BrowserUnavailable.

        `alone`: a new one for this scan only, if the scan has lost its browser because of another, or ended one that others used.
        """
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(self._turns.take(turn, patience))
            except TimeoutError:
                raise BrowserBusy(f"no turn within {patience:g} s") from None
            chromium = await (self._launch_for_one_scan() if alone else self._lease_shared())
            try:
                yield chromium
            finally:
                self._give_back(chromium)

    async def close(self) -> None:
        """Ends the browser, and waits for those that are ending."""
        self._closing = True
        if self._launching is not None:
            self._launching.cancel()
            await asyncio.wait({self._launching})
        if self._current is not None:
            self._stop_watching(self._current)
            self._dismiss(self._current)
            self._current = None
        await asyncio.gather(*self._leaving)

    async def _lease_shared(self) -> Chromium:
        async with self._starting:
            chromium = await self._ready_browser()
            chromium.scans += 1
            if chromium.scans >= self._retirement:
                chromium.retired = True
            return self._counted_visitor(chromium)

    async def _launch_for_one_scan(self) -> Chromium:
        chromium = await self._launch()
        chromium.retired = True
        return self._counted_visitor(chromium)

    def _counted_visitor(self, chromium: Chromium) -> Chromium:
        chromium.visitors += 1
        chromium.shared = chromium.shared or chromium.visitors > 1
        if chromium not in self._watchdogs:
            self._watchdogs[chromium] = Watchdog(chromium)
        return chromium

    async def _ready_browser(self) -> Chromium:
        chromium = self._current
        if chromium is not None and chromium.alive and not chromium.retired:
            return chromium
        if chromium is not None and not chromium.visitors:
            self._dismiss(chromium)
        # a scan that times out here leaves the starting browser for the next scan
        return await asyncio.shield(self._start_next())

    def _start_next(self) -> asyncio.Task[Chromium]:
        if self._launching is None:
            self._launching = asyncio.create_task(self._launch())
            self._launching.add_done_callback(self._keep_launched_browser)
        return self._launching

    async def _launch(self) -> Chromium:
        try:
            return await Chromium.launch(
                find_browser(self._path),
                no_sandbox_permitted=self._no_sandbox_permitted,
                deadlines=self._deadlines,
            )
        except PlaywrightError as error:
            raise BrowserUnavailable(str(error).splitlines()[0]) from None

    def _keep_launched_browser(self, task: asyncio.Task[Chromium]) -> None:
        self._launching = None
        if not task.cancelled() and task.exception() is None:
            self._current = task.result()

    def _give_back(self, chromium: Chromium) -> None:
        chromium.visitors -= 1
        if chromium.visitors:
            return
        chromium.shared = False
        self._stop_watching(chromium)
        if chromium.retired or not chromium.alive:
            was_current = self._current is chromium
            self._dismiss(chromium)
            if was_current and not self._closing:
                self._start_next()  # the next scan must not wait for what this page did

    def _dismiss(self, chromium: Chromium) -> None:
        """Closes it in the background: a stuck browser takes seconds to end."""
        if self._current is chromium:
            self._current = None
        leaving = asyncio.create_task(chromium.close())
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    def _stop_watching(self, chromium: Chromium) -> None:
        watchdog = self._watchdogs.pop(chromium, None)
        if watchdog is not None:
            watchdog.stop()

"""One running Chromium and its driver: started with every guard, and always ended."""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import Any

from playwright.async_api import Browser, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from coldread.scanner.visit.browsers import first_browser
from coldread.scanner.visit.deadlines import Deadlines
from coldread.scanner.visit.render import processes
from coldread.scanner.visit.render.errors import BrowserMissing, BrowserUnavailable
from coldread.scanner.visit.render.flags import GUARDS, THRIFT, arguments


def find_browser(path: str = "") -> str:
    """The browser at `path`, or the first one on this machine; raises BrowserMissing."""
    found = shutil.which(path) if path else first_browser()
    if not found:
        raise BrowserMissing(f"no browser at {path}" if path else "no Chromium on this machine")
    return found


class Chromium:
    """A browser's process tree; `kill` never waits for it."""

    def __init__(self, driver: Playwright, browser: Browser, pid: int, deadlines: Deadlines) -> None:
        self.browser = browser
        self.pid = pid
        self.scans = 0
        self.visitors = 0
        #: whether several scans used it at the same time since it was last idle
        self.shared = False
        #: takes no new scans: it is old, stuck or uses too much memory
        self.retired = False
        self._driver = driver
        self._deadlines = deadlines
        #: the topmost process: the driver, which started the browser
        self.root = processes.parent_of_process(pid) or pid
        #: caches its processes, since it is asked often
        self._family = processes.Family(self.root)
        #: its memory when idle
        self.idle_weight = self.memory()
        #: done as soon as the browser is gone: the driver does not answer every call that a dying browser had accepted
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        browser.on("disconnected", self._note_lost_browser)

    @classmethod
    async def launch(cls, path: str, *, no_sandbox_permitted: bool, deadlines: Deadlines) -> Chromium:
        """A warm browser, in its sandbox if the system allows it."""
        driver = await _start_driver()
        try:
            browser = await _launch(
                driver, path, no_sandbox_permitted=no_sandbox_permitted, within=deadlines.browser_start
            )
            return cls(driver, browser, await _pid(browser), deadlines)
        except BaseException:
            await driver.stop()
            raise

    @property
    def alive(self) -> bool:
        return self.browser.is_connected()

    def processes(self) -> list[int]:
        """The driver and all processes that it started."""
        return processes.process_tree(self.root)

    def memory(self) -> int:
        return sum(processes.memory_of(pid) for pid in self.processes())

    def waited_ms(self) -> float:
        """How long it was ready but had no core: its own processes, and the worst of its tabs."""
        waits = [(processes.is_renderer(pid), processes.waited_of(pid)) for pid in self._family.members()]
        own = sum(wait for is_tab, wait in waits if not is_tab)
        return own + max((wait for is_tab, wait in waits if is_tab), default=0.0)

    def _note_lost_browser(self, _browser: Browser) -> None:
        if not self.gone.done():
            self.gone.set_result(None)

    def kill(self) -> None:
        """For a browser that is stuck or uses too much memory. Pending calls get an error at once."""
        self.retired = True
        processes.end_processes(processes.process_tree(self.pid))

    async def close(self) -> None:
        """Close the browser; kill it after CLOSE_TIMEOUT_S, or at once if it is already retired."""
        leftover = self.processes()
        if self.retired:
            self.kill()
        self.retired = True
        try:
            async with asyncio.timeout(self._deadlines.browser_close):
                await self.browser.close()
                await self._driver.stop()
        except (PlaywrightError, TimeoutError):
            processes.end_processes(leftover)


async def _start_driver() -> Playwright:
    """The driver is a Node.js of its own, which may lack a library that the browser does not need."""
    try:
        return await async_playwright().start()
    except Exception as error:
        raise BrowserUnavailable(f"the browser's driver does not start: {error}") from error


async def _launch(driver: Playwright, path: str, *, no_sandbox_permitted: bool, within: float) -> Browser:
    options: dict[str, Any] = {
        "executable_path": path,
        "args": arguments(GUARDS + THRIFT),
        "timeout": within * 1000,
        "handle_sigint": False,
        "handle_sigterm": False,
        "handle_sighup": False,
    }
    failure: PlaywrightError | None = None
    for sandbox in _sandboxes(no_sandbox_permitted=no_sandbox_permitted):
        try:
            return await driver.chromium.launch(**options, chromium_sandbox=sandbox)
        except PlaywrightError as error:
            failure = error
    detail = (
        str(failure).splitlines()[0]
        if failure
        else "root cannot use the sandbox, and it is not to be left out"
    )
    raise BrowserUnavailable(detail)


def _sandboxes(*, no_sandbox_permitted: bool) -> tuple[bool, ...]:
    """Which ways to try: with the sandbox first, except as root, for which Chromium has none."""
    possible = (True, False) if os.geteuid() else (False,)
    return possible if no_sandbox_permitted else tuple(filter(None, possible))


async def _pid(browser: Browser) -> int:
    session = await browser.new_browser_cdp_session()
    answer = await session.send("SystemInfo.getProcessInfo")
    await session.detach()
    return next(int(process["id"]) for process in answer["processInfo"] if process["type"] == "browser")

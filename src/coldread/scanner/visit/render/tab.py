"""One tab: a page in its own context, and the scripts that run beside it in an isolated world."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections.abc import Awaitable
from typing import Any, Literal, TypeVar

from playwright.async_api import Browser, BrowserContext, CDPSession, Dialog, Page
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from coldread.egress.proxy import Proxy
from coldread.scanner.page.painted import Box
from coldread.scanner.visit.deadlines import Deadlines
from coldread.scanner.visit.render.chromium import Chromium
from coldread.scanner.visit.render.script_results import expression, script_text
from coldread.scanner.visit.render.secrets import Secrets, attach_secrets
from coldread.scanner.visit.render.stand_in import StandIn
from coldread.scanner.visit.render.traffic import TrafficMeter
from coldread.scanner.visit.render.windows import Window

Result = TypeVar("Result")

#: the name of the world of our scripts: same document, other globals
WORLD = "coldread"
#: the browser's message about a world that ended with its document
GONE = "Cannot find context"
#: page time passes in this many steps, so that the page is painted in between
STEPS = 3
#: for the frame after it
FRAME_S = 1.2


class TabLost(Exception):
    """The tab crashed, hung or was closed."""


class Tab:
    """Opened by `Tab.open`, closed by `close`; every call has its deadline."""

    def __init__(
        self,
        context: BrowserContext,
        page: Page,
        session: CDPSession,
        meter: TrafficMeter,
        deadlines: Deadlines,
        browser_gone: asyncio.Future[None],
    ) -> None:
        self.deadlines = deadlines
        self.page = page
        self.meter = meter
        self.dialogs = 0
        self.popups = 0
        self._context = context
        self._session = session
        self._crashed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._browser_gone = browser_gone
        #: our world in the latest document, cached, since a lookup takes two messages
        self._world_id: int | None = None
        self._hushing: asyncio.Task[None] | None = None
        meter.on_too_many = self._begin_to_hush
        page.on("crash", self._crash)
        page.on("dialog", self._dismiss)
        context.on("page", self._close_popup)
        session.on("Page.windowOpen", self._count_popup)

    @classmethod
    async def open(
        cls, chromium: Chromium, window: Window, proxy: Proxy, *, secrets: Secrets, deadlines: Deadlines
    ) -> Tab:
        """A new tab without a page; a browser that cannot open one in time is not asked again."""
        options = window.context(proxy=proxy.url, version=chromium.browser.version)
        opening = _open(chromium.browser, options, secrets)
        try:
            context, page, session = await _result_within(deadlines.tab_open, opening, chromium.gone)
        except PlaywrightError as error:
            raise TabLost(f"no tab: {error}") from None
        except (TimeoutError, asyncio.CancelledError) as error:
            chromium.retired = True  # a half-open tab ends with it
            if isinstance(error, TimeoutError):
                raise TabLost("no tab in time") from None
            raise
        meter = TrafficMeter(page, proxy, deadlines.sizes)
        return cls(context, page, session, meter, deadlines, chromium.gone)

    async def stand_in(self, answer: StandIn) -> None:
        """From now on the page's address gets this answer; all other requests go to the network."""
        try:
            await self.within(self.deadlines.tab_open, answer.attach(self._session))
        except (TimeoutError, PlaywrightError) as error:
            raise TabLost(f"no other answer: {error}") from None

    async def load(self, url: str, patience: float) -> bool:
        """Whether the page's `load` came in time; raises TabLost if there is no page at all."""
        try:
            going = self.page.goto(url, timeout=patience * 1000)
            await self.within(patience + self.deadlines.navigation_grace, going)
        except (TimeoutError, PlaywrightTimeout):
            return False
        except PlaywrightError as error:
            raise TabLost(str(error).splitlines()[0]) from None
        return True

    async def let_move(self, motion: Literal["no-preference", "reduce"]) -> None:
        """From now on the page is opened by a visitor who prefers reduced motion, or has no preference."""
        try:
            await self.within(self.deadlines.answer, self.page.emulate_media(reduced_motion=motion))
        except (TimeoutError, PlaywrightError) as error:
            raise TabLost(f"no motion: {error}") from None

    async def run(self, expression: str, patience: float, *, in_page: bool = False) -> str:
        """The result of a script, in our own world or in the page's."""
        try:
            return await self.within(patience, self._evaluate(expression, patience, in_page=in_page))
        except TimeoutError:
            raise TabLost("the page does not answer") from None
        except PlaywrightError as error:
            raise TabLost(str(error).splitlines()[0]) from None

    async def pass_time(self, seconds: float, keep: float = 0.0) -> None:
        """Lets page time pass in steps, and waits before each until the network is quiet; for less time by `keep` seconds.

        If a timer leads to another page, it continues there. Raises TabLost if no page answers.
        """
        quiet, passing = max(0.0, self.deadlines.quiet - keep), max(0.1, self.deadlines.passing - keep)
        for _ in range(STEPS):
            quiet -= await self.meter.quiet(quiet)
            began = time.monotonic()
            wanted = {"ms": round(1000 * seconds / STEPS), "patience": round(1000 * passing)}
            try:
                await self.run(expression("pass", wanted), passing + FRAME_S)
            except TabLost:
                if self._crashed.done() or time.monotonic() - began >= passing:
                    raise
                await self.loaded(passing)
            passing = max(0.1, passing - (time.monotonic() - began))
        await self.meter.quiet(quiet)

    async def loaded(self, patience: float) -> None:
        """Waits for the page after a navigation."""
        try:
            await self.within(patience, self.page.wait_for_load_state("load", timeout=patience * 1000))
        except (TimeoutError, PlaywrightError):
            pass  # it is observed as far as it came

    async def unblock(self) -> None:
        """Ends the script that blocks the page.

        If none runs, the browser ends the next one instead. An idle one follows, so that this is not an important one.
        """
        patience = self.deadlines.unblock
        idle = {"expression": "0", "timeout": round(patience * 1000)}
        for call, wanted in (("Runtime.terminateExecution", None), ("Runtime.evaluate", idle)):
            try:
                await self.within(patience, self._session.send(call, wanted))
            except (TimeoutError, PlaywrightError, TabLost):
                pass

    async def stop_scripts(self) -> None:
        """The page's scripts stop; what they drew stays."""
        try:
            await self._session.send("Emulation.setScriptExecutionDisabled", {"value": True})
            await self._session.send("Page.stopLoading")
        except PlaywrightError:
            pass  # it is gone already

    async def take_screenshot(
        self, width: int, height: int, patience: float, *, beyond: bool = True
    ) -> bytes:
        """The upper left of the page as a JPEG; not `beyond`: as the window shows it now, without a new layout."""
        clip = {"x": 0.0, "y": 0.0, "width": float(width), "height": float(height), "scale": 1.0}
        return await self._capture(
            {"format": "jpeg", "quality": 60, "captureBeyondViewport": beyond}, clip, patience
        )

    async def take_window(self, patience: float) -> bytes:
        """What the window shows now, as a JPEG, shrunk as a phone shrinks it."""
        how = {"format": "jpeg", "quality": 60, "captureBeyondViewport": False}
        return await self._capture(how, None, patience)

    async def take_clip(self, box: Box, scale: float, patience: float, *, beyond: bool) -> bytes:
        """A part of the page without loss, as a PNG."""
        x, y, width, height = box
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": scale}
        return await self._capture({"format": "png", "captureBeyondViewport": beyond}, clip, patience)

    async def _capture(self, how: dict[str, Any], clip: dict[str, float] | None, patience: float) -> bytes:
        wanted = {**how, "optimizeForSpeed": True, **({} if clip is None else {"clip": clip})}
        try:
            shot = await self.within(patience, self._session.send("Page.captureScreenshot", wanted))
        except (TimeoutError, PlaywrightError) as error:
            raise TabLost(f"no picture: {error}") from None
        return base64.b64decode(shot["data"])

    async def close(self) -> bool:
        """Whether it closed in time; if not, its browser is stuck."""
        try:
            async with asyncio.timeout(self.deadlines.tab_close):
                await self._context.close()
        except TimeoutError:
            return False
        except PlaywrightError:
            pass  # closed already
        return True

    async def within(self, patience: float, work: Awaitable[Result]) -> Result:
        """The result of `work`; raises TimeoutError after `patience`, and TabLost as soon as the tab or the browser is lost."""
        return await _result_within(patience, work, self._crashed, self._browser_gone)

    async def _evaluate(self, expression: str, patience: float, *, in_page: bool) -> str:
        wanted: dict[str, Any] = {
            "expression": expression,
            "returnByValue": True,
            "awaitPromise": True,
            "timeout": round(patience * 1000),
        }
        if in_page:
            answer = await self._session.send("Runtime.evaluate", wanted)
        else:
            answer = await self._evaluate_in_our_world(wanted)
        value = answer["result"].get("value")
        if not isinstance(value, str):
            raise TabLost(f"the script failed: {json.dumps(answer)[:500]}")
        return value

    async def _evaluate_in_our_world(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """In the world of the present document: the world of an earlier document is gone."""
        if self._world_id is not None:
            try:
                return await self._session.send("Runtime.evaluate", {**wanted, "contextId": self._world_id})
            except PlaywrightError as error:
                if GONE not in str(error):
                    raise
        self._world_id = await self._create_isolated_world()
        return await self._session.send("Runtime.evaluate", {**wanted, "contextId": self._world_id})

    async def _create_isolated_world(self) -> int:
        frames = await self._session.send("Page.getFrameTree")
        frame = frames["frameTree"]["frame"]["id"]
        world = await self._session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": WORLD})
        return int(world["executionContextId"])

    def _begin_to_hush(self) -> None:
        self._hushing = asyncio.create_task(self.stop_scripts())

    def _crash(self, _page: Page) -> None:
        if not self._crashed.done():
            self._crashed.set_result(None)

    async def _dismiss(self, dialog: Dialog) -> None:
        self.dialogs += 1
        try:
            await dialog.dismiss()
        except PlaywrightError:
            pass

    def _count_popup(self, event: dict[str, Any]) -> None:
        """A window that the page opened on itself (an empty address) does not count."""
        if str(event["url"]).partition("#")[0] != self.page.url.partition("#")[0]:
            self.popups += 1

    async def _close_popup(self, page: Page) -> None:
        try:
            await page.close()
        except PlaywrightError:
            pass


async def _result_within(patience: float, work: Awaitable[Result], *losses: asyncio.Future[None]) -> Result:
    task: asyncio.Future[Result] = asyncio.ensure_future(work)
    try:
        ends: set[asyncio.Future[Any]] = {task, *losses}
        await asyncio.wait(ends, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        if any(loss.done() for loss in losses):
            raise TabLost("the tab or its browser is gone")
        raise TimeoutError
    finally:
        task.cancel()


async def _open(
    browser: Browser, options: dict[str, Any], secrets: Secrets
) -> tuple[BrowserContext, Page, CDPSession]:
    context = await browser.new_context(**options)
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await asyncio.gather(
        session.send("Page.enable"),
        _before_the_page(session, "watch", WORLD),
        _before_the_page(session, "hook"),
        _before_the_page(session, "page_time"),  # after the hook, which records real times
        attach_secrets(secrets, context, session),
    )
    return context, page, session


async def _before_the_page(session: CDPSession, name: str, world: str = "") -> None:
    wanted = {"source": script_text(name), **({"worldName": world} if world else {})}
    await session.send("Page.addScriptToEvaluateOnNewDocument", wanted)

"""A page in both windows at once, then its buttons: everything that only a browser can tell."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from coldread.egress.budget import Budget, Caps
from coldread.egress.connector import Connector
from coldread.egress.names import Names
from coldread.egress.policy import Policy
from coldread.egress.proxy import Proxy
from coldread.scanner.page.observations import ProbePlan, UseResult
from coldread.scanner.visit.deadlines import Deadlines
from coldread.scanner.visit.render.chromium import Chromium
from coldread.scanner.visit.render.errors import BrowserBusy, BrowserLost, RenderFailed
from coldread.scanner.visit.render.observe_window import WindowRecord, observe_window
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.render.secrets import Secrets
from coldread.scanner.visit.render.tab import Tab, TabLost
from coldread.scanner.visit.render.use import use_all
from coldread.scanner.visit.render.windows import DESKTOP, MOBILE, Window

#: per window
BYTES, REQUESTS = 12_000_000, 200

#: signs of a page that fought: its browser is not used again
FOUGHT = frozenset({"budget-requests", "axe-failed"})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rendered:
    """What the browser brought back; a window that failed is None and has its caveat."""

    desktop: WindowRecord | None
    mobile: WindowRecord | None
    handled: tuple[UseResult, ...]
    caveats: tuple[str, ...]


#: asked with both looks, before anything is clicked
Planner = Callable[[WindowRecord | None, WindowRecord | None], Awaitable[ProbePlan]]


class _Windows:
    """The tabs of one scan; closing them tells whether the browser still listens."""

    def __init__(self, chromium: Chromium, policy: Policy, names: Names, deadlines: Deadlines) -> None:
        self._chromium = chromium
        self._policy = policy
        self._names = names
        self._deadlines = deadlines
        self._tabs: dict[str, Tab] = {}
        self._proxies: dict[str, Proxy] = {}
        self._stack = AsyncExitStack()

    async def look(self, window: Window, url: str, secrets: Secrets, seconds: float) -> WindowRecord:
        began = time.monotonic()
        limits = self._deadlines
        caps = Caps(bytes=BYTES, requests=REQUESTS, seconds=limits.traffic, silence=limits.silence)
        door = Connector(policy=self._policy, names=self._names, budget=Budget(caps))
        proxy = await self._stack.enter_async_context(Proxy(door))
        tab = await Tab.open(self._chromium, window, proxy, secrets=secrets, deadlines=limits)
        self._tabs[window.name], self._proxies[window.name] = tab, proxy
        opened = time.monotonic() - began
        seen = await observe_window(
            tab, window, url, seconds=seconds - opened, waited=self._chromium.waited_ms
        )
        return dataclasses.replace(seen, spent={"open": opened, **seen.spent})

    async def use(self, plan: ProbePlan, seconds: float) -> tuple[UseResult, ...]:
        """Tries the desktop window's buttons; nothing that they set off leaves this machine."""
        self._proxies[DESKTOP.name].cut()
        return await use_all(self._tabs[DESKTOP.name], plan, seconds=seconds)

    async def close(self) -> None:
        closed = list[bool]()
        try:
            closed = await asyncio.gather(*(tab.close() for tab in self._tabs.values()))
        finally:  # also when the scan is given up meanwhile
            if len(closed) < len(self._tabs) or not all(closed):
                self._chromium.kill()
            await self._stack.aclose()


async def render(
    renderer: Renderer,
    url: str,
    *,
    policy: Policy,
    names: Names,
    plan: Planner,
    seconds: float,
    deadlines: Deadlines,
    secrets: Secrets | None = None,
    alone: bool = False,
) -> Rendered:
    """Looks at `url` for at most `seconds`; raises RenderError when there is nothing to show for it.

    BrowserLost where the browser ended while others used it too: worth another look, `alone`.
    """
    began = time.monotonic()
    async with renderer.lease_browser(deadlines.turn, alone=alone) as chromium:
        ends = began + seconds
        windows = _Windows(chromium, policy, names, deadlines)
        try:
            left = ends - deadlines.kept_for_use - time.monotonic()
            if left < deadlines.shortest:
                raise BrowserBusy("the browser came too late for this scan")
            desktop, mobile = await _both(windows, url, secrets or Secrets(), left, deadlines.windows_grace)
            if desktop is None or mobile is None or FOUGHT & {*_caveats(desktop, mobile)}:
                chromium.retired = True  # what such a page left running would slow the next one down
            if desktop is None and not chromium.alive and chromium.shared:
                raise BrowserLost("the browser ended while others used it")
            if desktop is None and mobile is None:
                raise RenderFailed("neither window brought anything back")
            handled, failed = await _use(windows, desktop, mobile, plan, ends)
        finally:
            await windows.close()
    return Rendered(
        desktop=desktop, mobile=mobile, handled=handled, caveats=(*_caveats(desktop, mobile), *failed)
    )


async def _both(
    windows: _Windows, url: str, secrets: Secrets, seconds: float, grace: float
) -> tuple[WindowRecord | None, WindowRecord | None]:
    looks = [asyncio.create_task(windows.look(window, url, secrets, seconds)) for window in (DESKTOP, MOBILE)]
    try:
        await asyncio.wait(looks, timeout=seconds + grace)
    finally:
        for task in looks:
            task.cancel()
        # awaited also on cancellation: tabs that are half open must be registered before closing
        desktop, mobile = await asyncio.gather(*looks, return_exceptions=True)
    return _seen(desktop), _seen(mobile)


def _seen(outcome: WindowRecord | BaseException) -> WindowRecord | None:
    """A look, or None where the page would not be looked at; our own faults are raised."""
    if isinstance(outcome, WindowRecord):
        return outcome
    if isinstance(outcome, (TabLost, asyncio.CancelledError)):
        return None
    raise outcome


async def _use(
    windows: _Windows, desktop: WindowRecord | None, mobile: WindowRecord | None, plan: Planner, ends: float
) -> tuple[tuple[UseResult, ...], tuple[str, ...]]:
    wanted = await plan(desktop, mobile)
    if desktop is None or not (wanted.clicks or wanted.submits):
        return (), ()
    left = max(0.1, ends - time.monotonic())
    try:
        async with asyncio.timeout(left):
            return await windows.use(wanted, left), ()
    except (TabLost, TimeoutError):
        return (), ("probe-failed",)


def _caveats(desktop: WindowRecord | None, mobile: WindowRecord | None) -> tuple[str, ...]:
    found = [
        "desktop-failed" if desktop is None else None,
        "mobile-failed" if mobile is None else None,
        *(caveat for seen in (desktop, mobile) if seen is not None for caveat in seen.caveats),
    ]
    return tuple(dict.fromkeys(caveat for caveat in found if caveat is not None))

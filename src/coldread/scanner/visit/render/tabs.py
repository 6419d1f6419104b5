"""The tabs of one scan, each behind its own egress: opened one by one, closed together."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from coldread.egress.budget import Budget, Caps
from coldread.egress.connector import Connector
from coldread.egress.names import Names
from coldread.egress.policy import Policy
from coldread.egress.proxy import Proxy
from coldread.scanner.visit.deadlines import Deadlines
from coldread.scanner.visit.render.chromium import Chromium
from coldread.scanner.visit.render.secrets import Secrets
from coldread.scanner.visit.render.tab import Tab
from coldread.scanner.visit.render.windows import Window

#: for each window
BYTES, REQUESTS = 12_000_000, 200


class Tabs:
    """Closing them shows whether the browser still answers."""

    def __init__(self, chromium: Chromium, policy: Policy, names: Names, deadlines: Deadlines) -> None:
        self.chromium = chromium
        self._policy = policy
        self._names = names
        self._deadlines = deadlines
        self._tabs: dict[str, Tab] = {}
        self._proxies: dict[str, Proxy] = {}
        self._stack = AsyncExitStack()

    async def open(self, window: Window, secrets: Secrets) -> Tab:
        """A tab of this window without a page; raises TabLost."""
        limits = self._deadlines
        caps = Caps(bytes=BYTES, requests=REQUESTS, seconds=limits.traffic, silence=limits.silence)
        door = Connector(policy=self._policy, names=self._names, budget=Budget(caps))
        proxy = await self._stack.enter_async_context(Proxy(door))
        tab = await Tab.open(self.chromium, window, proxy, secrets=secrets, deadlines=limits)
        self._tabs[window.name], self._proxies[window.name] = tab, proxy
        return tab

    def cut_off(self, window: Window) -> Tab:
        """The window's tab, with its network cut."""
        self._proxies[window.name].cut()
        return self._tabs[window.name]

    async def close(self) -> None:
        closed = list[bool]()
        try:
            closed = await asyncio.gather(*(tab.close() for tab in self._tabs.values()))
        finally:  # also if the scan was given up meanwhile
            if len(closed) < len(self._tabs) or not all(closed):
                self.chromium.kill()
            await self._stack.aclose()

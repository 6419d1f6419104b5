"""Counts a window's requests, stops counting beyond a limit, and knows what did not arrive."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Literal

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Request, Response

from coldread.egress.errors import TooManyBytes, TooManyRequests
from coldread.egress.proxy import Proxy
from coldread.scanner.page.observations import FailedRequest
from coldread.scanner.visit.render.script_results import Traffic

MOST_FAILURES = 50
LONGEST_ADDRESS = 500
#: cancelled by the page or the browser: nothing is missing
NOT_FAILURES = frozenset({"net::ERR_ABORTED"})
#: kinds of requests that nothing on the page waits for, or that never end
ENDLESS = frozenset({"websocket", "eventsource", "media", "ping", "beacon", "manifest", "other"})


class TrafficMeter:
    """Listens to one page. Many requests must not cause much work here, so it stops listening at the limit."""

    def __init__(self, page: Page, proxy: Proxy, sizes_s: float) -> None:
        self.requests = 0
        #: called once when the limit is reached
        self.on_too_many: Callable[[], None] = lambda: None
        self._has_hung_up = False
        self._page = page
        self._proxy = proxy
        self._sizes_s = sizes_s
        self._failed: dict[str, FailedRequest] = {}
        self._plain: set[str] = set()
        self._sizes: list[asyncio.Task[int]] = []
        self._under_way: set[Request] = set()
        #: set when a request ends
        self._ended = asyncio.Event()
        page.on("request", self._count_request)
        page.on("requestfinished", self._note_arrival)
        page.on("requestfailed", self._failed_to_come)
        page.on("response", self._note_response)

    async def read(self) -> Traffic:
        """What was seen so far, in an order that does not depend on speed."""
        secure = self._page.url.startswith("https:")
        return Traffic(
            bytes=await self._bytes(),
            requests=self.requests,
            failed=self.failures,
            mixed_content=tuple(sorted(self._plain))[:MOST_FAILURES] if secure else (),
        )

    @property
    def failures(self) -> tuple[FailedRequest, ...]:
        """What did not arrive so far; after a scroll there are more than in `read`."""
        return tuple(sorted(self._failed.values(), key=lambda one: one.url))[:MOST_FAILURES]

    @property
    def exhausted(self) -> Literal["", "bytes", "requests"]:
        """Which limit of its budget the page reached."""
        if isinstance(self._proxy.door.budget.exhausted, TooManyRequests):
            return "requests"
        return "bytes" if isinstance(self._proxy.door.budget.exhausted, TooManyBytes) else ""

    async def _bytes(self) -> int:
        """Encoded bytes that arrived. The proxy's count includes the browser's own requests for favicons."""
        if self.exhausted:
            return self._proxy.door.budget.bytes
        done, late = await asyncio.wait(self._sizes, timeout=self._sizes_s) if self._sizes else ((), ())
        for task in late:
            task.cancel()
        return sum(task.result() for task in done)

    async def quiet(self, patience: float) -> float:
        """Waits until no request is open, up to a limit, and returns how long that took; requests that are open then are not
        waited for again."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(patience):
                while self._under_way:
                    self._ended.clear()
                    await self._ended.wait()
        except TimeoutError:
            self._under_way.clear()
        return time.monotonic() - began

    def stop_counting(self) -> None:
        """Stop listening."""
        if self._has_hung_up:
            return
        self._has_hung_up = True
        self._under_way.clear()
        self._ended.set()
        self._page.remove_listener("request", self._count_request)
        self._page.remove_listener("requestfinished", self._note_arrival)
        self._page.remove_listener("requestfailed", self._failed_to_come)
        self._page.remove_listener("response", self._note_response)

    def _count_request(self, request: Request) -> None:
        self.requests += 1
        if self.requests > self._proxy.door.budget.caps.requests:
            self._proxy.door.budget.end(TooManyRequests("more requests than a page needs"))
            self.stop_counting()
            self.on_too_many()
            return
        if request.resource_type not in ENDLESS:
            self._under_way.add(request)
        if request.url.startswith("http:") and not request.is_navigation_request():
            self._plain.add(request.url[:LONGEST_ADDRESS])

    def _end(self, request: Request) -> None:
        self._under_way.discard(request)
        self._ended.set()

    def _note_arrival(self, request: Request) -> None:
        self._end(request)
        self._sizes.append(asyncio.create_task(_size_of_answer(request)))

    def _failed_to_come(self, request: Request) -> None:
        self._end(request)
        reason = request.failure or "failed"
        if reason not in NOT_FAILURES and len(self._failed) < 2 * MOST_FAILURES:
            self._note(request.url, 0, self._denial(request.url) or reason)

    def _note_response(self, response: Response) -> None:
        if response.status < 400:
            self._failed.pop(response.url, None)  # a second request brought it
            return
        if len(self._failed) >= 2 * MOST_FAILURES:
            return
        refused = response.headers.get("x-refused")
        if refused is not None:
            self._note(response.url, 0, f"egress: {refused}")
        else:
            self._note(response.url, response.status, response.status_text)

    def _note(self, url: str, status: int, reason: str) -> None:
        self._failed[url] = FailedRequest(url=url[:LONGEST_ADDRESS], status=status, reason=reason[:200])

    def _denial(self, url: str) -> str | None:
        """Our own refusal, if the browser only knows that its tunnel was not built."""
        host = url.partition("://")[2].partition("/")[0].partition(":")[0]
        for denial in self._proxy.denials:
            if denial.place.startswith(f"CONNECT {host}:"):
                return f"egress: {denial.reason}"
        return None


async def _size_of_answer(request: Request) -> int:
    try:
        sizes = await request.sizes()
    except PlaywrightError:
        return 0  # its page is gone
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]

"""Where pages are put before the eyes: one browser, one loop, and a site on loopback per look."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from coldread.egress.policy import Policy
from coldread.scanner.visit.deadlines import Deadlines
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Plan, Visitor, VisitResult, nothing_to_try
from tests.egress.places import a_site, fixed
from tests.harness.patience import SCAN_S, kept_waiting

Result = TypeVar("Result")
Answer = Callable[[str, asyncio.StreamWriter], Awaitable[None]]

GOOD_PAGE = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>A good page</title><main><h1>Bread from a stone oven</h1><p>Baked at night, at your door by seven.</p>
<a href="/order">Order a loaf</a></main></html>"""


def html(body: str, *, head: str = "") -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{head}</head><body>{body}</body></html>'
    )


@dataclass
class Studio:
    """Runs looks, one after the other, on the loop that the browser belongs to; each has all the time that it needs."""

    runner: asyncio.Runner
    renderer: Renderer
    names: dict[str, list[str]] = field(default_factory=dict)

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.runner.run(work)

    def look(self, pages: str | Mapping[str, str | Answer], *, plan: Plan = nothing_to_try) -> VisitResult:
        return self.run(self.looking(pages, plan=plan))

    async def looking(
        self,
        pages: str | Mapping[str, str | Answer],
        *,
        plan: Plan = nothing_to_try,
        deadlines: Deadlines | None = None,
    ) -> VisitResult:
        async with self.visitor(pages) as (visitor, url):
            visitor.deadlines = deadlines or visitor.deadlines
            return await visitor.visit(url, plan=plan)

    @functools.cached_property
    def pace(self) -> float:
        """Seconds that this machine needs for a look at a good page: 2 or 3 where it has time."""
        began = time.monotonic()
        self.look(GOOD_PAGE)
        return time.monotonic() - began

    @asynccontextmanager
    async def visitor(self, pages: str | Mapping[str, str | Answer]) -> AsyncIterator[tuple[Visitor, str]]:
        """A visitor that may see one site, and the address of its first page."""
        async with a_site(serving({"/": pages} if isinstance(pages, str) else pages)) as port:
            policy = Policy(allow=frozenset({("127.0.0.1", port)}))
            visitor = Visitor(
                policy=policy, renderer=self.renderer, resolver=fixed(self.names), deadline_s=SCAN_S
            )
            yield visitor, f"http://127.0.0.1:{port}/"


def serving(pages: Mapping[str, str | Answer]) -> Answer:
    """A site of these pages; what is not among them is 404."""

    async def handler(head: str, writer: asyncio.StreamWriter) -> None:
        method, path, _ = head.split(" ", 2)
        page = pages.get(path.partition("?")[0])
        if callable(page):
            await page(head, writer)
            return
        status = "404 Not Found" if page is None else "200 OK"
        body = (page or "").encode()
        lines = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(lines.encode() + (b"" if method == "HEAD" else body))

    return handler


class Scales:
    """The heaviest that a browser became, above what it weighs idle."""

    def __init__(self, renderer: Renderer, *, every_s: float) -> None:
        self._renderer = renderer
        self._every_s = every_s
        self.most = 0

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            chromium = self._renderer.current
            if chromium is not None:
                weight = await asyncio.to_thread(chromium.memory)
                self.most = max(self.most, weight - chromium.idle_weight)


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """How a look ended, how long it took (others' turns on this machine left out) and how heavy the browser became."""

    outcome: VisitResult | BaseException
    seconds: float
    growth: int


async def weighed(renderer: Renderer, work: Awaitable[VisitResult], *, every_s: float = 0.5) -> Weighed:
    """Weighing takes 5 ms of CPU and more: often only where memory is what the page is after."""
    scales = Scales(renderer, every_s=every_s)
    watching = asyncio.create_task(scales.watch())
    began = time.monotonic() - kept_waiting()
    try:
        outcome: VisitResult | BaseException = await work
    except Exception as error:
        outcome = error
    finally:
        watching.cancel()
    return Weighed(outcome=outcome, seconds=time.monotonic() - kept_waiting() - began, growth=scales.most)

"""Uses buttons and forms once, with the network cut: does anything happen?"""

from __future__ import annotations

import json
import time
from typing import Literal

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request, Route

from coldread.scanner.observations import Handled, ProbePlan
from coldread.scanner.observe.rendered import expression
from coldread.scanner.render.tab import Tab, TabLost

#: milliseconds in which something must happen
REACTION = 250
STEP_PATIENCE = 1.5


class Attempts:
    """Requests that the page tries to send while the network is cut; its own address does not count."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._count = 0

    async def begin(self) -> None:
        self._tab.meter.hang_up()
        await self._tab.page.route("**/*", self._stop)

    def total(self) -> int:
        return self._count + self._tab.popups

    async def _stop(self, route: Route, request: Request) -> None:
        same_page = request.url.partition("#")[0] == self._tab.page.url.partition("#")[0]
        itself = request.is_navigation_request() and same_page and request.method == "GET"
        # a new fragment makes the browser ask for the page's icon again
        icon = request.resource_type == "other"
        if not itself and not icon:
            self._count += 1
        try:
            await route.abort("aborted")  # an aborted navigation leaves the page where it is
        except PlaywrightError:
            pass


async def use_all(tab: Tab, plan: ProbePlan, *, seconds: float) -> tuple[Handled, ...]:
    """Everything that the plan asks for, as far as the time goes; what was not reached is not listed."""
    ends = time.monotonic() + seconds
    attempts = Attempts(tab)
    await tab.within(STEP_PATIENCE, attempts.begin())
    wanted: list[tuple[str, Literal["click", "submit"]]] = [
        *((selector, "click") for selector in plan.clicks),
        *((selector, "submit") for selector in plan.submits),
    ]
    done = list[Handled]()
    for selector, event in wanted:
        if time.monotonic() > ends:
            break
        done.append(await _use(tab, attempts, selector, event))
    return tuple(done)


async def _use(tab: Tab, attempts: Attempts, selector: str, event: Literal["click", "submit"]) -> Handled:
    sent, dialogs = attempts.total(), tab.dialogs
    wanted = {"selector": selector, "event": event, "patience": REACTION}
    try:
        outcome = json.loads(await tab.run(expression("use", wanted), STEP_PATIENCE))
    except TabLost as error:
        outcome = {"handled": None, "how": str(error)[:100]}
    if not outcome["handled"]:
        if tab.dialogs > dialogs:
            outcome = {"handled": True, "how": "dialog"}
        elif attempts.total() > sent:
            outcome = {"handled": True, "how": "request"}
    return Handled(selector=selector, event=event, handled=outcome["handled"], how=outcome["how"])

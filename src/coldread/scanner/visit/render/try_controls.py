"""Clicks buttons and submits forms once with the network cut, and records whether the page reacts."""

from __future__ import annotations

import dataclasses
import json
import time
from typing import Literal

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request, Route

from coldread.scanner.page.observations import ProbePlan, UseResult
from coldread.scanner.visit.render.script_results import expression
from coldread.scanner.visit.render.tab import Tab, TabLost

#: selector and event
Use = tuple[str, Literal["click", "submit"]]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reaction:
    """How the page reacted: per element at once (`prevented`, `dom`, `gone` or none), and later, by any of them."""

    outcomes: list[str]
    later: str


class Attempts:
    """Requests that the page tries to send while the network is cut; its own address does not count."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._count = 0

    async def begin(self) -> None:
        self._tab.meter.stop_counting()
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


async def use_all(tab: Tab, plan: ProbePlan, *, seconds: float) -> tuple[UseResult, ...]:
    """Everything in the plan, as far as time allows; the rest is not listed.

    First all are used in one go. Most pages stay quiet, so every control that did not react at once is dead, at the
    price of one wait. If something moved, the cause is unknown, and the controls in doubt are used again, one by one.
    """
    ends = time.monotonic() + seconds
    attempts = Attempts(tab)
    await tab.within(tab.deadlines.use, attempts.begin())
    wanted: list[Use] = [
        *((selector, "click") for selector in plan.clicks),
        *((selector, "submit") for selector in plan.submits),
    ]
    together = await _use_controls(tab, attempts, wanted)
    if together is not None and not together.later:
        return tuple(_result_of_use(use, how) for use, how in zip(wanted, together.outcomes, strict=True))
    certain = together.outcomes if together is not None else [""] * len(wanted)
    done = list[UseResult]()
    for use, how in zip(wanted, certain, strict=True):
        if how:
            done.append(_result_of_use(use, how))
        elif time.monotonic() < ends:
            done.append(await _use_alone(tab, attempts, use))
    return tuple(done)


async def _use_alone(tab: Tab, attempts: Attempts, use: Use) -> UseResult:
    reaction = await _use_controls(tab, attempts, [use])
    if reaction is None:
        return UseResult(selector=use[0], event=use[1], handled=None, how="the page does not answer")
    return _result_of_use(use, reaction.outcomes[0] or reaction.later)


async def _use_controls(tab: Tab, attempts: Attempts, uses: list[Use]) -> Reaction | None:
    """The reactions of these, or None if the page did not survive it."""
    sent, dialogs = attempts.total(), tab.dialogs
    wanted = {
        "uses": [{"selector": selector, "event": event} for selector, event in uses],
        "patience": round(tab.deadlines.reaction * 1000),
    }
    try:
        reaction = Reaction(**json.loads(await tab.run(expression("use", wanted), tab.deadlines.use)))
    except TabLost:
        return None
    if tab.dialogs > dialogs:
        return dataclasses.replace(reaction, later="dialog")
    if attempts.total() > sent and not reaction.later:
        return dataclasses.replace(reaction, later="request")
    return reaction


def _result_of_use(use: Use, how: str) -> UseResult:
    handled = None if how == "gone" else bool(how)
    return UseResult(selector=use[0], event=use[1], handled=handled, how=how)

"""The public face: look at a page for a brief and get a report.

PageError (from the fetch)   nothing to judge: it passes through
CannotRender                 a browser could not show the page; with `required` it passes through,
                             otherwise the HTML alone is judged and the report says so
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from coldread.scanner.brief import Brief
from coldread.scanner.facts import facts
from coldread.scanner.judge import judge
from coldread.scanner.observations import Observations, ProbePlan
from coldread.scanner.page import Page
from coldread.scanner.probes import plan
from coldread.scanner.report.record import Report
from coldread.scanner.reviewers import reviews
from coldread.scanner.score import ranked, scores, top

#: writes the probes from a first look
Plan = Callable[[Observations], ProbePlan]
#: address to a record with the static layer filled
Fetch = Callable[[str], Awaitable[Observations]]
#: that record and the plan to a record with the rendered layers filled
Render = Callable[[Observations, Plan], Awaitable[Observations]]


class CannotRender(Exception):  # noqa: N818 - reads as the sentence it is
    """The browser is missing, busy or failed; `reason` is a key of `reasons.CAVEATS`."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


async def look(
    url: str, brief: Brief, *, fetch: Fetch, render: Render | None, required: bool = False
) -> Report:
    """Fetch, render where possible, judge."""
    seen = await fetch(url)
    if render is None:
        return review(replace(seen, caveats=(*seen.caveats, "browser-missing")), brief)
    try:
        seen = await render(seen, lambda first_look: plan(first_look, brief))
    except CannotRender as trouble:
        if required:
            raise
        seen = replace(seen, caveats=(*seen.caveats, trouble.reason))
    return review(seen, brief)


def review(seen: Observations, brief: Brief) -> Report:
    """The pure part: the same record and brief give the same report."""
    judged = judge(seen, brief)
    ordered = ranked(judged.findings, brief.goal)
    points = scores(ordered, judged.measured_dimensions, brief.goal, judged.coverage)
    return Report(
        seen=seen,
        brief=brief,
        findings=tuple(ordered),
        top=tuple(top(ordered)),
        not_measured=judged.not_measured,
        scores=points,
        reviews=tuple(reviews(ordered, points, brief.goal, brief.lang)),
        facts=facts(Page(seen, brief)),
    )

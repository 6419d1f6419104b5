"""One visit to one page: the source and the browser concurrently, then all layers of the scan."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Mapping

from coldread.base.languages import Language
from coldread.cli.scanning.exits import Code, Stop
from coldread.cli.scanning.place import policy_for
from coldread.cli.scanning.progress import Progress
from coldread.egress.policy import Policy
from coldread.egress.target import parse
from coldread.scanner.brief import Brief
from coldread.scanner.judge.probes import plan_probes
from coldread.scanner.judge.reasons import caveat
from coldread.scanner.page.observations import Observations, ProbePlan
from coldread.scanner.visit.fetch import PageError
from coldread.scanner.visit.render.errors import RenderError
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Visitor, VisitResult

_NOT_NAMED = "{detail}; that is not what you named: scan it itself, or list it in COLDREAD_SCAN_ALLOW_HOSTS"
#: why there is no page, for somebody who typed its address; other reasons keep their words
SENTENCES = {
    "name_not_found": "there is no such host",
    "connect_failed": "nobody answers there; is the server running?",
    "timeout": "it did not answer in time",
    "tls_failed": "its certificate cannot be trusted",
    "not_html": "{detail}, not HTML",
    "bot_wall": "it is behind a wall against robots; a --cookie of a signed-in visit may open it",
    "http_401": "it wants a sign-in; give --header or --cookie",
    "http_403": "it refuses us; if it wants a sign-in, give --header or --cookie",
    "port_refused": _NOT_NAMED,
    "address_refused": _NOT_NAMED,
    "host_refused": _NOT_NAMED,
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Visit:
    """Everything that a visit needs."""

    url: str
    #: the page's name for people
    shown: str
    brief: Brief
    secret_headers: Mapping[str, str]
    #: True: required. None: use one if available. False: only the source.
    browser: bool | None
    chromium: str
    no_sandbox_permitted: bool
    allowed: frozenset[tuple[str, int]]
    #: seconds for the complete visit
    deadline_s: float


async def visit(asked: Visit, progress: Progress) -> VisitResult:
    """The record and the pictures; raises Stop if there is no page, or no browser although one is required."""
    policy = await policy_for(asked.url, asked.allowed)
    if asked.browser is False:
        return await _look(asked, policy, None, progress)
    renderer = Renderer(
        chromium=asked.chromium,
        no_sandbox_permitted=asked.no_sandbox_permitted,
        deadline_s=asked.deadline_s,
    )
    try:
        return await _look(asked, policy, renderer, progress)
    finally:
        await renderer.close()


async def visit_with(asked: Visit, renderer: Renderer | None, progress: Progress) -> VisitResult:
    """The same with a shared browser, which stays open."""
    return await _look(asked, await policy_for(asked.url, asked.allowed), renderer, progress)


async def _look(asked: Visit, policy: Policy, renderer: Renderer | None, progress: Progress) -> VisitResult:
    visitor = Visitor(policy=policy, renderer=renderer, deadline_s=asked.deadline_s)
    progress.step("reading the source")
    source, trouble = await asyncio.gather(_source(visitor, asked), _error_at_start(renderer))
    if isinstance(source, Stop):
        raise source
    if trouble is not None and asked.browser:
        raise Stop(Code.NO_BROWSER, f"The browser does not start: {trouble}.")
    landed = parse(source.final_url).origin
    if asked.secret_headers and landed != parse(asked.url).origin:
        progress.step(f"led on to {landed}: headers and cookies stay behind")
    progress.step(
        "reading what lies beside it"
        if renderer is None
        else f"looking at it on a desktop and a phone, with {asked.deadline_s:g} s for everything"
    )

    def wanted(first: Observations) -> ProbePlan:
        progress.step("trying its links and forms")
        return _plan(first, asked)

    try:
        visited = await visitor.visit(
            asked.url, plan=wanted, secret_headers=asked.secret_headers, read=source
        )
    except PageError as error:  # its scripts drew nothing
        raise stop_without_page(asked.shown, error) from None
    if asked.browser and not visited.observations.rendered:
        why = " ".join(caveat(key, Language.EN) for key in visited.observations.caveats)
        raise Stop(Code.NO_BROWSER, f"The browser could not show the page. {why}".strip())
    return visited


async def _source(visitor: Visitor, asked: Visit) -> Observations | Stop:
    """The static layer, or the error: returned, so that the browser's start is awaited in either case."""
    try:
        return await visitor.read_source(asked.url, secret_headers=asked.secret_headers)
    except PageError as error:
        return stop_without_page(asked.shown, error)


async def _error_at_start(renderer: Renderer | None) -> RenderError | None:
    """Why the browser did not start. Its seconds do not count for the visit."""
    if renderer is None:
        return None
    try:
        await renderer.warm_up()
    except RenderError as error:
        return error
    return None


def _plan(first: Observations, asked: Visit) -> ProbePlan:
    """The plan of the visit. With credentials no target is probed: without them a 404 means nothing, and with them a
    GET might change something."""
    wanted = plan_probes(first, asked.brief)
    return dataclasses.replace(wanted, targets=(), behind=()) if asked.secret_headers else wanted


def stop_without_page(name: str, error: PageError) -> Stop:
    """One sentence, with advice if there is any."""
    why = SENTENCES.get(error.reason, "{detail}").format(detail=error.detail).rstrip(".")
    return Stop(Code.NO_PAGE, f"There is no page to judge at {name}: {why}{'' if why.endswith('?') else '.'}")

"""Follows the goal's step once: at most two pages, each with one GET, through the egress like every other request.

Nothing is sent, nobody is signed in, no cookie is stored. Redirects are followed only within the page's own site or to a
known service, and a chain of them counts as one page. An isolated process reads the answer.
"""

from __future__ import annotations

import asyncio
import dataclasses
import time
from typing import Any

from pydantic import TypeAdapter

from coldread.base.incoming.inflate import EncodingError, TooLargeError
from coldread.egress.client import Answer, Client
from coldread.egress.errors import (
    EgressError,
    EgressRefused,
    RedirectRefused,
    TimedOut,
    TooMuchTime,
    Unreachable,
)
from coldread.isolation.errors import CutOff, IsolationError, TaskFailed
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.isolation.limits import PAGES
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.behind import BehindPage, Outline
from coldread.scanner.page.charset import decode
from coldread.scanner.page.observations import ProbedTarget
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.observe.outline import goal_link_target, may_be_followed, page_outline
from coldread.scanner.reading.behind import kind_of
from coldread.scanner.visit.bot_wall import bot_wall_in, is_bot_wall
from coldread.scanner.visit.fetch import HTML_TYPES, REQUEST_HEADERS
from coldread.scanner.visit.targets import CANNOT_TELL

#: bytes of each page; what a form needs is in its first part
LARGEST_PAGE = 1_000_000
#: seconds for both together, with their redirects
BYTES, REQUESTS = 2_500_000, 12
MOST_PAGES = 2
_OUTLINE = TypeAdapter(Outline)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Step:
    """What is followed, and from where."""

    selector: str
    url: str
    goal: str
    #: address of the page that has it
    here: str


async def follow(
    client: Client, isolated: IsolatedTasks, step: Step, *, ends: float
) -> tuple[BehindPage, ...]:
    """The pages behind the step, in order, until the moment `ends`; never raises for what the other side does."""
    found: list[BehindPage] = []
    address = step.url
    while address and len(found) < MOST_PAGES:
        page, address = await _read_page(client, isolated, step, address, ends)
        if page.outline is None and found:
            break  # the first page is enough
        found.append(page)
        if address in {one.url for one in found} | {one.final_url for one in found}:
            break
    return tuple(found)


async def _read_page(
    client: Client, isolated: IsolatedTasks, step: Step, url: str, ends: float
) -> tuple[BehindPage, str]:
    """One page, and the next address."""
    page = BehindPage(selector=step.selector, url=url)
    try:
        async with asyncio.timeout(max(0.0, ends - time.monotonic())):
            page, html = await _fetch_page(client, page, step.here)
            if not html:
                return page, ""
            asked = {"html": html, "url": page.final_url, "goal": step.goal}
            told = await isolated.run(PAGES, "visit.behind", asked)
            if told["is_wall"]:
                return dataclasses.replace(page, status=None, reason="bot-wall"), ""
            return dataclasses.replace(page, outline=_OUTLINE.validate_python(told["outline"])), told[
                "onward"
            ]
    except (TimeoutError, TimedOut, TooMuchTime):
        reason = "timeout"
    except RedirectRefused:
        reason = "another-site"
    except EgressRefused:
        reason = "refused"
    except EgressError as error:
        reason = error.reason
    except (CutOff, TooLargeError, EncodingError):
        reason = "unreadable"
    except (IsolationError, TaskFailed):
        reason = "not-read"
    return dataclasses.replace(page, reason=reason), ""


async def _fetch_page(client: Client, page: BehindPage, here: str) -> tuple[BehindPage, str]:
    """The page as far as its head says, and its source if it is a page."""
    async with client.open(
        page.url, headers=REQUEST_HEADERS, may_follow=lambda address: may_be_followed(here, address)
    ) as answer:
        landed = dataclasses.replace(page, final_url=answer.url)
        media = (answer.header("content-type") or "").partition(";")[0].strip().lower()
        if answer.status < 400 and media and media not in HTML_TYPES:
            return dataclasses.replace(landed, status=answer.status, reason="not-html"), ""
        html = await _source(answer)
    if answer.status >= 400 and bot_wall_in(html, answer.headers):
        return dataclasses.replace(landed, reason="bot-wall"), ""
    if answer.status >= 400:
        status = None if answer.status in CANNOT_TELL else answer.status
        return dataclasses.replace(landed, status=status, reason=f"http_{answer.status}"), ""
    return dataclasses.replace(landed, status=answer.status, reason="" if html else "empty"), html


async def _source(answer: Answer) -> str:
    """The first part of the body as text; an interrupted body is read as far as it came."""
    pieces = bytearray()
    try:
        async for piece in answer.plain(LARGEST_PAGE):
            pieces += piece
    except (TooLargeError, Unreachable):
        if not pieces:
            raise
    return decode(bytes(pieces), answer.header("content-type") or "").strip()


def as_target(wanted: tuple[str, str], page: BehindPage) -> ProbedTarget:
    """What a probe of the same address would have found, so that it is not requested twice."""
    selector, url = wanted
    return ProbedTarget(
        selector=selector, url=url, status=page.status, reason="" if page.status is not None else page.reason
    )


def outline_page(value: Any) -> dict[str, Any]:
    """The isolated task: the page's outline, and the next address if the page itself says nothing about the goal."""
    dom = read_dom(value["html"])
    drawn = page_outline(dom, value["url"])
    leads_on = kind_of(drawn, value["url"]) == "other"
    return {
        "is_wall": is_bot_wall(value["html"], (), drawn.words),
        "outline": dataclasses.asdict(drawn),
        "onward": goal_link_target(dom, value["url"], PrimaryGoal(value["goal"])) if leads_on else "",
    }

"""What answers at an address that a page points to: HEAD first, and GET before a bad result is reported."""

from __future__ import annotations

import asyncio

from coldread.egress.client import Client
from coldread.egress.errors import EgressError, EgressRefused, TimedOut
from coldread.scanner.page.observations import ProbedTarget
from coldread.scanner.visit.bot_wall import bot_wall_in
from coldread.scanner.visit.fetch import REQUEST_HEADERS

#: enough of an answer to recognise a bot wall
LARGEST_LOOK = 32 * 1024
#: answers from which it is unknown whether the page exists
CANNOT_TELL = frozenset({401, 403, 405, 429, 501, 503})


async def probe_all(
    client: Client, wanted: tuple[tuple[str, str], ...], *, timeout_s: float
) -> tuple[ProbedTarget, ...]:
    """One answer for each (selector, address), in the given order; addresses are requested at the same time."""
    asked = (probe(client, selector, url, timeout_s=timeout_s) for selector, url in wanted)
    return tuple(await asyncio.gather(*asked))


async def probe(client: Client, selector: str, url: str, *, timeout_s: float) -> ProbedTarget:
    """What answers at `url`, HEAD and GET together within `timeout_s`; never raises for what the other side does."""
    try:
        async with asyncio.timeout(timeout_s):
            status, reason = await _status_of_target(client, url.partition("#")[0])
    except (TimeoutError, TimedOut):
        status, reason = None, "timeout"
    except EgressRefused:
        status, reason = None, "refused"
    except EgressError as error:
        status, reason = None, error.reason
    return ProbedTarget(selector=selector, url=url, status=status, reason=reason)


async def _status_of_target(client: Client, url: str) -> tuple[int | None, str]:
    async with client.open(url, method="HEAD", headers=REQUEST_HEADERS) as answer:
        if answer.status < 400:
            return answer.status, ""
    async with client.open(url, headers=REQUEST_HEADERS) as answer:
        if answer.status < 400:
            return answer.status, ""
        seen = bytearray()
        async for chunk in answer.chunks:
            seen += chunk
            if len(seen) > LARGEST_LOOK:
                break
        if bot_wall_in(seen.decode("utf-8", "replace"), answer.headers):
            return None, "bot-wall"
        return (None, f"http_{answer.status}") if answer.status in CANNOT_TELL else (answer.status, "")

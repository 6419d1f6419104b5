"""Answers a page's first request in one tab with other HTML, under the same address."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from coldread.base.incoming.addresses import split_fragment

#: headers of the page's own answer that limit or enable its content; no others are repeated
KEPT_HEADERS = frozenset({"content-security-policy", "link"})


@dataclasses.dataclass(frozen=True, kw_only=True)
class StandIn:
    """The answer for `url`, once."""

    url: str
    html: str
    #: headers of the page's own answer
    headers: tuple[tuple[str, str], ...] = ()

    async def attach(self, session: CDPSession) -> None:
        answering = _Answering(self, session)
        session.on("Fetch.requestPaused", answering.paused)
        await session.send("Fetch.enable", {"patterns": [{"urlPattern": "*", "resourceType": "Document"}]})


class _Answering:
    """Answers the first request for the address; frames and later navigations go to the network."""

    def __init__(self, answer: StandIn, session: CDPSession) -> None:
        self._answer = answer
        self._session = session
        self._given = False
        self._running: set[asyncio.Task[None]] = set()

    def paused(self, event: dict[str, Any]) -> None:
        asked = split_fragment(event["request"]["url"])[0]
        ours = not self._given and asked == split_fragment(self._answer.url)[0]
        self._given = self._given or ours
        task = asyncio.create_task(self._go_on(event["requestId"], ours=ours))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _go_on(self, request: str, *, ours: bool) -> None:
        try:
            if ours:
                await self._session.send(
                    "Fetch.fulfillRequest", {"requestId": request, **self._stand_in_response()}
                )
            else:
                await self._session.send("Fetch.continueRequest", {"requestId": request})
        except PlaywrightError:
            pass  # the page has moved on

    def _stand_in_response(self) -> dict[str, Any]:
        kept = [(name, value) for name, value in self._answer.headers if name.lower() in KEPT_HEADERS]
        headers = [("content-type", "text/html; charset=utf-8"), *kept]
        return {
            "responseCode": 200,
            "responseHeaders": [{"name": name, "value": value} for name, value in headers],
            "body": base64.b64encode(self._answer.html.encode("utf-8", "replace")).decode(),
        }

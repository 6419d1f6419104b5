"""What signs a visit in: cookies and headers that go to one origin, on every hop that leads there, and nowhere else."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Mapping
from typing import Any

from playwright.async_api import BrowserContext, CDPSession
from playwright.async_api import Error as PlaywrightError

from coldread.egress.errors import Refused
from coldread.egress.target import parse


@dataclasses.dataclass(frozen=True, kw_only=True)
class Credentials:
    """For the origin of the address that was asked for, wherever it may lead on to."""

    origin: str
    cookies: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()

    def jar(self) -> list[dict[str, Any]]:
        """The cookies as the browser takes them: for this host alone, and over https only where the page is."""
        secure = self.origin.startswith("https:")
        return [
            {"name": name, "value": value, "url": self.origin, "secure": secure}
            for name, value in self.cookies
        ]

    async def give_to(self, context: BrowserContext, session: CDPSession) -> None:
        """Before the page is loaded."""
        if self.cookies:
            await context.add_cookies(self.jar())  # type: ignore[arg-type]  # plain dicts of the right shape
        if self.headers:
            await _Carrier(session, self).start()


class _Carrier:
    """Pauses each request to the origin for a moment and sends it on with the headers.

    The browser asks anew for every hop of a redirect, so that a header never follows one to another origin.
    """

    def __init__(self, session: CDPSession, credentials: Credentials) -> None:
        self._session = session
        self._credentials = credentials
        self._passing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._session.on("Fetch.requestPaused", self._paused)
        await self._session.send(
            "Fetch.enable", {"patterns": [{"urlPattern": f"{self._credentials.origin}/*"}]}
        )

    def _paused(self, event: dict[str, Any]) -> None:
        task = asyncio.create_task(self._pass_on(event))
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)

    async def _pass_on(self, event: dict[str, Any]) -> None:
        wanted: dict[str, Any] = {"requestId": event["requestId"]}
        if origin_of(event["request"]["url"]) == self._credentials.origin:
            wanted["headers"] = self._signed(event["request"]["headers"])
        try:
            await self._session.send("Fetch.continueRequest", wanted)
        except PlaywrightError:
            pass  # the page is gone, or thought better of it

    def _signed(self, headers: Mapping[str, str]) -> list[dict[str, str]]:
        ours = {name.lower() for name, _ in self._credentials.headers}
        kept = [(name, value) for name, value in headers.items() if name.lower() not in ours]
        return [{"name": name, "value": value} for name, value in (*kept, *self._credentials.headers)]


def credentials(url: str, secret_headers: Mapping[str, str]) -> Credentials:
    """A `Cookie` header becomes cookies, which the page may read and renew; the others stay headers."""
    cookies: list[tuple[str, str]] = []
    headers: list[tuple[str, str]] = []
    for name, value in secret_headers.items():
        if name.lower() == "cookie":
            cookies += _pairs(value)
        else:
            headers.append((name, value))
    return Credentials(origin=parse(url).origin, cookies=tuple(cookies), headers=tuple(headers))


def _pairs(cookie_header: str) -> list[tuple[str, str]]:
    """Cut as servers cut it, so that the browser sends what the fetch of the source sent."""
    parts = [part.strip().partition("=") for part in cookie_header.split(";") if part.strip()]
    return [(name.strip(), value.strip()) for name, _, value in parts]


def origin_of(url: str) -> str:
    """Empty for what is no address of the web."""
    try:
        return parse(url).origin
    except Refused:
        return ""

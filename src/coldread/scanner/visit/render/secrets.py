"""Secrets for the page's own origin only: a signed-in visitor's cookies and headers."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

from playwright.async_api import BrowserContext, CDPSession
from playwright.async_api import Error as PlaywrightError


@dataclasses.dataclass(frozen=True, kw_only=True)
class Secrets:
    """Headers for the requested origin, wherever it redirects to; `Cookie` becomes the browser's own cookies."""

    origin: str = ""
    headers: dict[str, str] = dataclasses.field(default_factory=dict)

    @property
    def cookies(self) -> list[dict[str, Any]]:
        """Split as servers split the header, and limited to https if the page is on https."""
        header = next((value for name, value in self.headers.items() if name.lower() == "cookie"), "")
        pairs = [part.strip().partition("=") for part in header.split(";") if part.strip()]
        secure = self.origin.startswith("https:")
        return [
            {"name": name, "value": value, "url": self.origin, "secure": secure} for name, _, value in pairs
        ]

    @property
    def other_headers(self) -> dict[str, str]:
        return {name: value for name, value in self.headers.items() if name.lower() != "cookie"}


async def attach_secrets(secrets: Secrets, context: BrowserContext, session: CDPSession) -> None:
    """Make the tab send the secrets to their own origin only; each redirect hop is checked again."""
    if secrets.cookies:
        await context.add_cookies(secrets.cookies)  # type: ignore[arg-type]  # plain dicts of the right shape
    if secrets.other_headers:
        telling = _Telling(secrets, session)
        session.on("Fetch.requestPaused", telling.paused)
        await session.send("Fetch.enable", {"patterns": [{"urlPattern": f"{secrets.origin}/*"}]})


class _Telling:
    """Adds the headers to requests of the origin, one by one."""

    def __init__(self, secrets: Secrets, session: CDPSession) -> None:
        self._secrets = secrets
        self._session = session
        self._running: set[asyncio.Task[None]] = set()

    def paused(self, event: dict[str, Any]) -> None:
        task = asyncio.create_task(self._go_on(event))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _go_on(self, event: dict[str, Any]) -> None:
        wanted: dict[str, Any] = {"requestId": event["requestId"]}
        if event["request"]["url"].startswith(f"{self._secrets.origin}/"):
            wanted["headers"] = self._headers_with_secrets(event["request"]["headers"])
        try:
            await self._session.send("Fetch.continueRequest", wanted)
        except PlaywrightError:
            pass  # the page has moved on

    def _headers_with_secrets(self, headers: dict[str, str]) -> list[dict[str, str]]:
        """Ours instead of the browser's, however it spells their names."""
        ours = self._secrets.other_headers
        named = {name.lower() for name in ours}
        kept = {name: value for name, value in headers.items() if name.lower() not in named}
        return [{"name": name, "value": value} for name, value in (kept | ours).items()]

"""`/robots.txt` and `/llms.txt` of a page's origin, requested with short limits."""

from __future__ import annotations

import asyncio

from coldread.base.incoming.addresses import join_address
from coldread.base.incoming.inflate import EncodingError, TooLargeError
from coldread.egress.client import Client
from coldread.egress.errors import EgressError
from coldread.scanner.visit.fetch import REQUEST_HEADERS

LARGEST_FILE = 256 * 1024
HEADERS = {**REQUEST_HEADERS, "Accept": "text/plain,text/markdown,*/*;q=0.1"}


async def robots_txt(client: Client, page: str, *, timeout_s: float) -> str | None:
    """The text of the origin's robots.txt; empty if there is none, None if unknown."""
    return await text_file(client, join_address(page, "/robots.txt"), timeout_s)


async def llms_txt(client: Client, page: str, *, timeout_s: float) -> bool | None:
    """Whether the origin has an llms.txt; None if unknown."""
    text = await text_file(client, join_address(page, "/llms.txt"), timeout_s)
    return None if text is None else bool(text.strip())


async def text_file(client: Client, url: str, timeout_s: float) -> str | None:
    """A text file's content; empty if it is missing or a web page."""
    try:
        async with asyncio.timeout(timeout_s), client.open(url, headers=HEADERS) as answer:
            if answer.status in (404, 410) or "html" in (answer.header("content-type") or ""):
                return ""
            if answer.status != 200:
                return None
            pieces = [piece async for piece in answer.plain(LARGEST_FILE)]
    except (TimeoutError, EgressError, EncodingError, TooLargeError):
        return None
    return b"".join(pieces).decode("utf-8", "replace")

"""Fetches a page's source: at most 5 MB in 3 seconds, with a machine-readable reason if there is none.

PageError
├── PageUnreachable   refused, no answer, an HTTP error, not HTML, too large; `reason` says which
└── PageEmptyError    it answered without content
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from coldread.base.incoming.inflate import EncodingError, TooLargeError
from coldread.base.version import USER_AGENT
from coldread.egress.client import Answer, Client
from coldread.egress.errors import EgressError, TooManyBytes, Unreachable
from coldread.scanner.page.charset import decode
from coldread.scanner.visit.bot_wall import bot_wall_in

LARGEST_PAGE = 5_000_000
#: enough of an error page to recognise a bot wall
LARGEST_ERROR_PAGE = 64 * 1024
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
#: no brotli and no zstd: their libraries have no limit on the output
REQUEST_HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html,application/xhtml+xml;q=0.9",
    "Accept-Language": "en,sv;q=0.8,*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
}


class PageError(Exception):
    """There is no page to judge; `reason` is the machine-readable cause."""

    def __init__(self, reason: str, detail: str) -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason}: {detail}")


class PageUnreachable(PageError):
    pass


class PageEmptyError(PageError):
    pass


@dataclasses.dataclass(frozen=True, kw_only=True)
class Fetched:
    """A page's source, and how it was reached."""

    url: str
    final_url: str
    status: int
    #: names in lower case
    headers: tuple[tuple[str, str], ...]
    #: addresses on the way, without the final one
    redirects: tuple[str, ...]
    html: str
    #: the body was cut off: a slow or broken connection
    truncated: bool


async def fetch(client: Client, url: str, *, secret_headers: Mapping[str, str] | None = None) -> Fetched:
    """The page at `url`; raises PageError. `secret_headers` (a cookie) go to its own origin only."""
    try:
        async with client.open(url, headers=REQUEST_HEADERS, secret_headers=secret_headers) as answer:
            return await _fetched_page(url, answer)
    except EgressError as error:
        reason = "too_large" if isinstance(error, TooManyBytes) else error.reason
        raise PageUnreachable(reason, str(error)) from error
    except TooLargeError as error:
        raise PageUnreachable("too_large", str(error)) from None
    except EncodingError as error:
        raise PageUnreachable("bad_encoding", str(error)) from None


async def _fetched_page(url: str, answer: Answer) -> Fetched:
    if answer.status >= 400:
        raise PageUnreachable(await _http_reason(answer), f"the page answered {answer.status}")
    content_type = answer.header("content-type") or ""
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type and media_type not in HTML_TYPES:
        raise PageUnreachable("not_html", f"the page is {media_type}")
    body, truncated = await _body(answer, LARGEST_PAGE)
    if not body.strip():
        raise PageEmptyError("empty_body", "the page has no content")
    if not media_type and not body.lstrip(b"\xef\xbb\xbf \t\r\n\f").startswith(b"<"):
        raise PageUnreachable("not_html", "the page does not say what it is")
    return Fetched(
        url=url,
        final_url=answer.url,
        status=answer.status,
        headers=answer.headers,
        redirects=tuple(hop.url for hop in answer.redirects),
        html=decode(body, content_type),
        truncated=truncated,
    )


async def _http_reason(answer: Answer) -> str:
    """`http_404`, or `bot_wall` if the refusal is for robots."""
    if answer.status in (401, 403, 405, 429, 503):
        try:
            body, _ = await _body(answer, LARGEST_ERROR_PAGE)
        except (TooLargeError, EncodingError):
            body = b""
        if bot_wall_in(body.decode("utf-8", "replace"), answer.headers):
            return "bot_wall"
    return f"http_{answer.status}"


async def _body(answer: Answer, limit: int) -> tuple[bytes, bool]:
    """The decompressed bytes, and whether they ended early; an early end without any byte is a failure."""
    pieces = bytearray()
    try:
        async for piece in answer.plain(limit):
            pieces += piece
    except Unreachable:
        if not pieces.strip():
            raise
        return bytes(pieces), True
    return bytes(pieces), False

"""Reading what an outsider answers over HTTP: a limit on the plain bytes, one deadline for the whole, bounded JSON.

A limit on the bytes that travel bounds nothing: 291 kB of gzip were 300 MB of text (2026-11-18). So the body is opened
a bounded piece at a time, and JSON is refused by its depth and its number of values before anything is built from it.
"""

from __future__ import annotations

import asyncio
import dataclasses
from typing import TYPE_CHECKING, Any

from coldread.base import strict_json
from coldread.base.inflate import EncodingError, TooLargeError, inflated
from coldread.base.problems import Problem

if TYPE_CHECKING:
    import httpx

#: what to ask for: nobody who answers plainly can answer with a bomb
PLAIN = {"Accept-Encoding": "identity"}


class UnreadableBody(Exception):
    """Too large, too slow, too deep, in an unknown encoding, or not there; the sentence holds nothing that came."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReadAnswer:
    """An answer that was read to its end."""

    status: int
    headers: httpx.Headers
    body: bytes


async def exchange(
    http: httpx.AsyncClient, method: str, url: str, *, within_s: float, most_bytes: int, **request: Any
) -> ReadAnswer:
    """Ask and read, all within `within_s`; httpx's own time-outs begin anew with each byte. Raises UnreadableBody."""
    import httpx

    try:
        async with (
            asyncio.timeout(within_s),
            http.stream(method, url, **request) as answer,
        ):
            body = await read_body(answer, most_bytes)
            return ReadAnswer(status=answer.status_code, headers=answer.headers, body=body)
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        raise UnreadableBody(type(error).__name__) from error


async def read_body(answer: httpx.Response, most_bytes: int) -> bytes:
    """The plain bytes of an answer that is still being streamed; raises UnreadableBody."""
    encoding = answer.headers.get("content-encoding", "")
    taken = bytearray()
    try:
        async for piece in inflated(answer.aiter_raw(), encoding, most_bytes):
            taken += piece
    except (TooLargeError, EncodingError) as error:
        raise UnreadableBody(str(error)) from error
    return bytes(taken)


def bounded_json(raw: bytes, most_values: int = strict_json.MOST_VALUES) -> Any:
    """The value in `raw`: at most 32 levels and `most_values` values. Raises UnreadableBody."""
    try:
        return strict_json.parse(raw, most_values)
    except Problem as problem:
        raise UnreadableBody(problem.detail) from None

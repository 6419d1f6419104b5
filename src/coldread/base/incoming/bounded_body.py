"""Reading an outsider's HTTP answer: a limit on the decompressed bytes, one deadline for all of it, bounded JSON.

A limit on the transferred bytes is not enough: 291 kB of gzip were 300 MB of text (2026-11-18). So the body is
decompressed piece by piece, and JSON is refused by its depth and number of values before anything is built from it."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import TYPE_CHECKING, Any

from coldread.base.incoming import strict_json
from coldread.base.incoming.inflate import EncodingError, TooLargeError, inflated_chunks
from coldread.base.problems import Problem

if TYPE_CHECKING:
    import httpx

#: request headers: an uncompressed answer cannot be a compression bomb
PLAIN = {"Accept-Encoding": "identity"}


class UnreadableBody(Exception):
    """Too large, too slow, too deep, in an unknown encoding, or absent. The sentence quotes nothing of the answer."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReadAnswer:
    """An answer that was read completely."""

    status: int
    headers: httpx.Headers
    body: bytes


async def exchange(
    http: httpx.AsyncClient, method: str, url: str, *, within_s: float, most_bytes: int, **request: Any
) -> ReadAnswer:
    """Send and read, all within `within_s`; httpx's own time-outs restart with each byte. Raises UnreadableBody."""
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
    """The decompressed bytes of a streamed answer; raises UnreadableBody."""
    encoding = answer.headers.get("content-encoding", "")
    taken = bytearray()
    try:
        async for piece in inflated_chunks(answer.aiter_raw(), encoding, most_bytes):
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

"""Questions to the node that the operator configured: JSON-RPC with a time-out, a size cap and no redirects.

A node is believed where its answer has exactly the shape that was asked for. Anything else is OutcomeUnknown.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from functools import cached_property
from itertools import count
from typing import Any

import httpx

from coldread.base import trace
from coldread.payments.methods.method import OutcomeUnknown

LARGEST_ANSWER = 1_000_000
_QUANTITY = re.compile(r"0x[0-9a-fA-F]{1,64}")


class _Capped(httpx.AsyncByteStream):
    """Ends an answer that does not end."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = LARGEST_ANSWER
        async for chunk in self.stream:
            left -= len(chunk)
            if left < 0:
                raise httpx.ReadError("the node's answer is too large")
            yield chunk

    async def aclose(self) -> None:
        await self.stream.aclose()


class _CappedTransport(httpx.AsyncHTTPTransport):
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer = await super().handle_async_request(request)
        return httpx.Response(
            answer.status_code,
            headers=answer.headers,
            stream=_Capped(answer.stream),
            extensions=answer.extensions,
        )


def client(timeout_s: float) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=_CappedTransport(retries=0), timeout=timeout_s, follow_redirects=False, trust_env=False
    )


class Node:
    """One RPC endpoint; whatever goes wrong with it is OutcomeUnknown."""

    def __init__(self, url: str, timeout_s: float) -> None:
        self.url = url
        self.timeout_s = timeout_s
        self._ids = count(1)

    @cached_property
    def http(self) -> httpx.AsyncClient:
        return client(self.timeout_s)

    async def ask(self, method: str, *parameters: Any) -> Any:
        with trace.span(f"chain {method}"):
            return await self._asked(method, *parameters)

    async def _asked(self, method: str, *parameters: Any) -> Any:
        number = next(self._ids)
        question = {"jsonrpc": "2.0", "id": number, "method": method, "params": list(parameters)}
        try:
            async with asyncio.timeout(self.timeout_s):  # of the whole: httpx's begins anew with each byte
                answer = await self.http.post(self.url, json=question)
            answer.raise_for_status()
            body = answer.json()
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, ValueError, RecursionError) as error:
            raise OutcomeUnknown(f"The payment network does not answer ({type(error).__name__}).") from error
        if not isinstance(body, dict) or "result" not in body or body.get("id") != number:
            raise OutcomeUnknown("The payment network answers with an error.")
        return body["result"]

    async def number(self, method: str, *parameters: Any) -> int:
        """The answer as a number; nodes write them in hexadecimal."""
        return quantity(await self.ask(method, *parameters))

    async def call(self, to: str, data: str) -> int:
        return await self.number("eth_call", {"to": to, "data": data}, "latest")

    async def close(self) -> None:
        if "http" in vars(self):
            await self.http.aclose()


def quantity(value: Any) -> int:
    """A number as nodes write it."""
    if not isinstance(value, str) or not _QUANTITY.fullmatch(value):
        raise OutcomeUnknown("The payment network answers with something that is not a number.")
    return int(value, 16)

"""Questions to the node that the operator configured: JSON-RPC with a time-out, a size cap and no redirects."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx

from coldread.payments.methods.method import OutcomeUnknown

LARGEST_ANSWER = 1_000_000


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
    """One RPC endpoint; whatever goes wrong with it is Unsure."""

    def __init__(self, url: str, timeout_s: float) -> None:
        self.url = url
        self.http = client(timeout_s)

    async def ask(self, method: str, *parameters: Any) -> Any:
        question = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(parameters)}
        try:
            answer = await self.http.post(self.url, json=question)
            answer.raise_for_status()
            body = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            raise OutcomeUnknown(f"The payment network does not answer ({type(error).__name__}).") from error
        if not isinstance(body, dict) or "result" not in body:
            raise OutcomeUnknown("The payment network answers with an error.")
        return body["result"]

    async def number(self, method: str, *parameters: Any) -> int:
        """The answer as a number; nodes write them in hexadecimal."""
        answer = await self.ask(method, *parameters)
        try:
            return int(answer, 16)
        except (TypeError, ValueError):
            raise OutcomeUnknown("The payment network answers with something that is not a number.") from None

    async def call(self, to: str, data: str) -> int:
        return await self.number("eth_call", {"to": to, "data": data}, "latest")

    async def close(self) -> None:
        await self.http.aclose()

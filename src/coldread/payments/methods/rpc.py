"""Questions to the operator's node: JSON-RPC with one deadline, limits on size and depth, and no redirects.

An answer is believed only in exactly the expected shape. Anything else is OutcomeUnknown."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import count
from typing import Any

import httpx

from coldread.base import trace
from coldread.base.incoming.bounded_body import PLAIN, UnreadableBody, bounded_json, exchange
from coldread.payments.methods.method import OutcomeUnknown

LARGEST_ANSWER = 1_000_000
#: 2,000 logs in 1 MB have 35,000
MOST_VALUES = 50_000
#: the receipts of a full block
LARGEST_BLOCK, MOST_BLOCK_VALUES = 16_000_000, 800_000
_QUANTITY = re.compile(r"0x[0-9a-fA-F]{1,64}")


class NodeRefused(OutcomeUnknown):
    """The node answered with a JSON-RPC error: it did not do what it was asked."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__("The payment network answers with an error.")


class Node:
    """One RPC endpoint. Every failure is OutcomeUnknown."""

    def __init__(self, url: str, timeout_s: float) -> None:
        self.url = url
        self.timeout_s = timeout_s
        self._ids = count(1)

    @cached_property
    def http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            timeout=self.timeout_s, follow_redirects=False, trust_env=False, headers=PLAIN
        )

    async def ask(
        self, method: str, *parameters: Any, most_bytes: int = LARGEST_ANSWER, most_values: int = MOST_VALUES
    ) -> Any:
        with trace.span(f"chain {method}"):
            return await self._asked(method, list(parameters), most_bytes, most_values)

    async def _asked(self, method: str, parameters: list[Any], most_bytes: int, most_values: int) -> Any:
        number = next(self._ids)
        question = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
        try:
            answer = await exchange(
                self.http, "POST", self.url, within_s=self.timeout_s, most_bytes=most_bytes, json=question
            )
            body = bounded_json(answer.body, most_values) if answer.status == 200 else None
        except UnreadableBody as error:
            raise OutcomeUnknown(f"The payment network does not answer ({error}).") from error
        if not isinstance(body, dict) or body.get("id") != number:
            raise OutcomeUnknown(
                "The payment network answered with something that is not a JSON-RPC response."
            )
        if "result" in body:
            return body["result"]
        raise _refusal(body.get("error"))

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
        raise OutcomeUnknown("The payment network answered with something that is not a number.")
    return int(value, 16)


def _refusal(error: Any) -> OutcomeUnknown:
    code = error.get("code") if isinstance(error, dict) else None
    if isinstance(code, int) and not isinstance(code, bool):
        return NodeRefused(code)
    return OutcomeUnknown("The payment network answered with an error that cannot be read.")

"""Visiting a submitted endpoint: a few small requests through the egress, each with a limited answer."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin

from coldread.base.incoming.inflate import PIECE, EncodingError, TooLargeError
from coldread.base.version import AGENT
from coldread.egress.budget import Budget, Caps
from coldread.egress.client import Client
from coldread.egress.connector import Connector
from coldread.egress.errors import BadAnswer, EgressError
from coldread.egress.names import Names
from coldread.egress.policy import Policy

#: for all requests of one review together
CAPS = Caps(bytes=4_000_000, requests=24, seconds=25.0)
#: bytes of one answer that are read
LARGEST_ANSWER = 512 * 1024
HEADERS = {
    "User-Agent": f"Mozilla/5.0 (compatible; {AGENT}; agent readiness review)",
    "Accept-Encoding": "identity",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class EndpointAnswer:
    """One answer. Without a status there was none, and `failure` says why."""

    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    failure: str | None = None

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")

    @property
    def media_type(self) -> str:
        return self.header("content-type").partition(";")[0].strip().lower()

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @property
    def document(self) -> dict[str, Any] | None:
        """The JSON object in the answer; None if it is anything else."""
        try:
            value = json.loads(self.body)
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None


class EndpointClient:
    """Sends requests to one origin. A refused, failed or endless one also counts as an answer."""

    def __init__(self, client: Client, endpoint: str) -> None:
        self._client = client
        self.endpoint = endpoint

    async def get(self, path: str, accept: str = "*/*") -> EndpointAnswer:
        return await self._ask("GET", urljoin(self.endpoint, path), {"Accept": accept})

    async def post_empty(self) -> EndpointAnswer:
        """POST an empty body: a paid endpoint answers 402 before it validates the body."""
        headers = {"Accept": "application/json", "Content-Type": "application/json", "Content-Length": "0"}
        return await self._ask("POST", self.endpoint, headers)

    async def _ask(self, method: str, url: str, headers: Mapping[str, str]) -> EndpointAnswer:
        try:
            async with self._client.open(url, method=method, headers={**HEADERS, **headers}) as answer:
                body = bytearray()
                async for piece in answer.plain(LARGEST_ANSWER + PIECE):
                    body += piece
                    if len(body) >= LARGEST_ANSWER:
                        break
                return EndpointAnswer(
                    status=answer.status, headers=answer.headers, body=bytes(body[:LARGEST_ANSWER])
                )
        except EgressError as error:
            return EndpointAnswer(failure=error.reason)
        except (EncodingError, TooLargeError):
            return EndpointAnswer(failure=BadAnswer.reason)


def open_client(policy: Policy) -> Client:
    """A client with its own budget."""
    return Client(Connector(policy=policy, names=Names(), budget=Budget(CAPS)))

"""The connection to the model: an HTTP client with time-outs and a size limit, no redirects, and no proxies from the
environment."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from coldread.llm.errors import UnusableAnswer

if TYPE_CHECKING:
    import httpx

#: the largest budget gives an answer of about 30 kB; a larger one is refused
LARGEST = 1_000_000
CONNECT_S = 5.0
#: between two pieces of an answer, which comes only when it is complete; the caller's deadline is shorter
READ_TIMEOUT_S = 600.0
LONGEST_WAIT_S = 20.0


@dataclasses.dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """One request, ready to go."""

    url: str
    headers: dict[str, str] = dataclasses.field(repr=False)  # these contain the key
    body: dict[str, Any]


class ModelHttp:
    """Opened at the first request: most processes never send one."""

    def __init__(self) -> None:
        self._client: httpx.AsyncClient | None = None

    async def ask(self, asked: ModelRequest) -> Any:
        """The JSON of a 200; raises UnusableAnswer."""
        import httpx

        try:
            async with self._open_client().stream(
                "POST", asked.url, headers=asked.headers, json=asked.body
            ) as answer:
                _raise_if_refused(answer)
                return _json(await _read(answer))
        except httpx.HTTPError as error:
            raise UnusableAnswer("unreachable", type(error).__name__, passing=True) from error

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    def _open_client(self) -> httpx.AsyncClient:
        import httpx

        if self._client is None:
            self._client = httpx.AsyncClient(
                timeout=httpx.Timeout(READ_TIMEOUT_S, connect=CONNECT_S),
                follow_redirects=False,
                trust_env=False,
                headers={"Accept-Encoding": "identity"},
            )
        return self._client


def _raise_if_refused(answer: httpx.Response) -> None:
    if answer.status_code in (408, 409, 429) or answer.status_code >= 500:
        raise UnusableAnswer(
            "busy", f"status {answer.status_code}", passing=True, wait_s=_seconds_to_wait(answer)
        )
    if answer.status_code != 200:
        raise UnusableAnswer("refused", f"status {answer.status_code}")
    if answer.headers.get("Content-Encoding", "identity") != "identity":
        raise UnusableAnswer(
            "refused", "packed although we asked for it plain"
        )  # a compression bomb would be unpacked here


def _seconds_to_wait(answer: httpx.Response) -> float | None:
    """The server's Retry-After, if it is a plain number of seconds."""
    asked = answer.headers.get("Retry-After", "")
    return min(float(asked), LONGEST_WAIT_S) if asked.isascii() and asked.isdigit() else None


async def _read(answer: httpx.Response) -> bytes:
    taken = bytearray()
    async for piece in answer.aiter_raw():
        taken += piece
        if len(taken) > LARGEST:
            raise UnusableAnswer("too-large", f"over {LARGEST} bytes")
    return bytes(taken)


def _json(raw: bytes) -> Any:
    try:
        return from_json(raw)
    except ValueError as error:
        raise UnusableAnswer("not-json", "the answer's envelope", passing=True) from error

"""An HTTP client through a connector: pinned addresses, redirects checked one by one, bodies as raw bytes."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager

import certifi
import httpcore

from coldread.base.incoming.inflate import inflated_chunks
from coldread.egress.connector import Connector
from coldread.egress.errors import (
    BadAnswer,
    ConnectFailed,
    RedirectRefused,
    TimedOut,
    TlsFailed,
    TooManyRedirects,
)
from coldread.egress.streams import ConnectorBackend
from coldread.egress.target import Target, parse

REDIRECTS = frozenset({301, 302, 303, 307, 308})
MOST_REDIRECTS = 5


@dataclasses.dataclass(frozen=True, kw_only=True)
class Redirect:
    """One redirect: its source, its status, and its target."""

    url: str
    status: int
    location: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Answer:
    """The head of the last answer of a chain; the body is read while the connection is open."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    redirects: tuple[Redirect, ...]
    chunks: AsyncIterator[bytes]

    def plain(self, most_bytes: int) -> AsyncIterator[bytes]:
        """The body, decompressed piece by piece; raises TooLargeError and EncodingError of `base/incoming/inflate`."""
        return inflated_chunks(self.chunks, self.header("content-encoding") or "", most_bytes)

    def header(self, name: str) -> str | None:
        """The first value of a header."""
        return next((value for key, value in self.headers if key == name.lower()), None)


class Client:
    """A client for one connector. It never reads proxies or credentials from the environment, and has no cookies."""

    def __init__(self, door: Connector) -> None:
        self._door = door
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trusted_roots(), network_backend=ConnectorBackend(door), max_connections=8
        )

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._pool.aclose()

    @asynccontextmanager
    async def open(
        self,
        url: str,
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        secret_headers: Mapping[str, str] | None = None,
        may_follow: Callable[[str], bool] | None = None,
    ) -> AsyncIterator[Answer]:
        """The answer at the end of at most five redirects; `secret_headers` go only to the first origin.

        `may_follow` is called for each new address before anything is sent there."""
        target, redirects = parse(url), list[Redirect]()
        first_origin = target.origin
        while True:
            secrets = (secret_headers or {}) if target.origin == first_origin else {}
            async with self._ask(method, target, {**(headers or {}), **secrets}) as response:
                location = _location(response)
                if location is None:
                    yield _build_answer(target, response, redirects, self._chunks(target, response))
                    return
                following = target.target_of_link(location)
                redirects.append(Redirect(url=target.url, status=response.status, location=following.url))
            if len(redirects) > MOST_REDIRECTS:
                raise TooManyRedirects(f"more than {MOST_REDIRECTS} redirects")
            if may_follow is not None and not may_follow(following.url):
                raise RedirectRefused(f"{target.origin} leads on to {following.origin}")
            target = following

    async def post(self, url: str, content: bytes, headers: Mapping[str, str]) -> int:
        """The status of one answer. A redirect is an answer, and the body is not read."""
        target = parse(url)
        sized = {**headers, "Content-Length": str(len(content))}
        async with self._ask("POST", target, sized, content) as response:
            return response.status

    @asynccontextmanager
    async def _ask(
        self, method: str, target: Target, headers: Mapping[str, str], content: bytes | None = None
    ) -> AsyncIterator[httpcore.Response]:
        self._door.policy.check_place(target.host, target.port)
        self._door.budget.spend_request()
        silence = self._door.budget.caps.silence
        url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
        asking = self._pool.stream(
            method,
            url,
            headers=[("Host", target.authority), *headers.items()],
            content=content,
            extensions={"timeout": {"connect": silence, "read": silence, "write": silence}},
        )
        async with AsyncExitStack() as stack:
            with _named_failures(target):
                async with asyncio.timeout(self._door.budget.seconds_left()):
                    response = await stack.enter_async_context(asking)
            yield response

    async def _chunks(self, target: Target, response: httpcore.Response) -> AsyncIterator[bytes]:
        """The body as received; each piece must come within the remaining time."""
        chunks = aiter(response.aiter_stream())
        while True:
            with _named_failures(target):
                async with asyncio.timeout(self._door.budget.seconds_left()):
                    chunk = await anext(chunks, None)
            if chunk is None:
                return
            yield chunk


@functools.cache
def trusted_roots() -> ssl.SSLContext:
    """Loaded once: reading the certificates takes 20 ms."""
    return ssl.create_default_context(cafile=certifi.where())


def _location(response: httpcore.Response) -> str | None:
    if response.status not in REDIRECTS:
        return None
    sent = next((value for name, value in response.headers if name.lower() == b"location"), None)
    if sent is None:
        return None
    try:
        return sent.decode()  # as browsers decode bytes without a declared encoding
    except UnicodeDecodeError:
        return sent.decode("latin-1")


def _build_answer(
    target: Target,
    response: httpcore.Response,
    redirects: Iterable[Redirect],
    chunks: AsyncIterator[bytes],
) -> Answer:
    return Answer(
        url=target.url,
        status=response.status,
        headers=tuple((k.decode("latin-1").lower(), v.decode("latin-1")) for k, v in response.headers),
        redirects=tuple(redirects),
        chunks=chunks,
    )


@contextmanager
def _named_failures(target: Target) -> Iterator[None]:
    """The library's exceptions as our own."""
    try:
        yield
    except (httpcore.TimeoutException, TimeoutError):
        raise TimedOut(f"{target.origin} did not answer in time") from None
    except (httpcore.ConnectError, httpcore.NetworkError) as error:
        kind = TlsFailed if isinstance(error.__context__, ssl.SSLError) else ConnectFailed
        raise kind(f"{target.origin}: {error}") from None
    except (httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
        raise BadAnswer(f"{target.origin}: {error}") from None

"""The thin lane of the polled read: the plain `GET /v1/orders/{id}`, ahead of the envelope and the routing.

A thousand polls come for every order placed. Anything unusual (a query, another method, an odd id or header, an
order that is unknown, lapsed or stale, a client over its limit) goes on to the normal route; a test proves that
both give the same bytes and headers. `at_once` is the same lane for a server that has the request in its hands:
where the row can be read without waiting it needs no task at all.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Receive, Scope, Send

from coldread.api.orders import FRESH
from coldread.base import ids
from coldread.base.db import Unavailable
from coldread.base.problems import Problem
from coldread.orders.queries import VIEW
from coldread.orders.views import current_build
from coldread.services import Services
from coldread.web.answers import matches_etag
from coldread.web.asking import client_of
from coldread.web.envelope import CORS, RequestLog, always_sent, safe_request_id

PREFIX = b"/v1/orders/"
ID_AT = len(PREFIX)

#: request headers with which the read is not the plain one
UNUSUAL = frozenset({b"prefer", b"expect", b"upgrade", b"content-length", b"transfer-encoding"})
_FRESH = [(name.lower().encode(), value.encode()) for name, value in FRESH.items()]
_JSON = (b"content-type", b"application/json")

Headers = list[tuple[bytes, bytes]]


class Poll(NamedTuple):
    """The plain read, as it was asked."""

    order_id: str
    if_none_match: bytes | None
    request_id: bytes


class Answer(NamedTuple):
    """What is sent: the headers of this answer, and those of every answer as they stand on the wire."""

    status: int
    headers: Headers
    always: bytes
    body: bytes


def header_lines(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    return b"".join([b"%b: %b\r\n" % pair for pair in headers])


class PolledLane:
    """Answers what it can, passes on the rest."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app = app
        self.services = services
        self.build = current_build(services.settings)
        self.always = [*_FRESH, *always_sent(services.settings), *CORS]
        self.always_lines = header_lines(self.always)
        self.log = RequestLog()
        self.clock, self.reads = services.clock, services.reads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = None
        if scope["type"] == "http" and scope["method"] == "GET" and not scope["query_string"]:
            answer = await self._answered(scope)
        if answer is None:
            await self.app(scope, receive, send)
            return
        headers = answer.headers + self.always
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _answered(self, scope: Scope) -> Answer | None:
        began = time.perf_counter()
        poll = plain_read(scope["path"].encode(), scope["headers"])
        if poll is None:
            return None
        try:
            row = await self.services.db.point(VIEW, poll.order_id)
            return self._answer(poll, row, scope, began)
        except (Problem, Unavailable):
            return None  # the normal route meets the same and words it

    def at_once(self, url: bytes, headers: Headers, client: tuple[str, int] | None) -> Answer | None:
        """The answer to a GET, where it can be given without waiting for anything."""
        began = time.perf_counter()
        poll = plain_read(url, headers)
        if poll is None:
            return None
        try:
            row = self.services.db.point_now(VIEW, poll.order_id)
            return self._answer(poll, row, {"client": client, "headers": headers}, began)
        except (Problem, Unavailable):
            return None

    def _answer(self, poll: Poll, row: Sequence[Any] | None, scope: Any, began: float) -> Answer | None:
        if row is None:
            return None
        etag, build, fresh_until, body = row
        if build != self.build or self.clock.now() >= fresh_until:
            return None
        usage = self.reads.count(client_of(scope, self.services))
        headers = [(b"etag", etag.encode()), (b"x-request-id", poll.request_id)]
        if usage is not None:
            headers += usage.raw_headers()
        asked = poll.if_none_match
        if asked is not None and matches_etag(asked.decode("latin-1"), etag):
            answer = Answer(304, headers, self.always_lines, b"")
        else:
            headers += (_JSON, (b"content-length", b"%d" % len(body)))
            answer = Answer(200, headers, self.always_lines, bytes(body))
        self.log.note("GET", f"/v1/orders/{ids.masked(poll.order_id)}", answer.status, began, poll.request_id)
        return answer


def plain_read(url: bytes, headers: Headers) -> Poll | None:
    """What is asked for, where it is the plain read."""
    if not url.startswith(PREFIX) or len(url) != ID_AT + ids.ORDER_ID_LENGTH:
        return None
    order_id = url[ID_AT:].decode("latin-1")
    if not ids.ORDER_ID.fullmatch(order_id):
        return None
    if_none_match = request_id = None
    for name, value in headers:
        if name == b"if-none-match":
            if_none_match = value
        elif name == b"x-request-id":
            request_id = request_id or safe_request_id(value)
        elif name in UNUSUAL:
            return None
    return Poll(order_id, if_none_match, request_id or ids.new_request_id().encode())

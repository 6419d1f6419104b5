"""The fast path of the polled read: the plain `GET /v1/orders/{id}`, before the envelope and the routing.

There are a thousand polls for every order. Anything unusual (a query, another method, an odd id or header, an unknown,
lapsed or stale order, a client over its limit) goes to the normal route; a test proves that both give the same bytes
and headers. `answer_now` is the same path for a server that has parsed the request: if the row can be read without
waiting, it needs no task."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Receive, Scope, Send

from coldread.api.orders import FRESH
from coldread.base import ids
from coldread.base.db import Unavailable
from coldread.base.problems import Problem
from coldread.orders.queries import VIEW
from coldread.orders.views.stored_view import current_build
from coldread.services import Services
from coldread.web.answers import matches_etag
from coldread.web.envelope import CORS, RequestLog, always_sent, safe_request_id
from coldread.web.request import client_name

PATH = re.compile(rb"/v1/orders/(%b)" % ids.ORDER_ID.pattern.encode())

#: request headers that only the normal route handles
UNUSUAL = frozenset({b"prefer", b"expect", b"upgrade", b"content-length", b"transfer-encoding"})

Peer = tuple[str, int] | None


class Poll(NamedTuple):
    """A plain read; the same for every poll of one client."""

    order_id: str
    if_none_match: str | None
    #: the caller's own id, if it sent one
    request_id: bytes | None
    #: the name under which the caller's uses are counted
    client: str
    #: the path as the log has it
    path: str


class PolledAnswer(NamedTuple):
    """A complete answer, whose headers are serialised once."""

    status: int
    lines: bytes
    body: bytes


def header_lines(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    return b"".join([b"%b: %b\r\n" % pair for pair in headers])


def header_pairs(lines: bytes) -> list[tuple[bytes, bytes]]:
    """The headers in ASGI's form."""
    return [(name, value) for name, _, value in (line.partition(b": ") for line in lines.split(b"\r\n")[:-1])]


class PolledLane:
    """Answers what it can, and passes on the rest."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app = app
        self.services = services
        self.build = current_build(services.settings)
        fresh = [(name.lower().encode(), value.encode()) for name, value in FRESH.items()]
        self.always = header_lines([*fresh, *always_sent(services.settings), *CORS])
        self.log = RequestLog()
        self.clock, self.reads = services.clock, services.reads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = None
        if scope["type"] == "http" and scope["method"] == "GET" and not scope["query_string"]:
            answer = await self._answer_if_stored(scope)
        if answer is None:
            await self.app(scope, receive, send)
            return
        headers = header_pairs(answer.lines)
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _answer_if_stored(self, scope: Scope) -> PolledAnswer | None:
        began = time.perf_counter()
        headers = dict(scope["headers"])
        if len(headers) != len(scope["headers"]) or not UNUSUAL.isdisjoint(headers):
            return None
        poll = self.poll_in(scope["path"].encode(), headers, scope.get("client"))
        if poll is None:
            return None
        try:
            row = await self.services.db.point(VIEW, poll.order_id)
            await self.reads.before_read(poll.client)
            return self._answer_from_row(poll, row, began)
        except (Problem, Unavailable):
            return None  # the normal route meets the same error and words it

    def poll_in(self, path: bytes, headers: Mapping[bytes, bytes], peer: Peer) -> Poll | None:
        """The order that a GET with only harmless headers asks for, if it is one."""
        found = PATH.fullmatch(path)
        if found is None:
            return None
        order_id = found[1].decode()
        tag, request_id = headers.get(b"if-none-match"), headers.get(b"x-request-id")
        return Poll(
            order_id,
            tag.decode("latin-1") if tag is not None else None,
            safe_request_id(request_id) if request_id is not None else None,
            client_name(peer, headers.items(), self.services),
            f"/v1/orders/{ids.masked_order_id(order_id)}",
        )

    def answer_now(self, poll: Poll) -> PolledAnswer | None:
        """The answer, if it needs no waiting."""
        began = time.perf_counter()
        try:
            return self._answer_from_row(poll, self.services.db.point_now(VIEW, poll.order_id), began)
        except (Problem, Unavailable):
            return None

    def _answer_from_row(self, poll: Poll, row: Sequence[Any] | None, began: float) -> PolledAnswer | None:
        if row is None:
            return None
        etag, build, fresh_until, body = row
        if build != self.build or self.clock.now() >= fresh_until:
            return None
        _, if_none_match, request_id, client, path = poll
        request_id = request_id or ids.new_request_id().encode()
        usage = self.reads.count(client)
        lines = b"etag: %b\r\nx-request-id: %b\r\n%b%b" % (
            etag.encode(), request_id, usage.lines() if usage is not None else b"", self.always,
        )  # fmt: skip
        if if_none_match is not None and matches_etag(if_none_match, etag):
            answer = PolledAnswer(304, lines, b"")
        else:
            length = b"content-type: application/json\r\ncontent-length: %d\r\n" % len(body)
            answer = PolledAnswer(200, lines + length, bytes(body))
        self.log.note("GET", path, answer.status, began, request_id)
        return answer

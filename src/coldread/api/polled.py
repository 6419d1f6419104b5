"""The thin lane of the polled read: the plain `GET /v1/orders/{id}`, ahead of the framework's routing.

A thousand polls come for every order placed. Anything unusual (a query, another method, an odd id, an order that
is unknown, lapsed or stale) goes on to the normal route; a test proves that both give the same bytes and headers.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from coldread.api.orders import FRESH
from coldread.base import ids
from coldread.orders.queries import VIEW
from coldread.orders.views import current_build
from coldread.services import Services
from coldread.web.answers import conditional
from coldread.web.asking import client_of

PREFIX = "/v1/orders/"


class PolledLane:
    """Answers what it can, passes on the rest."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app = app
        self.services = services
        self.build = current_build(services.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        order_id = _polled_id(scope)
        if order_id is None or not await self._answered(order_id, scope, receive, send):
            await self.app(scope, receive, send)

    async def _answered(self, order_id: str, scope: Scope, receive: Receive, send: Send) -> bool:
        row = await self.services.db.point(VIEW, order_id)
        if row is None:
            return False
        etag, build, fresh_until, body = row
        if build != self.build or self.services.clock.now() >= fresh_until:
            return False
        limits = self.services.reads.admit(client_of(scope, self.services))
        if_none_match = None
        for name, value in scope["headers"]:
            if name == b"if-none-match":
                if_none_match = value.decode("latin-1")
        answer = conditional(bytes(body), etag, if_none_match, FRESH)
        answer.headers.update(limits)
        await answer(scope, receive, send)
        return True


def _polled_id(scope: Scope) -> str | None:
    """The id, where this is the plain read."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["query_string"]:
        return None
    path: str = scope["path"]
    if path.startswith(PREFIX) and ids.ORDER_ID.fullmatch(path, len(PREFIX)):
        return path[len(PREFIX) :]
    return None

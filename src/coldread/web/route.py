"""The table of endpoints: each handler with everything that the interface description says about it."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route, Router
from starlette.types import Receive, Scope, Send

from coldread.base.problems import BY_SLUG, Problem
from coldread.base.settings import Settings
from coldread.base.table_checks import Incomplete
from coldread.payments.on_sale import with_sale_note
from coldread.payments.prices import CallPrice
from coldread.web.headers import HEADERS

Handler = Callable[[Request], Awaitable[Response]]

#: the sections of the interface description
TAGS = {
    "scan": "The free scan: scores, evidenced findings, a summary for the chat.",
    "agents": "Submit your own endpoint for a review of its agent readiness.",
    "watches": "Watched pages: looked at every day or week, and told about when something changes.",
    "orders": "The paid cold-read: order, poll, answer questions, rescan.",
    "paid": "Pay-per-call: paid with a signed credential in the same request, without a person.",
    "deliverables": "Specification and diff of an order.",
    "a2a": "The same over Agent2Agent: every order and scan is a task.",
    "operator": "Moves orders; needs the admin secret.",
    "pipeline": "Callbacks of an outside analysis pipeline; they need its key.",
    "discovery": "Who we are and what we offer.",
    "v1": "Deprecated paths of the first version.",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reply:
    """One possible answer that is not a problem."""

    status: int
    description: str
    model: type[BaseModel] | None = None
    media_type: str = "application/json"
    #: names from `headers.HEADERS`
    headers: tuple[str, ...] = ()
    example: Any = None
    #: the name of an answer in `api/recorded.json`, used as the example
    recorded: str = ""
    #: operations that take the id in this answer
    leads_to: tuple[str, ...] = ()
    #: a JSON pointer to that id in the body
    id_at: str = "/order_id"
    #: the name of the path parameter in those operations
    id_named: str = "id"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Parameter:
    """A path, query or header parameter."""

    name: str
    where: Literal["path", "query", "header"]
    description: str
    schema: dict[str, Any]
    required: bool = False
    example: Any = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One row."""

    method: str
    path: str
    handler: Handler
    #: operation id; unique
    name: str
    #: from `TAGS`; empty for addresses for people, and for protocols that describe themselves
    tag: str = ""
    summary: str
    #: a function of the settings if it depends on them
    description: str | Callable[[Settings], str] = ""
    takes: type[BaseModel] | None = None
    example: Any = None
    parameters: tuple[Parameter, ...] = ()
    #: empty if the interface description leaves out the address
    replies: tuple[Reply, ...] = ()
    #: slugs of the problems that it raises itself; the description adds those of every route
    problems: tuple[str, ...] = ()
    security: Literal["none", "admin", "pipeline", "payment"] = "none"
    #: the price of a pay-per-call endpoint
    price: CallPrice | None = None
    deprecated: bool = False
    #: the setting that offers it; empty: it is always there. Switched off, its address is not there
    offered_by: str = ""

    def is_offered(self, settings: Settings) -> bool:
        return not self.offered_by or bool(getattr(settings, self.offered_by))

    @property
    def described(self) -> bool:
        return bool(self.replies)

    def about(self, settings: Settings) -> str:
        description = self.description
        text = (description(settings) if callable(description) else description) or self.summary
        return text if self.price is None else with_sale_note(text, self.price.name, settings)

    def __post_init__(self) -> None:
        """Check that every name in the row exists in its table: at import, not when the description is first requested."""
        wanted = {
            "problem": (self.problems, BY_SLUG, "base/problems"),
            "header": ([name for reply in self.replies for name in reply.headers], HEADERS, "web/headers"),
            "tag": ([self.tag] if self.described else [], TAGS, "web/route.TAGS"),
        }
        gaps = [
            f"{self.method} {self.path} names the {kind} {name or '(none)'}, which {where} does not have"
            for kind, (names, table, where) in wanted.items()
            for name in names
            if name not in table
        ]
        if gaps:
            raise Incomplete("; ".join(gaps))


class Endpoints(list[Endpoint]):
    """A module's rows; the decorator `@ENDPOINTS.add("GET", "/v1/ping", …)` adds one."""

    def add(self, method: str, path: str, **row: Any) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self.append(
                Endpoint(
                    method=method, path=path, handler=handler, name=row.pop("name", handler.__name__), **row
                )
            )
            return handler

        return register


class _Methods:
    """The ASGI application of one path: its method's handler, HEAD through GET, or 405 with the allowed methods."""

    def __init__(self, endpoints: list[Endpoint]) -> None:
        self.handlers = {endpoint.method: endpoint.handler for endpoint in endpoints}
        if "GET" in self.handlers:
            self.handlers.setdefault("HEAD", self.handlers["GET"])
        self.allow = ", ".join(sorted({*self.handlers, "OPTIONS"}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler = self.handlers.get(scope["method"])
        if handler is not None:
            answer = await handler(Request(scope, receive))
        elif scope["method"] == "OPTIONS":
            answer = Response(b"", 204, {"Allow": self.allow})
        else:
            raise Problem(
                "method-not-allowed", f"This address takes {self.allow}.", headers={"Allow": self.allow}
            )
        await answer(scope, receive, send)


class Paths(Router):
    """Paths without parameters are looked up in a table; others, and requests with a query, are matched in order."""

    def __init__(self, usual: list[Route], *, with_query: list[Route], **options: Any) -> None:
        super().__init__([*with_query, *usual], redirect_slashes=False, **options)
        self.plain = {route.path: route for route in usual if "{" not in route.path}

    def takes(self, method: str, path: str) -> bool:
        """Whether a route here answers this method at this path."""
        scope = {"type": "http", "method": method, "path": path, "root_path": "", "query_string": b""}
        return any(
            isinstance(route, Route)
            and isinstance(route.endpoint, _Methods)
            and method in route.endpoint.handlers
            and route.matches(scope)[0] is Match.FULL
            for route in self.routes
        )

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("router", self)  # the protocols call our own routes through it
        at = self.plain.get(scope["path"]) if scope["type"] == "http" and not scope["query_string"] else None
        if at is None:
            await super().app(scope, receive, send)
        else:
            scope["path_params"], scope["route"] = {}, at
            await at.endpoint(scope, receive, send)


def routes(endpoints: list[Endpoint]) -> list[Route]:
    """One route for each path, so that 405 can list its methods."""
    by_path: dict[str, list[Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, []).append(endpoint)
    return [Route(path, _Methods(rows)) for path, rows in by_path.items()]

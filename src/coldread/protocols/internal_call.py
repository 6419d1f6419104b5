"""Calling our own routes inside the process: the same checks, limits, keys and problems as for a caller over HTTP.

If a protocol called the features itself, it would repeat what the routes do (bounds, counting, idempotency, payment)
and drift from it. This module speaks HTTP without a socket.

`RouteProblem` is raised if the route refuses; it has the problem exactly as REST sends it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json, to_json
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Message, Scope

from coldread.base.problems import Problem
from coldread.web.answers import problem_body
from coldread.web.request import services_of

#: headers of the caller that decide how it is counted, answered and logged
PASSED_ON = ("accept-language", "x-forwarded-for", "x-request-id", "user-agent")


@dataclasses.dataclass(frozen=True, kw_only=True)
class RouteAnswer:
    """The answer of a route."""

    status: int
    headers: Headers
    content: bytes

    @property
    def json(self) -> Any:
        return from_json(self.content)


class RouteProblem(Exception):
    """A problem as REST sends it: `body` is RFC 9457, `headers` belong to it."""

    def __init__(self, body: dict[str, Any], headers: Mapping[str, str]) -> None:
        self.body = body
        self.headers = dict(headers)
        super().__init__(body.get("detail") or body["title"])

    @property
    def slug(self) -> str:
        return str(self.body["type"]).rpartition("/")[2]

    @property
    def status(self) -> int:
        return int(self.body["status"])


async def call_route(
    request: Request, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
) -> RouteAnswer:
    """The answer of our own route, for the sender of `request`. Raises RouteProblem."""
    content = b"" if body is None else to_json(body)
    listener = _Listener()
    try:
        await request.scope["router"](
            _scope(request, method, path, headers or {}), _parsed_json(content), listener
        )
    except Problem as problem:
        raise as_route_problem(request, problem) from problem
    answer = listener.answer()
    if answer.status >= 400:
        raise RouteProblem(answer.json, _own_headers(answer.headers))
    return answer


def as_route_problem(request: Request, problem: Problem) -> RouteProblem:
    """The problem as REST words it, about the address that the caller used."""
    body = problem_body(
        problem,
        type_base=services_of(request).settings.error_type_base,
        instance=request.scope["path"],
        request_id=request.scope["request_id"],
    )
    return RouteProblem(from_json(body), problem.headers)


def _scope(request: Request, method: str, path: str, headers: Mapping[str, str]) -> Scope:
    passed = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
    sent = {"content-type": "application/json", **passed, **headers}
    return {
        "type": "http",
        "asgi": request.scope["asgi"],
        "http_version": "1.1",
        "method": method,
        "scheme": request.scope["scheme"],
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (name.lower().encode(), value.encode("latin-1", "replace")) for name, value in sent.items()
        ],
        "client": request.scope.get("client"),
        "server": request.scope.get("server"),
        "services": services_of(request),
        "request_id": request.scope["request_id"],
    }


def _parsed_json(content: bytes) -> Any:
    async def receive() -> Message:
        return {"type": "http.request", "body": content, "more_body": False}

    return receive


class _Listener:
    """Collects what a route sends."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.content = bytearray()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        else:
            self.content += message.get("body", b"")

    def answer(self) -> RouteAnswer:
        return RouteAnswer(status=self.status, headers=Headers(raw=self.headers), content=bytes(self.content))


def _own_headers(headers: Headers) -> dict[str, str]:
    return {
        name.title(): value
        for name, value in headers.items()
        if name not in {"content-type", "content-length"}
    }

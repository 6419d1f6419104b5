"""Public answers of both sides, compared byte by byte: the real application, on a database that rolls back every write."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Concatenate

from coldread.asgi import create_app
from coldread.base import log
from coldread.base.clock import Clock, SetClock
from coldread.base.database.row_changes import Watch
from coldread.base.db import Database, P, PointRead, Session, T
from coldread.copying.contents_copy import Installation
from coldread.copying.database_end import End, Unfinished
from coldread.services import Services, build

#: the addresses to compare, and the queries for their ids
ASKED: tuple[tuple[str, str], ...] = (
    ("/v1/orders/{}", "SELECT id FROM orders ORDER BY id"),
    ("/o/{}", "SELECT id FROM orders ORDER BY id"),
    ("/deliverables/{}/{}", "SELECT order_id, file FROM artifacts ORDER BY order_id, file"),
    ("/v1/scans/{}", "SELECT session_id FROM scans ORDER BY session_id"),
    ("/v1/watches/{}", "SELECT id FROM watches ORDER BY id"),
    ("/v1/agents/submissions/{}", "SELECT id FROM submissions ORDER BY id"),
)
#: the headers to compare
TELLING = frozenset({b"etag", b"content-type", b"content-length", b"last-modified", b"cache-control"})

#: a fixed request id, because refusals contain it: both sides then have the same one
REQUEST_ID = b"compared-when-copied"
#: fixed keys that nobody uses: a comparison generates no secrets
UNUSED = ("unused" * 6,)


class AnswersDiffer(Unfinished):
    """The same rows give different answers on the two sides."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Answer:
    """The answer of one side."""

    status: int
    headers: frozenset[tuple[bytes, bytes]]
    body: bytes

    def differs_from(self, other: Answer) -> str:
        """The difference, for a person; empty if there is none."""
        if self.status != other.status:
            return f"{self.status} here, {other.status} there"
        if self.body != other.body:
            at = next(
                (
                    place
                    for place, (byte, two) in enumerate(zip(self.body, other.body, strict=False))
                    if byte != two
                ),
                min(len(self.body), len(other.body)),
            )
            return f"from byte {at} on {self.body[at : at + 40]!r} here, {other.body[at : at + 40]!r} there"
        headers = sorted({name.decode() for name, _ in self.headers ^ other.headers})
        return f"another {', '.join(headers)}" if headers else ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Compared:
    """The comparison of one kind of answer."""

    path: str
    asked: int
    #: how many both sides answered with 200
    found: int
    #: addresses whose answers differ, with the difference
    differ: list[str]
    #: addresses that fail on both sides: the fault is older than the copy
    failing: list[str]


class RolledBackDatabase(Database):
    """A database on the copy's own connection. Every write is rolled back at once, so both sides stay unchanged."""

    def __init__(self, end: End, clock: Clock) -> None:
        self.end = end
        self.clock = clock

    async def write(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self.end.begin()
        self.end.execute("SAVEPOINT rehearsed")
        try:
            return function(self.end.session(self.clock.now()), *args, **kwargs)
        finally:
            self.end.execute("ROLLBACK TO SAVEPOINT rehearsed")
            self.end.execute("RELEASE SAVEPOINT rehearsed")

    async def read(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self.write(function, *args, **kwargs)

    async def point(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        found = self.end.execute(query.sql, parameters)
        return found[0] if found else None

    async def close(self) -> None:
        """The copy closes the connection."""


def compare_answers(source: Installation, target: Installation, most: int) -> list[Compared]:
    """Compare up to `most` answers of each kind, spread evenly, at one moment."""
    with log.without_log_lines():
        return asyncio.run(_compare_kind(source, target, most))


async def _compare_kind(source: Installation, target: Installation, most: int) -> list[Compared]:
    clock = SetClock(Clock().now())
    here, there = _services(source, clock), _services(target, clock)
    ask_here, ask_there = create_app(here), create_app(there)
    compared = []
    try:
        for path, named_by in ASKED:
            asked = found = 0
            differ, failing = [], []
            for names in evenly_spaced(source.end.execute(named_by), most):
                address = path.format(*names)
                answer, other = (
                    await _ask_application(ask_here, address),
                    await _ask_application(ask_there, address),
                )
                asked += 1
                found += answer.status == other.status == 200
                if difference := answer.differs_from(other):
                    differ.append(f"{address}: {difference}")
                elif answer.status >= 500:
                    failing.append(f"{address}: {answer.status}")
            compared.append(Compared(path=path, asked=asked, found=found, differ=differ, failing=failing))
    finally:
        await here.close()
        await there.close()
    return compared


def require_same_answers(compared: list[Compared]) -> None:
    for each in compared:
        if each.differ:
            raise AnswersDiffer(
                f"{len(each.differ)} of {each.asked} answers of {each.path} differ though their rows are the same, "
                f"first {each.differ[0]}"
            )


def evenly_spaced(rows: Sequence[Any], most: int) -> Iterator[Any]:
    """The first, the last, and evenly spaced ones between them."""
    chosen = min(most, len(rows))
    for place in range(chosen):
        yield rows[place * (len(rows) - 1) // max(1, chosen - 1)]


def _services(shelf: Installation, clock: Clock) -> Services:
    """The services of `serve`, without limits, because there are no other callers."""
    settings = dataclasses.replace(
        shelf.settings,
        limit_reads_per_min=0,
        limit_misses_per_10min=0,
        admin_secret=shelf.settings.admin_secret or UNUSED,
        pipeline_key=shelf.settings.pipeline_key or UNUSED,
    )
    database = RolledBackDatabase(shelf.end, clock)
    return dataclasses.replace(build(settings, clock), db=database, watch=Watch(database))


async def _ask_application(app: Any, path: str) -> Answer:
    """One GET, directly through ASGI."""
    status, headers, body = 0, frozenset[tuple[bytes, bytes]](), bytearray()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = frozenset((name, value) for name, value in message["headers"] if name in TELLING)
        else:
            body.extend(message.get("body", b""))

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "https",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"x-request-id", REQUEST_ID)],
        "client": ("127.0.0.1", 0),
        "server": ("localhost", 443),
    }
    await app(scope, receive, send)
    return Answer(status=status, headers=headers, body=bytes(body))

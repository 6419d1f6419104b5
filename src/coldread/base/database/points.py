"""Point reads on PostgreSQL: a few plain connections with prepared statements, and one query for all who wait."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import psycopg

from coldread.base.db import PointRead

# connections: each is busy for well under a millisecond; requests that arrive meanwhile share a query
POINTS = 2
TOGETHER = 64  # keys in one query
CONNECT_S = 3

Row = Sequence[Any]


class PointConnections:
    """Reads on the connection that was used last. Requests that arrive while all are busy share one query, as writes
    share a commit.

    Not psycopg_pool: after an outage its retries become rarer and rarer, and without a connection a request waits for
    its time-out instead of failing at once."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: list[psycopg.AsyncConnection[Any]] = []
        self._places = asyncio.Semaphore(POINTS)
        self._waiting: dict[PointRead, dict[Any, list[asyncio.Future[Row | None]]]] = {}
        self._askers = 0
        self._asking: set[asyncio.Task[None]] = set()

    async def ask(self, query: PointRead, parameters: tuple[Any, ...]) -> Row | None:
        if query.many is None:
            async with self._places:
                rows = await self._rows(query.sql, parameters)
            return rows[0] if rows else None
        (key,) = parameters
        answer: asyncio.Future[Row | None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(query, {}).setdefault(key, []).append(answer)
        if self._askers < POINTS:
            self._askers += 1
            task = asyncio.create_task(self._answer_all_waiting())
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)
        return await answer

    async def _answer_all_waiting(self) -> None:
        """Loop until nobody waits. A request that arrives after a query was sent is in the next query, so it sees every
        commit."""
        try:
            while self._waiting:
                query, waiting = next(iter(self._waiting.items()))
                keys = list(waiting)[:TOGETHER]
                those = {key: waiting.pop(key) for key in keys}
                if not waiting:
                    del self._waiting[query]
                try:
                    _settle_futures(those, await self._found(query, keys))
                except Exception as error:
                    _settle_futures(those, error)
        finally:
            # at once, not when the loop gets round to it: the next request must start another loop
            self._askers -= 1

    async def _found(self, query: PointRead, keys: list[Any]) -> dict[Any, Row]:
        if len(keys) == 1:
            rows = await self._rows(query.sql, (keys[0],))
            return {keys[0]: rows[0]} if rows else {}
        assert query.many is not None
        return {row[0]: row[1:] for row in await self._rows(query.many, (keys,))}

    async def _rows(self, sql: str, parameters: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        while self._idle:
            try:
                return await self._rows_of(self._idle.pop(), sql, parameters)
            except psycopg.OperationalError:
                continue  # a restart has cut this connection; try the next one, or a new one
        fresh = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, prepare_threshold=0, connect_timeout=CONNECT_S
        )
        return await self._rows_of(fresh, sql, parameters)

    async def _rows_of(
        self, connection: psycopg.AsyncConnection[Any], sql: str, parameters: tuple[Any, ...]
    ) -> list[tuple[Any, ...]]:
        try:
            cursor = await connection.execute(sql.replace("?", "%s"), parameters, binary=True)
            rows: list[tuple[Any, ...]] = await cursor.fetchall()
        except BaseException:
            await connection.close()  # also after a cancellation: an answer may still be on its way
            raise
        self._idle.append(connection)
        return rows

    async def close(self) -> None:
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)
        for connection in self._idle:
            await connection.close()
        self._idle.clear()


def _settle_futures(
    those: dict[Any, list[asyncio.Future[Row | None]]], outcome: dict[Any, Row] | Exception
) -> None:
    for key, answers in those.items():
        for answer in answers:
            if answer.done():
                continue  # the caller is gone
            if isinstance(outcome, Exception):
                answer.set_exception(outcome)
            else:
                answer.set_result(outcome.get(key))

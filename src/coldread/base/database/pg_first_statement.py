"""One round trip to PostgreSQL for BEGIN and the transaction's first statement, below psycopg's cursors.

psycopg's own pipeline mode saves the same round trip and takes twice the CPU time. Here libpq is called directly: a
statement is prepared once for each connection, values are sent as text (bytes as they are), and the server infers the
types from the columns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import psycopg
from psycopg import pq
from psycopg.adapt import Transformer

_TEXT, _BINARY = 0, 1
_ENDED = (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)


async def first_row(
    connection: psycopg.AsyncConnection[Any], names: dict[str, bytes], words: str, values: Sequence[Any]
) -> Sequence[Any] | None:
    """Run it; without an open transaction, begin one in the same round trip. Returns the first row, if there are rows.

    `names`: the statements that are prepared on this connection. A connection that was interrupted is closed."""
    sent, formats = as_sent(values)
    libpq = connection.pgconn
    name = names.get(words)
    begins = libpq.transaction_status == pq.TransactionStatus.IDLE
    try:
        libpq.enter_pipeline_mode()
        if begins:
            libpq.send_query_params(b"BEGIN READ ONLY" if connection.read_only else b"BEGIN", None)
        if name is None:
            name = b"journey_%d" % len(names)
            libpq.send_close_prepared(name)  # a rollback made us forget the name, but the server still has it
            libpq.send_prepare(name, words.encode())
        libpq.send_query_prepared(name, sent, formats)
        libpq.pipeline_sync()
        results = await _read_results_until(libpq, pq.ExecStatus.PIPELINE_SYNC)
        libpq.exit_pipeline_mode()
    except BaseException:
        libpq.finish()
        raise
    _raise_failed(results)
    names[words] = name
    last = results[-1]
    if not last.ntuples:
        return None
    reader = Transformer(connection)
    reader.set_pgresult(last)
    row: Sequence[Any] = reader.load_row(0, tuple)
    return row


async def commit(connection: psycopg.AsyncConnection[Any]) -> None:
    """If this fails because the connection was lost, it is unknown whether the commit succeeded."""
    libpq = connection.pgconn
    try:
        libpq.send_query_params(b"COMMIT", None)
        results = await _read_results_until(libpq, None)
    except BaseException:
        libpq.finish()
        raise
    _raise_failed(results)


def as_sent(values: Sequence[Any]) -> tuple[list[bytes | None], list[int]]:
    """The values in libpq's form, and which of them are bytes."""
    sent = [None if value is None else _SENT.get(type(value), _enum_as_bytes)(value) for value in values]
    return sent, [_BINARY if type(value) is bytes else _TEXT for value in values]


def _text_as_bytes(value: str) -> bytes:
    if "\0" in value:
        raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    return value.encode()


def _enum_as_bytes(value: Any) -> bytes:
    """A `StrEnum` as its value. Any other type is refused."""
    if not isinstance(value, str):
        raise psycopg.ProgrammingError(f"a statement that goes below psycopg takes no {type(value).__name__}")
    return _text_as_bytes(str(value))


_SENT: dict[type, Callable[[Any], bytes]] = {
    str: _text_as_bytes,
    int: lambda value: b"%d" % value,
    bytes: lambda value: value,
    bool: lambda value: b"t" if value else b"f",
    float: lambda value: repr(value).encode(),
}


async def _read_results_until(libpq: pq.abc.PGconn, until: pq.ExecStatus | None) -> list[pq.abc.PGresult]:
    """All results up to the one with this status, or up to the end."""
    while libpq.flush():
        await _wait_for_socket(libpq.socket, writing=True)
        libpq.consume_input()
    results: list[pq.abc.PGresult] = []
    while True:
        while libpq.is_busy():
            await _wait_for_socket(libpq.socket)
            libpq.consume_input()
        result = libpq.get_result()
        if result is not None and result.status != until:
            results.append(result)
        elif result is not None or until is None:
            return results
        elif libpq.status == pq.ConnStatus.BAD:
            _raise_failed(results)
            raise psycopg.OperationalError("the connection is lost")


def _raise_failed(results: Iterable[pq.abc.PGresult]) -> None:
    for result in results:
        if result.status not in _ENDED:
            raise psycopg.errors.error_from_result(result)


async def _wait_for_socket(socket: int, *, writing: bool = False) -> None:
    """Wait until the socket can be read or written."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()
    loop.add_reader(socket, _mark_ready, ready)
    if writing:
        loop.add_writer(socket, _mark_ready, ready)
    try:
        await ready
    finally:
        loop.remove_reader(socket)
        if writing:
            loop.remove_writer(socket)


def _mark_ready(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)

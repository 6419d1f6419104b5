"""The log: one JSON object a line (or a line for people on a terminal), without secrets, with masked ids.

Our own module because structlog takes 0.4 s to import (it imports rich), a seventh of what a start may take; see
docs/decisions/0003-own-log.md."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import sys
import time
import traceback
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Literal

from pydantic_core import to_json

from coldread.base.clock import format_second

Level = Literal["info", "warning", "error"]
#: loggers of the standard library whose warnings go to our log; the scanner's are included because it imports nothing
#: of us
FORWARDED = ("uvicorn.error", "alembic", "sqlalchemy.pool", "asyncio", "psycopg", "coldread")

#: starts only at the beginning of a word, so that a megabyte without an @ is scanned once
_PERSON = re.compile(r"(?<![\w.+%-])[\w.+%-]++@(?=[\w-]+\.)")
_ORDER = re.compile(r"(INV-\w\w)\w{6}")
#: the id of a scan, a submission or a share in a path (22 characters), or the token of a letter's link (43): secrets
_SECRET = re.compile(r"(?<=/)([\w-]{4})[\w-]{18}(?:[\w-]{21})?(?![\w-])", re.ASCII)


def masked_text(text: str) -> str:
    """Without the names before an @, and without the secret part of ids."""
    return _SECRET.sub(r"\1******", _ORDER.sub(r"\1******", _PERSON.sub("…@", text)))


class _Output:
    """The stream and the format; `configure` sets them once for each process."""

    stream: BinaryIO = sys.stdout.buffer
    for_people = False


def configure(form: str) -> None:
    """Set the format, and redirect the standard library's loggers."""
    _Output.stream = sys.stdout.buffer
    _Output.for_people = form == "text" or (form == "auto" and sys.stdout.isatty())
    for name in FORWARDED:
        logger = logging.getLogger(name)
        logger.handlers = [_Forward()]
        logger.setLevel(logging.WARNING)
        logger.propagate = name == "coldread"  # a process that embeds us can listen at the root logger


@contextlib.contextmanager
def without_log_lines() -> Iterator[None]:
    """Write nothing inside this context: for requests that nobody made."""
    stream = _Output.stream
    with Path(os.devnull).open("wb") as nowhere:
        _Output.stream = nowhere
        try:
            yield
        finally:
            _Output.stream = stream


class Log:
    """Writes the lines of one area."""

    def __init__(self, area: str) -> None:
        self.area = area

    def info(self, event: str, **fields: Any) -> None:
        self.write("info", event, fields)

    def warning(self, event: str, **fields: Any) -> None:
        self.write("warning", event, _all_masked(fields))

    def failure(self, event: str, error: BaseException, **fields: Any) -> None:
        """Log an exception. It may contain outsiders' words, so all of it is masked."""
        fields["trace"] = "".join(traceback.format_exception(error))
        self.write("error", event, _all_masked(fields))

    def request(self, method: str, path: str, status: int, seconds: float, request_id: bytes) -> None:
        """Log an answer, formatted by hand: building a dictionary would take a thirtieth of a poll's time.

        `request_id` contains nothing that JSON would escape."""
        if _Output.for_people:
            fields = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
            self.write("info", "request", {**fields, "request_id": request_id.decode()})
            return
        try:
            _write_line(
                b'{"at":"%b","level":"info","area":"%b","event":"request","method":%b,"path":%b,"status":%d,"ms":%.1f,'
                b'"request_id":"%b"}\n'
                % (
                    _now().encode(), self.area.encode(), _quoted(method), _quoted(path), status, seconds * 1000,
                    request_id,
                )
            )  # fmt: skip
        except (OSError, ValueError):
            pass  # a full disk or a closed pipe must not end a request

    def write(self, level: Level, event: str, fields: dict[str, Any]) -> None:
        line = _line_for_people if _Output.for_people else _json_line
        try:
            _write_line(line(_now(), level, self.area, event, fields))
        except (OSError, ValueError):
            pass


def get(area: str) -> Log:
    return Log(area)


def _now() -> str:
    """`2026-11-15T09:18:31.250+00:00`."""
    second, nanosecond = divmod(time.time_ns(), 1_000_000_000)
    return f"{format_second(second)}.{nanosecond // 1_000_000:03}+00:00"


def _spelled_out(value: Any) -> bytes:
    """JSON on one line. Also escapes U+2028, U+2029 and U+0085, which some readers take for line ends."""
    line = to_json(value, fallback=str)
    if line.isascii():
        return line
    for separator, escape in _SEPARATORS:
        line = line.replace(separator, escape)
    return line


_SEPARATORS = [(sign.encode(), f"\\u{ord(sign):04x}".encode()) for sign in "\x85\u2028\u2029"]

_quoted = lru_cache(maxsize=4096)(_spelled_out)


def _write_line(line: bytes) -> None:
    stream = _Output.stream
    stream.write(line)
    stream.flush()


def _all_masked(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: masked_text(value) if isinstance(value, str) else value for name, value in fields.items()}


def _json_line(at: str, level: Level, area: str, event: str, fields: dict[str, Any]) -> bytes:
    return _spelled_out({"at": at, "level": level, "area": area, "event": event, **fields}) + b"\n"


def _line_for_people(at: str, level: Level, area: str, event: str, fields: dict[str, Any]) -> bytes:
    pairs = " ".join(f"{name}={value!r}" for name, value in fields.items() if name != "trace")
    return f"{at[11:23]} {level:<7} {area}: {event}  {pairs}\n{fields.get('trace', '')}".encode()


class _Forward(logging.Handler):
    """Forwards a record of the standard library to our log."""

    def emit(self, record: logging.LogRecord) -> None:
        level: Level = "error" if record.levelno >= logging.ERROR else "warning"
        fields: dict[str, Any] = {}
        if record.exc_info and record.exc_info[1] is not None:
            fields["trace"] = "".join(traceback.format_exception(record.exc_info[1]))
        Log(record.name).write(level, masked_text(record.getMessage()), _all_masked(fields))

"""The log: one JSON object a line (or a line for people on a terminal), never a secret, ids masked."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog
from pydantic_core import to_json

Log = structlog.typing.FilteringBoundLogger


def configure(form: str) -> None:
    """Send structlog and the standard library's loggers to standard output in one form."""
    people = form == "text" or (form == "auto" and sys.stdout.isatty())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            *([structlog.dev.ConsoleRenderer()] if people else [_json_line]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(sys.stdout)
        if people
        else structlog.BytesLoggerFactory(sys.stdout.buffer),
        cache_logger_on_first_use=True,
    )
    for name in ("uvicorn.error", "alembic", "sqlalchemy.pool", "psycopg.pool"):
        logger = logging.getLogger(name)
        logger.handlers = [_Forward()]
        logger.setLevel(logging.WARNING)
        logger.propagate = False


def get(name: str) -> Log:
    log: Log = structlog.get_logger(area=name)
    return log


def _json_line(_: Any, __: str, event: structlog.typing.EventDict) -> bytes:
    # to_json escapes control characters, so that nothing logged can start a line of its own.
    return to_json(event, fallback=str)


class _Forward(logging.Handler):
    """Hands a standard library record to structlog."""

    def emit(self, record: logging.LogRecord) -> None:
        structlog.get_logger(area=record.name).log(
            record.levelno, record.getMessage(), exc_info=record.exc_info or None
        )

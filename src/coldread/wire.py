"""HTTP below the application: what the server itself refuses is a problem too, and slow clients are let go.

uvicorn answers a broken request in plain text, has no bound on the request line or the headers, accepts HTTP/1.1
without a Host, and waits forever for the rest of a request. This protocol mends the five.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from coldread.base import ids
from coldread.base.problems import Fault, InvalidInput, Problem
from coldread.web.answers import PROBLEM_TYPE, problem_body

LONGEST_URL = 8 * 1024
LARGEST_HEAD = 64 * 1024
PATIENCE = 10  # seconds for a request's head, and between two looks at its body
LEAST = 1024  # bytes of body that must come in that time: a modem manages 70 kB, a slow loris does not


class Refused(Exception):
    """Raised inside the parser's callbacks; what to answer lies in `_refusal`."""


class StrictProtocol(HttpToolsProtocol):
    """One connection. `error_type_base` is set on a subclass when the server starts."""

    error_type_base = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._refusal: Problem | None = None
        self._head_bytes = 0
        self._seen_bytes = 0
        self._in_head = True
        self._complete = True
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._seen_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_head and not self._complete:
            self._head_bytes += len(data)
            if self._head_bytes > LARGEST_HEAD + LONGEST_URL:
                self._refusal = _head_too_large()
                self.send_400_response("")
                return
        if self._complete:
            self._stop_waiting()
        elif self._patience is None:
            self._wait()

    def on_message_begin(self) -> None:
        self._in_head, self._complete, self._head_bytes = True, False, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_URL:
            self._refuse(Problem("uri-too-long", f"Path and query may have {LONGEST_URL} bytes."))

    def on_headers_complete(self) -> None:
        self._in_head = False
        if sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            self._refuse(_head_too_large())
        hosts = sum(1 for name, _ in self.headers if name == b"host")
        if hosts != 1 and self.parser.get_http_version() == "1.1":
            self._refuse(_broken("HTTP/1.1 needs exactly one Host header."))
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._complete = True
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """The parser gave up: say why as a problem, and close."""
        problem = self._refusal or _broken("The request is not well-formed HTTP/1.1.")
        request_id = ids.new_request_id()
        body = problem_body(problem, type_base=self.error_type_base, instance="", request_id=request_id)
        lines = (
            STATUS_LINE[problem.type.status],
            b"content-type: " + PROBLEM_TYPE.encode() + b"\r\n",
            b"content-length: " + str(len(body)).encode() + b"\r\n",
            b"x-content-type-options: nosniff\r\n",
            b"referrer-policy: no-referrer\r\n",
            b"cache-control: no-store\r\n",
            b"x-request-id: " + request_id.encode() + b"\r\n",
            b"connection: close\r\n\r\n",
            body,
        )
        self.transport.write(b"".join(lines))
        self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        self._refusal = problem
        raise Refused

    def _wait(self) -> None:
        self._seen_bytes = 0
        self._patience = self.loop.call_later(PATIENCE, self._lose_patience)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _lose_patience(self) -> None:
        """Close what did not send its head, or enough of its body, in time."""
        if not self._in_head and self._seen_bytes >= LEAST:
            self._wait()
        elif not self.transport.is_closing():
            self.transport.abort()


def _broken(detail: str) -> Problem:
    return InvalidInput([Fault(pointer="#", detail=detail, code="http")])


def _head_too_large() -> Problem:
    return Problem("headers-too-large", f"The header section may have {LARGEST_HEAD} bytes.")

"""HTTP below the application: the server's own refusals are problems too, and slow clients are disconnected.

uvicorn answers a broken request in plain text, has no limit on the request line or the headers, accepts HTTP/1.1
without a Host and ambiguous transfer encodings, takes trailers for headers, and waits for ever for the rest of a
request or for a client that does not read. This protocol fixes that. It also answers a poll at once if the application
can (`polls`): before the parser, if the request is unambiguous."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from coldread.api.polled import Poll, PolledLane, header_lines
from coldread.base import ids
from coldread.base.problems import Fault, InvalidInput, Problem
from coldread.web.answers import PROBLEM_TYPE, problem_body

LONGEST_URL = 8 * 1024
LARGEST_HEAD = 64 * 1024
TIMEOUT_S = (
    10  # seconds for a request's head, between two checks of its body, and for a client that does not read
)
#: for clients beyond the limit of connections, to send a request that can be refused
CROWDED_TIMEOUT_S = 5
MOST_FRAMING = 16 * 1024  # bytes of chunk extensions and trailers, which are ignored
CHUNK_FRAMING = 32  # bytes around a chunk: its length in hex and two line ends
LEAST = 1024  # bytes of body that must arrive in that time: a modem manages 70 kB, a slow loris does not

#: a complete GET of HTTP/1.1 with nothing before or after it, and only usual characters in its head
WHOLE_GET = re.compile(rb"GET (/[!-~]*) HTTP/1\.1\r\n((?:[A-Za-z-]+: ?[ -~]*\r\n)+)\r\n")
#: headers that change neither where a request ends nor what happens to its connection
HARMLESS = frozenset(
    b"host user-agent accept accept-encoding accept-language if-none-match x-request-id authorization cookie "
    b"origin referer cache-control pragma dnt via forwarded x-forwarded-for x-forwarded-proto x-forwarded-host "
    b"x-real-ip traceparent tracestate sec-fetch-dest sec-fetch-mode sec-fetch-site".split()
)


class RequestRefused(Exception):
    """Raised inside the parser's callbacks; the answer is in `_refusal`."""


class StrictProtocol(HttpToolsProtocol):
    """One connection. The class attributes are set on a subclass when the server starts."""

    error_type_base = ""
    polls: PolledLane | None = None
    #: clients beyond this limit get 503; 0 is no limit
    most_connections = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._refusal: Problem | None = None
        self._head_bytes = 0
        self._seen_bytes = 0
        #: counted in a chunked body: bytes received, bytes of content, chunks, bytes of trailers
        self._arrived = self._body_bytes = self._chunks = self._trailer_bytes = 0
        self._in_head = True
        self._complete = True
        self._late = self._one_too_many = False
        self._answered_at = 0.0
        #: the last poll and its bytes: a poller repeats the same bytes, so they are parsed once
        self._poll: tuple[bytes, Poll | None] = (b"", None)
        self._patience: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._one_too_many = 0 < self.most_connections < len(self.connections)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._stop_waiting_for_reader()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._late:
            return  # it will be refused; later bytes are ignored
        if self._one_too_many:
            self._turn_away()
            return
        if self._complete and self.polls is not None and self._answer_at_once(self.polls, data):
            return
        self._seen_bytes += len(data)
        in_body = not self._in_head
        if in_body:
            self._arrived += len(data)
        super().data_received(data)
        if not in_body and not self._in_head:  # the head ended in these bytes
            self._arrived += len(data) - max(data.find(b"\r\n\r\n"), 0)
        if self._is_mostly_framing() and not self.transport.is_closing() and not self._late:
            self._refusal = _too_much_framing()
            self.send_400_response("")
            return
        if self.transport.is_closing() or self._late:
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

    # The parser's callbacks

    def on_message_begin(self) -> None:
        self._in_head, self._complete, self._head_bytes = True, False, 0
        self._arrived = self._body_bytes = self._chunks = self._trailer_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_URL:
            self._refuse(Problem("uri-too-long", f"Path and query may have {LONGEST_URL} bytes."))

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:
            super().on_header(name, value)
            return
        self._trailer_bytes += len(name) + len(value)  # a trailer, not a header of the request
        if self._trailer_bytes > MOST_FRAMING:
            self._refuse(_too_much_framing())

    def on_chunk_header(self) -> None:
        self._chunks += 1

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def _is_mostly_framing(self) -> bool:
        """Whether an unfinished chunked body has more framing than its chunks need."""
        framing = self._arrived - self._body_bytes
        return not self._complete and framing > MOST_FRAMING + CHUNK_FRAMING * self._chunks

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._require_one_meaning()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._complete = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._late and not self.transport.is_closing() and not self._is_next_in_line():
            self.send_400_response("")

    # Answering before there is a task

    def _answer_at_once(self, polls: PolledLane, data: bytes) -> bool:
        """Answer a poll that needs no waiting: a complete request, on a free connection."""
        last_bytes, poll = self._poll
        if data != last_bytes:
            request = complete_get(data)
            if request is None or (poll := polls.poll_in(*request, self.client)) is None:
                return False
            self._poll = data, poll
        if poll is None or not self._is_free() or (answer := polls.answer_now(poll)) is None:
            return False
        self.transport.write(
            b"".join(
                (
                    STATUS_LINE[answer.status],
                    header_lines(self.server_state.default_headers),
                    answer.lines,
                    b"\r\n",
                    answer.body,
                )
            )
        )
        if self._patience is not None:
            self._stop_waiting()
        self.server_state.total_requests += 1
        self._answered_at = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._keep_alive_for(self.timeout_keep_alive)
        return True

    def timeout_keep_alive_handler(self) -> None:
        """A poll does not restart the timer, which would take a tenth of the time of its answer: the timer checks on
        firing."""
        remaining_s = self._answered_at + self.timeout_keep_alive - self.loop.time()
        if remaining_s > 0:
            self._keep_alive_for(remaining_s)
        else:
            super().timeout_keep_alive_handler()

    def _keep_alive_for(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def _is_free(self) -> bool:
        busy = self.pipeline or (self.cycle is not None and not self.cycle.response_complete)
        return not busy and not self.flow.write_paused and not self.transport.is_closing()

    # Refusing

    def send_400_response(self, msg: str) -> None:
        """The parser failed: answer with a problem, and close; but first send the answers that are in progress."""
        if self._is_next_in_line():
            self._late = True
            self._stop_waiting()
            return
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.abort()  # its answer has begun: a refusal cannot be sent in the middle of it
            return
        self.transport.write(self._refusal_bytes())
        self.transport.close()

    def _is_next_in_line(self) -> bool:
        """Whether another request's answer must be sent before this refusal."""
        under_way = self.cycle is not None and not self.cycle.response_complete
        return under_way and (self._in_head or self._late or bool(self.pipeline))

    def _refusal_bytes(self) -> bytes:
        problem = self._refusal or _broken_request_problem("The request is not well-formed HTTP/1.1.")
        request_id = ids.new_request_id()
        body = problem_body(problem, type_base=self.error_type_base, instance="", request_id=request_id)
        return b"".join(
            (
                STATUS_LINE[problem.type.status],
                b"content-type: " + PROBLEM_TYPE.encode() + b"\r\n",
                b"content-length: " + str(len(body)).encode() + b"\r\n",
                b"x-content-type-options: nosniff\r\n",
                b"referrer-policy: no-referrer\r\n",
                b"cache-control: no-store\r\n",
                b"x-request-id: " + request_id.encode() + b"\r\n",
                *(f"{name.lower()}: {value}\r\n".encode() for name, value in problem.headers.items()),
                b"connection: close\r\n\r\n",
                body,
            )
        )

    def _require_one_meaning(self) -> None:
        """Refuse a head that is too large, or that another server in the chain could parse differently."""
        size = hosts = 0
        encodings = []
        for name, value in self.headers:
            size += len(name) + len(value)
            if name == b"host":
                hosts += 1
            elif name == b"transfer-encoding":
                encodings.append(value.lower())
        if size > LARGEST_HEAD:
            self._refuse(_head_too_large())
        version = self.parser.get_http_version()
        if version not in ("1.0", "1.1"):
            self._refuse(_broken_request_problem("Only HTTP/1.1 and HTTP/1.0 are spoken here."))
        if hosts != 1 and version == "1.1":
            self._refuse(_broken_request_problem("HTTP/1.1 needs exactly one Host header."))
        if encodings and (encodings != [b"chunked"] or version != "1.1"):
            self._refuse(
                _broken_request_problem(
                    "The only transfer encoding that is read is one `chunked`, in HTTP/1.1."
                )
            )

    def _turn_away(self) -> None:
        self._refusal = _too_many_connections()
        self.send_400_response("")

    def _refuse(self, problem: Problem) -> None:
        self._refusal = problem
        raise RequestRefused

    # Time limits

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(TIMEOUT_S, self._look_at_reader, self._unsent_byte_count())

    def resume_writing(self) -> None:
        self._stop_waiting_for_reader()
        super().resume_writing()

    def _look_at_reader(self, before: int) -> None:
        """Disconnect a client that has read nothing of its answer since the last check."""
        unsent = self._unsent_byte_count()
        if unsent >= before:
            self.transport.abort()
        else:
            self._unread = self.loop.call_later(TIMEOUT_S, self._look_at_reader, unsent)

    def _unsent_byte_count(self) -> int:
        return self.transport.get_write_buffer_size()

    def _stop_waiting_for_reader(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self) -> None:
        self._seen_bytes = 0
        patience = CROWDED_TIMEOUT_S if self._one_too_many else TIMEOUT_S
        self._patience = self.loop.call_later(patience, self._lose_patience)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _lose_patience(self) -> None:
        """Close a connection that did not send its head, or enough of its body, in time."""
        if not self._in_head and self._seen_bytes >= LEAST:
            self._wait()
        elif self._one_too_many and not self.transport.is_closing():
            self._turn_away()  # its request may be on its way
        elif not self.transport.is_closing():
            self.transport.abort()


def complete_get(data: bytes) -> tuple[bytes, dict[bytes, bytes]] | None:
    """Path and headers of an unambiguous request; None: the parser has to read it."""
    found = WHOLE_GET.fullmatch(data)
    if found is None or len(data) > LONGEST_URL:
        return None
    path, lines = found.groups()
    headers: dict[bytes, bytes] = {}
    for line in lines.split(b"\r\n")[:-1]:
        name, _, value = line.partition(b":")
        name, value = name.lower(), value.strip(b" ")
        if name in HARMLESS and name not in headers:
            headers[name] = value
        elif name != b"connection" or value.lower() != b"keep-alive":
            return None
    return (path, headers) if b"host" in headers else None


def _broken_request_problem(detail: str) -> Problem:
    return InvalidInput([Fault(pointer="#", detail=detail, code="http")])


def _too_many_connections() -> Problem:
    return Problem(
        "unavailable",
        "Too many connections are open. Close this one and come again.",
        headers={"Retry-After": "5"},
    )


def _too_much_framing() -> Problem:
    return Problem("headers-too-large", f"Chunk extensions and trailers may have {MOST_FRAMING} bytes.")


def _head_too_large() -> Problem:
    return Problem("headers-too-large", f"The header section may have {LARGEST_HEAD} bytes.")

"""A server on loopback that gives every POST to one function: what stands between the service and somebody else."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class PostServer:
    """Runs from when it is made until `stop`."""

    def __init__(self, answer: Callable[[BaseHTTPRequestHandler], None]) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # head and body go out one by one: the second would wait 40 ms

            def do_POST(self) -> None:
                answer(self)

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]  # whoever asked hung up
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def body_of(request: BaseHTTPRequestHandler) -> bytes:
    return request.rfile.read(int(request.headers["content-length"]))


def reply(request: BaseHTTPRequestHandler, body: bytes, status: int = 200, **headers: str) -> None:
    """`content_type="text/plain"` is the header Content-Type."""
    request.send_response(status)
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    request.send_header("content-length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)
    request.wfile.flush()


def hang_up(request: BaseHTTPRequestHandler) -> None:
    """Without an answer."""
    request.close_connection = True
    request.connection.shutdown(socket.SHUT_RDWR)

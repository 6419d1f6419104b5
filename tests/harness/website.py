"""A small website on loopback: paths to HTML, how often each was visited, and one path that can be held back."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType


class Website:
    """`with Website({"/": "<h1>Hello</h1>"}) as site: site.url("/")`. `/held` answers once `released` is set."""

    def __init__(self, pages: dict[str, str], codec: str = "utf-8") -> None:
        self.visits: Counter[str] = Counter()
        self.released = threading.Event()
        #: the cookies that each path was asked with
        self.cookies: dict[str, set[str]] = {}
        #: paths that lead elsewhere, and where
        self.moved: dict[str, str] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                page = pages.get(self.path, pages.get(self.path.partition("?")[0]))
                site.visits[self.path] += 1
                site.cookies.setdefault(self.path, set()).add(self.headers.get("Cookie", ""))
                if self.path == "/held":
                    site.released.wait()
                if self.path in site.moved:
                    self.send_response(302)
                    self.send_header("Location", site.moved[self.path])
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                body = (page or "not here").encode(codec)
                self.send_response(200 if page is not None else 404)
                self.send_header("Content-Type", f"text/html; charset={codec}")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(
                    BrokenPipeError, ConnectionResetError
                ):  # who asked may have gone while it was held back
                    self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self._server.server_port}"

    def url(self, path: str) -> str:
        return f"http://{self.place}{path}"

    def __enter__(self) -> Website:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

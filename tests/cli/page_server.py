"""Pages on loopback for commands that run in a process of their own, and an ear for what they ask."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Pages:
    """Path to markup; `→ address` redirects, `…` never answers, what is not there is 404."""

    pages: Mapping[str, str]
    origin: str = ""
    #: path and headers (names in lower case) of every request
    heard: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    asked: threading.Event = field(default_factory=threading.Event)
    closing: threading.Event = field(default_factory=threading.Event)

    def headers_of(self, path: str) -> list[dict[str, str]]:
        return [headers for asked, headers in self.heard if asked == path]


@contextmanager
def serving(pages: Mapping[str, str]) -> Iterator[Pages]:
    site = Pages(pages)

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            site.asked.set()
            page = site.pages.get(self.path)
            if page == "…":
                site.closing.wait(30)
                return
            if page is not None and page.startswith("→"):
                self.send_response(302)
                self.send_header("Location", page[1:].strip())
            else:
                self.send_response(404 if page is None else 200)
                kind = "text/plain" if page is not None and page.startswith("plain") else "text/html"
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.end_headers()
            if self.command == "GET" and page is not None and not page.startswith("→"):
                self.wfile.write(page.encode())

        def do_HEAD(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    site.origin = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        site.closing.set()
        server.shutdown()
        server.server_close()

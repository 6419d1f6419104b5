"""A folder as a site on loopback, for one scan: no hidden files, nothing outside the folder, no listings.

Served as hosts do: `/name` is `name.html` or `name/index.html`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    def handle_error(self, *_: Any) -> None:
        """A browser that closes the connection early is not an error."""


class _Folder(SimpleHTTPRequestHandler):
    """Serves what a web server would: a page can request its styles, but not `.env` or `../notes`."""

    server: _Server
    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".html": "text/html",
        ".htm": "text/html",
        ".xhtml": "application/xhtml+xml",
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".svg": "image/svg+xml",
        ".webp": "image/webp",
        ".avif": "image/avif",
        ".woff2": "font/woff2",
    }

    def send_head(self) -> Any:
        if not (self._asked_by_name() and self._is_shown()):
            self.send_error(404)
            return None
        return super().send_head()

    def translate_path(self, path: str) -> str:
        """The file of a path. Without a suffix it is a page's name, unless a folder of that name has an index page."""
        plain = Path(super().translate_path(path))
        page = plain.with_name(f"{plain.name}.html")
        is_there = plain.is_file() or (plain / "index.html").is_file()
        return super().translate_path(path) if is_there or not page.is_file() else str(page)

    def guess_type(self, path: Any) -> str:
        """With the charset, if the file is in it, as most hosts send it: then a page that declares no charset is
        read correctly."""
        kind = super().guess_type(path)
        return f"{kind}; charset=utf-8" if kind == "text/html" and _is_utf8(Path(path)) else kind

    def _asked_by_name(self) -> bool:
        """Refuse other host names, so that another page in another browser cannot reach this by DNS rebinding."""
        return self.headers.get("Host") == self.server.place

    def _is_shown(self) -> bool:
        root = Path(self.directory).resolve()
        path = Path(self.translate_path(self.path)).resolve()
        inside = path.is_relative_to(root) and not any(
            part.startswith(".") for part in path.relative_to(root).parts
        )
        return inside and (path.is_file() or (path / "index.html").is_file())

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Silent: the report says what failed to load."""


def _is_utf8(path: Path) -> bool:
    try:
        path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return True


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """The origin under which `folder` can be visited inside this context."""
    server = _Server(("127.0.0.1", 0), partial(_Folder, directory=str(folder)))
    answering = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    answering.start()
    try:
        yield f"http://{server.place}"
    finally:
        server.shutdown()
        server.server_close()
        answering.join()

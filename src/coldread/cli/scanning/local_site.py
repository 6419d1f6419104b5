"""A folder as a site on loopback, for the time of one scan: nothing hidden, nothing outside it, no listings.

Served as hosts do: `/name` is `name.html` or `name/index.html`.
"""

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
        """A browser that hangs up in the middle is no news."""


class _Folder(SimpleHTTPRequestHandler):
    """Serves what a web server would: a page can ask for its styles, not for `.env` or `../notes`."""

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
        """The file that is meant; without an ending it is a page's name, unless a folder of that name has a front page."""
        plain = Path(super().translate_path(path))
        page = plain.with_name(f"{plain.name}.html")
        is_there = plain.is_file() or (plain / "index.html").is_file()
        return super().translate_path(path) if is_there or not page.is_file() else str(page)

    def guess_type(self, path: Any) -> str:
        """With the encoding, as most hosts send it, where the file is in it: a page without a charset of its own is read right there."""
        kind = super().guess_type(path)
        return f"{kind}; charset=utf-8" if kind == "text/html" and _is_utf8(Path(path)) else kind

    def _asked_by_name(self) -> bool:
        """Another page in another browser, led here by a name of its own, gets nothing."""
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
        """Quiet: the report tells what failed to load."""


def _is_utf8(path: Path) -> bool:
    try:
        path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return True


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """The origin under which `folder` can be visited meanwhile."""
    server = _Server(("127.0.0.1", 0), partial(_Folder, directory=str(folder)))
    answering = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    answering.start()
    try:
        yield f"http://{server.place}"
    finally:
        server.shutdown()
        server.server_close()
        answering.join()

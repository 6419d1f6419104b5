"""A model server that can be told to hang, cut off, lie and inject; it speaks both interfaces."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

#: what comes back for a request: status, body, headers
Reply = tuple[int, bytes, dict[str, str]]


def openai_reply(content: Any, *, finish: str = "stop") -> Reply:
    text = content if isinstance(content, str) else json.dumps(content)
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": finish}
    return 200, json.dumps({"choices": [choice]}).encode(), {}


def anthropic_reply(content: Any, *, finish: str = "stop") -> Reply:
    """The same told in the other interface's words."""
    stop = "max_tokens" if finish == "length" else "tool_use"
    parts = (
        [{"type": "text", "text": content}]
        if isinstance(content, str)
        else [{"type": "tool_use", "name": "answer", "input": content}]
    )
    return 200, json.dumps({"content": parts, "stop_reason": stop}).encode(), {}


REPLIES: dict[str, Callable[..., Reply]] = {"openai": openai_reply, "anthropic": anthropic_reply}


class FakeModel:
    """`with FakeModel(lambda asked: openai_reply({...})) as model:`; None for a reply hangs until the end."""

    def __init__(self, reply: Callable[[dict[str, Any]], Reply | None]) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.over = threading.Event()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                fake.asked.append(body)
                fake.headers.append({name.lower(): value for name, value in self.headers.items()})
                fake.paths.append(self.path)
                replied = reply(body)
                if replied is None:
                    fake.over.wait(60)
                    return
                status, content, headers = replied
                self.send_response(status)
                for name, value in {"Content-Length": str(len(content)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(content)
                except OSError:
                    pass  # whoever asked has heard enough

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> FakeModel:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()

    def settings(self, provider: str = "openai") -> dict[str, str]:
        """For `make_service(**fake.settings())`."""
        return {
            "llm_provider": provider,
            "llm_base_url": self.url,
            "llm_model": "fake-1",
            "llm_api_key": "sk-secret-of-the-test",
        }

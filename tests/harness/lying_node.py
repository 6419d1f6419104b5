"""A node that lies on command: an HTTP proxy for JSON-RPC in front of the real chain.

`node.lies["eth_sendRawTransactionSync"] = refuse_and_mine("nonce too low", after=2)`; `node.lies.clear()` makes it honest.
`node.chance = random.Random(seed)` has it lie by chance.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

from tests.harness.chain import Chain

#: gets the question and how to ask the real node; returns the body of the answer, None to hang up
Lie = Callable[[dict[str, Any], Callable[[dict[str, Any]], bytes]], bytes | None]
SEND = "eth_sendRawTransactionSync"


def drop(*_: Any) -> None:
    """The question never arrives."""
    return


def drop_answer(question: dict[str, Any], ask: Callable[[dict[str, Any]], bytes]) -> None:
    """The question arrives, its answer does not."""
    ask(question)


def twice(question: dict[str, Any], ask: Callable[[dict[str, Any]], bytes]) -> bytes:
    """Handed on twice; the second answer is given."""
    ask(question)
    return ask(question)


def delay(seconds: float) -> Lie:
    def lie(question: dict[str, Any], ask: Callable[[dict[str, Any]], bytes]) -> bytes:
        time.sleep(seconds)  # what this lie consists of
        return ask(question)

    return lie


def say(body: bytes) -> Lie:
    return lambda *_: body


def say_result(result: Any) -> Lie:
    return lambda question, _: json.dumps({"jsonrpc": "2.0", "id": question["id"], "result": result}).encode()


def refuse_and_mine(message: str, after: float) -> Lie:
    """An error at once, and the transaction mined later all the same."""

    def lie(question: dict[str, Any], ask: Callable[[dict[str, Any]], bytes]) -> bytes:
        threading.Timer(after, ask, [question]).start()
        error = {"code": -32000, "message": message}
        return json.dumps({"jsonrpc": "2.0", "id": question["id"], "error": error}).encode()

    return lie


OTHER_CHAIN = say_result("0x1")
GARBAGE = (b"<html>", b"[" * 5000, b'{"result": "mined"}', b"{}", b"\xff")


class LyingNode:
    """The RPC as the service knows it."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.lies: dict[str, Lie] = {}
        #: by chance, where it is given; one question in four
        self.chance: random.Random | None = None
        self.asked: list[str] = []
        self._node = httpx.Client(timeout=60, trust_env=False)
        node = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                node._answer(self)

            def log_message(self, *_: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # type: ignore[method-assign]  # the service hung up
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self._node.close()

    def _ask(self, question: dict[str, Any]) -> bytes:
        return self._node.post(self.chain.url, json=question).content

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        question = json.loads(request.rfile.read(int(request.headers["content-length"])))
        self.asked.append(question["method"])
        lie = self.lies.get(question["method"]) or self._by_chance(question["method"])
        body = lie(question, self._ask) if lie else self._ask(question)
        if body is None:
            request.close_connection = True
            request.connection.close()
            return
        request.send_response(200)
        request.send_header("content-type", "application/json")
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)
        request.wfile.flush()

    def _by_chance(self, method: str) -> Lie | None:
        if self.chance is None or self.chance.random() > 0.25:
            return None
        if method == "eth_chainId":
            return self.chance.choice((OTHER_CHAIN, drop))
        return self.chance.choice(
            (
                drop,
                drop_answer,
                twice,
                delay(self.chance.random()),
                say(self.chance.choice(GARBAGE)),
                refuse_and_mine("nonce too low", after=self.chance.choice((0.0, 0.5, 2.0)))
                if method == SEND
                else drop,
            )
        )

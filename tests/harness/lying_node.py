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
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx

from tests.harness.chain import Chain
from tests.harness.post_server import PostServer, body_of, hang_up, reply

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
        self._server = PostServer(self._answer)
        self.url = self._server.url

    def stop(self) -> None:
        self._server.stop()
        self._node.close()

    def _ask(self, question: dict[str, Any]) -> bytes:
        return self._node.post(self.chain.url, json=question).content

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        question = json.loads(body_of(request))
        self.asked.append(question["method"])
        lie = self.lies.get(question["method"]) or self._by_chance(question["method"])
        body = lie(question, self._ask) if lie else self._ask(question)
        if body is None:
            hang_up(request)
            return
        reply(request, body, content_type="application/json")

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

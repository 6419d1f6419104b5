"""A real chain on this machine: anvil in its Tempo flavour, behind a door that can be shut.

Published for amd64 alone; on another processor qemu runs it. The door stands between the service and the node: it counts
what is sent, freezes, and swallows answers. It also drops the second parameter of `eth_sendRawTransactionSync`, which
live nodes take (EIP-7966) and this anvil does not.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx

from tests.harness.post_server import PostServer, body_of, reply
from tests.harness.process import free_port

CHAIN_ID = 42431
TOKEN = "0x20c0000000000000000000000000000000000000"
SEND = "eth_sendRawTransactionSync"
NODE = Path(__file__).parents[1] / "node" / "node_modules"
ANVIL = NODE / "@foundry-rs/anvil-linux-amd64/bin/anvil"
#: without the hardfork named, the second payment of an account hangs
FLAVOUR = ("--network", "tempo", "--hardfork", "t4", "--chain-id", str(CHAIN_ID))
#: keys of anvil's own accounts, each rich; nobody's anywhere else
KEYS = (
    "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
    "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
    "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6",
)


class Chain:
    """One node for all tests of a run."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "anvil.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*_runner(), ANVIL, *FLAVOUR, "--host", "127.0.0.1", "--port", str(self.port), "--silent"],
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait()

    def ask(self, method: str, *parameters: Any) -> Any:
        question = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(parameters)}
        answer = httpx.post(self.url, json=question, timeout=60, trust_env=False).json()
        assert "result" in answer, answer
        return answer["result"]

    def balance(self, address: str) -> int:
        data = "0x70a08231" + address.removeprefix("0x").lower().zfill(64)
        return int(self.ask("eth_call", {"to": TOKEN, "data": data}, "latest"), 16)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def _wait(self) -> None:
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            try:
                assert int(self.ask("eth_chainId"), 16) == CHAIN_ID
            except (httpx.TransportError, ValueError):
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.05)  # asks again until the deadline above
            else:
                return
        raise AssertionError(f"no chain within 60 s:\n{self.log.read_text()}")


def _runner() -> list[str]:
    if platform.machine() in {"x86_64", "AMD64"}:
        return []
    qemu = shutil.which("qemu-x86_64")
    assert qemu, (
        "anvil needs qemu-user, libc6-amd64-cross and libgcc-s1-amd64-cross here: `make test` installs them"
    )
    return [qemu, "-L", "/usr/x86_64-linux-gnu"]


class Door:
    """The RPC as the service knows it."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        #: raw transactions that came through, as often as they came
        self.sent: list[str] = []
        self.asked: list[str] = []
        #: seconds that the service has waited for answers
        self.seconds = 0.0
        self._node = httpx.Client(timeout=60, trust_env=False)
        self._open = threading.Event()
        self._open.set()
        self._answering = threading.Event()
        self._answering.set()
        #: an answer has been swallowed: none comes until the thaw
        self.lost = False
        self._server = PostServer(self._pass)
        self.url = self._server.url

    def freeze(self) -> None:
        """Connections are taken, and nothing is answered."""
        self._open.clear()

    def swallow(self) -> None:
        """What is sent reaches the chain; its answer does not come back."""
        self._answering.clear()

    def thaw(self) -> None:
        self.lost = False
        self._open.set()
        self._answering.set()

    def stop(self) -> None:
        self.thaw()
        self._server.stop()
        self._node.close()

    def _pass(self, request: BaseHTTPRequestHandler) -> None:
        began = time.perf_counter()
        body = json.loads(body_of(request))
        self.asked.append(body["method"])
        self._open.wait(60)
        if body["method"] == SEND:
            body["params"] = body["params"][:1]
            self.sent.append(body["params"][0])
        answer = self._node.post(self.chain.url, json=body).content
        if body["method"] == SEND:
            self.lost = not self._answering.is_set()
        if self.lost:
            self._answering.wait(60)
        reply(request, answer, content_type="application/json")
        self.seconds += time.perf_counter() - began


__all__ = ["CHAIN_ID", "KEYS", "NODE", "TOKEN", "Chain", "Door"]

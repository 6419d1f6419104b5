"""The guide's own snippets, run as they stand there; and each client again behind a proxy that loses the first answer."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.chain.conftest import Shop
from tests.chain.payer import NODE_BIN, Payer
from tests.harness.chain import NODE
from tests.harness.lying_node import SEND, LyingNode, refuse_and_mine

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "payments.md"
PYMPP, MPPX, OURS = re.findall(r"```(?:python|js)\n(.*?)```", GUIDE.read_text(), re.DOTALL)
PRICE = 100_000


def run(code: str, url: str, payer: Payer, folder: Path) -> str:
    """What the snippet prints."""
    if code is MPPX:
        file = (
            NODE.parent / f"guide-{secrets.token_hex(4)}.mjs"
        )  # beside node_modules, where imports are found
        command = [str(NODE_BIN), str(file)]
    else:
        file = folder / "snippet.py"
        command = [sys.executable, "-W", "ignore", str(file)]
    file.write_text(code)
    environ = {**os.environ, "URL": url, "KEY": payer.key, "RPC": payer.chain.url}
    try:
        done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=180, check=False)
    finally:
        file.unlink()
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


class LosesTheFirst:
    """A proxy that hangs up instead of giving the first answer 200."""

    def __init__(self, upstream: Callable[[], str]) -> None:
        self.lost = 0
        proxy = self
        http = httpx.Client(timeout=90, trust_env=False)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                sent = {
                    name: value
                    for name, value in self.headers.items()
                    if name.lower() in {"authorization", "content-type", "idempotency-key"}
                }
                answer = http.post(upstream() + self.path, content=body, headers=sent)
                if answer.status_code == 200 and not proxy.lost:
                    proxy.lost += 1
                    self.close_connection = True
                    self.connection.close()
                    return
                self.send_response(answer.status_code)
                for name in ("www-authenticate", "content-type", "payment-receipt", "retry-after"):
                    if name in answer.headers:
                        self.send_header(name, answer.headers[name])
                self.send_header("content-length", str(len(answer.content)))
                self.end_headers()
                self.wfile.write(answer.content)

            def log_message(self, *_: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # type: ignore[method-assign]  # it hung up itself
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def lossy(shop: Shop) -> Iterator[LosesTheFirst]:
    made = LosesTheFirst(lambda: shop.servers[0].url)
    yield made
    made.stop()


@pytest.mark.parametrize("code", [PYMPP, MPPX, OURS], ids=["pympp", "mppx", "ours"])
def test_the_snippet_buys_one_answer_also_when_the_first_is_lost(
    shop: Shop, payer: Payer, lossy: LosesTheFirst, tmp_path: Path, code: str
) -> None:
    before = shop.takings
    printed = run(code, f"{lossy.url}/v1/quick-fix", payer, tmp_path)
    assert printed.startswith("200 ")
    assert (lossy.lost, shop.takings - before) == (1, PRICE)


@pytest.fixture
def lying_shop(make_shop: Callable[..., Shop]) -> Iterator[tuple[Shop, LyingNode]]:
    shop = make_shop(payment_rpc_timeout_s="5")
    node = LyingNode(shop.chain)
    shop.settings["payment_rpc_url"] = node.url
    shop.server().start()
    yield shop, node
    node.stop()


def test_a_node_that_refuses_and_mines_costs_each_client_one_price(
    lying_shop: tuple[Shop, LyingNode], payer: Payer, tmp_path: Path
) -> None:
    """Both were charged three times for it, and got nothing."""
    shop, node = lying_shop
    node.lies[SEND] = refuse_and_mine("nonce too low", after=2)
    for number, code in enumerate((PYMPP, MPPX, OURS), 1):
        assert run(code, shop.url, payer, tmp_path).startswith("200 ")
        assert shop.takings == number * PRICE

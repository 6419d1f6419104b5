"""The guide's own snippets, run as they stand there; and each client again behind a proxy that loses the first answer."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import httpx
import pytest

from tests.chain.conftest import Shop
from tests.chain.payer import NODE_BIN, Payer
from tests.harness.chain import NODE
from tests.harness.lying_node import SEND, LyingNode, refuse_and_mine
from tests.harness.post_server import PostServer, body_of, hang_up, reply

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "payments.md"
PYMPP, MPPX, OURS = re.findall(r"```(?:python|js)\n(.*?)```", GUIDE.read_text(), re.DOTALL)
PRICE = 100_000


def run(code: str, url: str, payer: Payer, folder: Path) -> str:
    """What the snippet prints; where a slow machine let its challenge end unpaid it begins again, as its user would."""
    if code is MPPX:
        # beside node_modules, where its imports are found
        file = NODE.parent / f"guide-{secrets.token_hex(4)}.mjs"
        command = [str(NODE_BIN), str(file)]
    else:
        file = folder / "snippet.py"
        command = [sys.executable, "-W", "ignore", str(file)]
    file.write_text(code)
    environ = {**os.environ, "URL": url, "KEY": payer.key, "RPC": payer.chain.url}
    try:
        for _ in range(6):
            done = subprocess.run(
                command, env=environ, capture_output=True, text=True, timeout=180, check=False
            )
            if "payment-expired" not in done.stderr:
                break
    finally:
        file.unlink()
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


class LosesTheFirst:
    """A proxy that hangs up instead of giving the first answer 200."""

    def __init__(self, upstream: Callable[[], str]) -> None:
        self.lost = 0
        self._upstream = upstream
        self._http = httpx.Client(timeout=90, trust_env=False)
        self._server = PostServer(self._pass)
        self.url = self._server.url

    def stop(self) -> None:
        self._server.stop()
        self._http.close()

    def _pass(self, request: BaseHTTPRequestHandler) -> None:
        passed = ("authorization", "content-type", "idempotency-key")
        sent = {name: value for name, value in request.headers.items() if name.lower() in passed}
        answer = self._http.post(self._upstream() + request.path, content=body_of(request), headers=sent)
        if answer.status_code == 200 and not self.lost:
            self.lost += 1
            hang_up(request)
            return
        told = ("www-authenticate", "content-type", "payment-receipt", "retry-after")
        kept = {name: answer.headers[name] for name in told if name in answer.headers}
        reply(request, answer.content, answer.status_code, **kept)


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

"""`coldread doctor --deep` asks each payment network what it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from coldread.base import settings as settings_of
from coldread.deep_doctor import _diagnose_networks
from tests.harness.post_server import PostServer, body_of, reply


class Network:
    """Says which chain it is, and that its token has six decimals."""

    def __init__(self) -> None:
        self.chain_id = 42431
        self._server = PostServer(self._answer)
        self.url, self.stop = self._server.url, self._server.stop

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        question = json.loads(body_of(request))
        result = hex(self.chain_id) if question["method"] == "eth_chainId" else hex(6)
        reply(request, json.dumps({"jsonrpc": "2.0", "id": question["id"], "result": result}).encode())


@pytest.fixture
def network() -> Iterator[Network]:
    made = Network()
    yield made
    made.stop()


def told(folder: Path, **environ: str) -> list[tuple[str, str]]:
    settings = settings_of.read({"COLDREAD_DATA_DIR": str(folder), **environ})
    return [(one.mark, one.says) for one in _diagnose_networks(settings)]


def test_the_network_is_asked_which_one_it_is(network: Network, tmp_path: Path) -> None:
    named = {"COLDREAD_PAYMENT_RPC_URL": network.url}
    assert told(tmp_path, **named) == [("✓", "tempo: the one that the settings name")]
    network.chain_id = 1
    ((mark, says),) = told(tmp_path, **named)
    assert mark == "✗"
    assert "The payment network is chain 1, not 42431." in says


def test_each_of_two_nodes_is_asked(network: Network, tmp_path: Path) -> None:
    other = Network()
    try:
        named = {"COLDREAD_PAYMENT_RPC_URL": f"{network.url},{other.url}"}
        assert told(tmp_path, **named)[0][0] == "✓"
        other.chain_id = 7
        assert told(tmp_path, **named)[0][0] == "✗"
    finally:
        other.stop()


def test_a_network_that_nobody_named_is_not_asked(tmp_path: Path) -> None:
    assert told(tmp_path) == []


def test_more_than_two_nodes_and_what_is_no_address_are_refused(tmp_path: Path) -> None:
    for value in ("http://a.example,http://b.example,http://c.example", "http://a.example,nowhere"):
        with pytest.raises(settings_of.SettingsError, match="COLDREAD_PAYMENT_RPC_URL"):
            told(tmp_path, COLDREAD_PAYMENT_RPC_URL=value)

"""A test chain on this machine: anvil in its Tempo flavour, if it is installed. It connects to nothing outside."""

from __future__ import annotations

import platform
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from coldread.base.settings import TEST_CHAIN
from coldread.payments.methods.tempo_terms import NETWORK

#: without the name of the hardfork, the second payment of an account hangs
FLAVOUR = ("--network", "tempo", "--hardfork", "t4", "--chain-id", str(TEST_CHAIN))
#: where `npm install @foundry-rs/anvil` and `make node` install it
PLACES = (
    "node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil",
    "tests/node/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil",
)
TRANSFER_CALL = "0xa9059cbb"
START_S = 60


class NoChain(Exception):
    """Why there is no chain, in a sentence for people."""


def find_anvil(named: str = "") -> list[str]:
    """The command that runs anvil; on processors other than amd64 through qemu, if that is installed."""
    found = named or shutil.which("anvil") or next((place for place in PLACES if Path(place).exists()), "")
    if not found or not Path(found).exists():
        raise NoChain(
            "anvil is not installed here: `npm install @foundry-rs/anvil@1.7.1`, or name it with --anvil"
        )
    if "linux-amd64" not in found or platform.machine() in {"x86_64", "AMD64"}:
        return [found]
    qemu = shutil.which("qemu-x86_64")
    if qemu is None:
        raise NoChain("this anvil is for amd64: install qemu-user, or name another with --anvil")
    return [qemu, "-L", "/usr/x86_64-linux-gnu", found]


class LocalChain:
    """A running chain."""

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(self, method: str, *parameters: Any) -> Any:
        question = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(parameters)}
        answer = httpx.post(self.url, json=question, timeout=60, trust_env=False).json()
        if "result" not in answer:
            raise NoChain(f"the local chain refuses {method}: {answer.get('error')}")
        return answer["result"]

    def fund(self, address: str, units: int) -> None:
        """Send money from the first of anvil's own accounts, which are rich."""
        rich = self.ask("eth_accounts")[0]
        data = f"{TRANSFER_CALL}{address[2:].lower().zfill(64)}{units:064x}"
        self.ask(
            "eth_sendTransaction",
            {"from": rich, "to": NETWORK[TEST_CHAIN].currency, "data": data, "gas": hex(3_000_000)},
        )
        _wait_until(lambda: self.balance(address) >= units, "the wallet was not funded")

    def balance(self, address: str) -> int:
        data = "0x70a08231" + address[2:].lower().zfill(64)
        return int(self.ask("eth_call", {"to": NETWORK[TEST_CHAIN].currency, "data": data}, "latest"), 16)


@contextmanager
def local_chain(anvil: list[str]) -> Iterator[LocalChain]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(  # noqa: S603 - the operator's own program, with arguments of ours
        [*anvil, *FLAVOUR, "--host", "127.0.0.1", "--port", str(port), "--silent"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    chain = LocalChain(f"http://127.0.0.1:{port}")
    try:
        _wait_until(lambda: _is_up(chain, process), "the local chain did not start")
        yield chain
    finally:
        process.kill()
        process.wait()


def _is_up(chain: LocalChain, process: subprocess.Popen[bytes]) -> bool:
    if process.poll() is not None:
        raise NoChain(f"anvil ended with {process.returncode}")
    try:
        return int(chain.ask("eth_chainId"), 16) == TEST_CHAIN
    except (httpx.HTTPError, ValueError):
        return False


def _wait_until(holds: Any, otherwise: str) -> None:
    ends = time.monotonic() + START_S
    while not holds():
        if time.monotonic() > ends:
            raise NoChain(otherwise)
        time.sleep(0.1)

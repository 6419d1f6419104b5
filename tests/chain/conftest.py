"""The chain, its door, servers behind it and a payer's purse: one of each at a time, so all of it runs in one group."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from coldread.payments.methods import tempo
from tests.chain.payer import Payer
from tests.harness.chain import KEYS, Chain, Door
from tests.harness.process import ServerProcess

SECRET = "the key that challenges of these tests are bound with"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("chain"))


@pytest.fixture(scope="session")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chain]:
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # of what web3 imports; and a challenge is too short-lived to import it later
        tempo.warm()
    started = Chain(tmp_path_factory.mktemp("chain"))
    yield started
    started.stop()


@pytest.fixture
def door(chain: Chain) -> Iterator[Door]:
    made = Door(chain)
    yield made
    made.stop()


@pytest.fixture
def recipient() -> str:
    """Nobody's address: what arrives there was paid in this test."""
    return "0x" + secrets.token_hex(20)


@pytest.fixture
def seller(door: Door, recipient: str, tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts servers that sell on the chain; those of one test share a database."""
    started: list[ServerProcess] = []

    def start(**settings: str) -> ServerProcess:
        server = make_seller(door, recipient, tmp_path, **settings)
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()


def make_seller(door: Door, recipient: str, folder: Path, **settings: str) -> ServerProcess:
    chosen = {
        "payment_rpc_url": door.url,
        "payment_recipient": recipient,
        "payment_secret": SECRET,
        "payment_challenge_ttl_s": "25",  # this anvil takes no transaction that is valid for longer than 30 s
        "payment_lease_s": "2",
        "payment_rpc_timeout_s": "8",
        "payment_rate_per_min": "0",
        "scan_engine": "lite",
        **settings,
    }
    database = chosen.pop("database_url", f"sqlite:///{folder / 'coldread.db'}")
    return ServerProcess(database, folder / "data", base_url="https://coldread.test", **chosen)


@pytest.fixture
def payer(chain: Chain) -> Payer:
    return Payer(chain, KEYS[0])

"""The chain, shops that sell on it and a payer's purse: one of each at a time, so all of it runs in one group."""

from __future__ import annotations

import dataclasses
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
            item.add_marker(pytest.mark.together("chain"))


@dataclasses.dataclass
class Shop:
    """A server, its door to the chain and the account that is paid: nobody's, so what arrives was paid here."""

    chain: Chain
    folder: Path
    settings: dict[str, str]
    recipient: str = dataclasses.field(default_factory=lambda: "0x" + secrets.token_hex(20))
    servers: list[ServerProcess] = dataclasses.field(default_factory=list)

    def __post_init__(self) -> None:
        self.door = Door(self.chain)

    def server(self) -> ServerProcess:
        """One more server on the shop's database, not started."""
        chosen = {
            "payment_rpc_url": self.door.url,
            "payment_recipient": self.recipient,
            "payment_secret": SECRET,
            "payment_challenge_ttl_s": "25",  # this anvil takes no transaction that is valid for longer than 30 s
            "payment_rpc_timeout_s": "8",
            "payment_rate_per_min": "0",
            "scan_engine": "lite",
            **self.settings,
        }
        database = chosen.pop("database_url", f"sqlite:///{self.folder / 'coldread.db'}")
        self.servers.append(
            ServerProcess(database, self.folder / "data", base_url="https://coldread.test", **chosen)
        )
        return self.servers[-1]

    @property
    def url(self) -> str:
        return f"{self.servers[0].url}/v1/quick-fix"

    @property
    def takings(self) -> int:
        return self.chain.balance(self.recipient)

    def close(self) -> None:
        self.door.thaw()
        for server in self.servers:
            server.stop()
        self.door.stop()


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
def make_shop(chain: Chain, tmp_path: Path) -> Iterator[Callable[..., Shop]]:
    """Shops with settings of the test's own; its servers are not started."""
    made: list[Shop] = []

    def make(**settings: str) -> Shop:
        made.append(Shop(chain, tmp_path, settings))
        return made[-1]

    yield make
    for shop in made:
        shop.close()


@pytest.fixture(scope="session")
def open_shop(chain: Chain, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """One running shop for all tests that need no settings of their own: a start costs seconds."""
    shop = Shop(chain, tmp_path_factory.mktemp("shop"), {"payment_rpc_timeout_s": "3"})
    shop.server().start()
    yield shop
    shop.close()


@pytest.fixture
def shop(open_shop: Shop) -> Iterator[Shop]:
    """The running shop, with an account that nothing has been paid to in this test."""
    yield open_shop
    open_shop.door.thaw()


@pytest.fixture
def payer(chain: Chain) -> Payer:
    return Payer(chain, KEYS[0])

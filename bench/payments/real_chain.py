"""`make bench-payments`: calls by three clients on a real chain over two API processes, while everything is killed.

    python -m bench.payments.real_chain [CALLS] [SEED]

mppx, pympp and our client buy in turn. At random, a node lies, and API processes, the worker and PostgreSQL are killed with
`kill -9`. At the end the chain is compared with the ledger.
"""

from __future__ import annotations

import dataclasses
import functools
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sqlalchemy as sa
from tests.chain.conftest import SECRET
from tests.chain.payer import Payer
from tests.chain.test_guide import MPPX, OURS, PYMPP, run
from tests.faults.scene import asked
from tests.harness.chain import KEYS, Chain
from tests.harness.lying_node import LyingNode
from tests.harness.postgres import OwnServer, own_server
from tests.harness.process import COMMAND, ServerProcess

from bench.service.results import table, write
from coldread.base.db import Session
from coldread.migrations import apply
from coldread.payments.methods import tempo
from coldread.payments.states import REFUNDABLE, State
from coldread.payments.tables import payment_refunds, payments

CALLS, AT_ONCE = 300, 3
PRICE = 100_000
CLIENTS = {"pympp": PYMPP, "mppx": MPPX, "ours": OURS}
RECIPIENT = "0x" + "5e" * 20


@dataclasses.dataclass
class Scene:
    """All that can be killed."""

    servers: list[ServerProcess]
    database: OwnServer
    worker: subprocess.Popen[bytes]
    killed: Counter[str] = dataclasses.field(default_factory=Counter)
    over: threading.Event = dataclasses.field(default_factory=threading.Event)

    def work(self) -> None:
        self.worker = subprocess.Popen(
            [*COMMAND, "work"],
            env=self.servers[0].environ,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill_by_chance(self, chance: random.Random) -> None:
        while not self.over.wait(chance.uniform(4, 12)):
            what = chance.choice(("api", "api", "worker", "database"))
            self.killed[what] += 1
            if what == "api":
                server = chance.choice(self.servers)
                server.kill()
                server.start()
            elif what == "worker":
                self.worker.kill()
                self.worker.wait()
                self.work()
            else:
                self.database.kill()
                self.database.start()


def main(calls: int, seed: int) -> int:
    tempo.warm()
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as made, own_server() as database:
        folder = Path(made)
        chain = Chain(folder)
        node = LyingNode(chain)
        apply.upgrade(database.url)
        settings = {
            "payment_rpc_url": node.url,
            "payment_recipient": RECIPIENT,
            "payment_secret": SECRET,
            "payment_challenge_ttl_s": "25",
            "payment_rpc_timeout_s": "5",
            "payment_rate_per_min": "0",
            "payment_lease_s": "5",
            "payment_daily_budget_usdc": "1000",
        }
        servers = [
            ServerProcess(database.url, folder / "data", base_url="https://coldread.test", **settings)
            for _ in range(2)
        ]
        scene = Scene(servers=servers, database=database, worker=subprocess.Popen(["true"]))
        for server in servers:
            server.start()
        scene.work()
        node.chance = random.Random(seed)
        killer = threading.Thread(target=scene.kill_by_chance, args=(chance,))
        killer.start()
        purses = {name: Payer(chain, key) for name, key in zip(CLIENTS, KEYS, strict=True)}
        before = {name: chain.balance(payer.address) for name, payer in purses.items()}
        began = time.monotonic()
        with ThreadPoolExecutor(AT_ONCE) as threads:
            told = list(threads.map(lambda number: bought(number, scene, purses, folder), range(calls)))
        seconds = time.monotonic() - began
        scene.over.set()
        killer.join()
        node.chance = None
        time.sleep(60)  # what is still open ends with its validity
        books = subprocess.run(
            [*COMMAND, "payments", "reconcile", "--from-block", "0"],
            env=servers[0].environ,
            capture_output=True,
            text=True,
            check=False,
        )
        report(calls, seed, seconds, told, scene, books.stdout, chain.balance(RECIPIENT), database.url)
        unfair = 0
        for name, payer in purses.items():
            charged = (before[name] - chain.balance(payer.address)) // PRICE
            delivered, open_, owed = asked(database.url, functools.partial(due_to, payer=payer.address))
            served = told.count(f"{name}: served")
            fair = charged == delivered + open_ + owed and served <= delivered
            unfair += not fair
            print(
                f"{name}: charged {charged}, answers stored {delivered}, served on return {open_}, owed {owed}, said to be served {served}"
                + ("" if fair else "  <- does not hold")
            )
        for server in servers:
            server.stop()
        scene.worker.kill()
        node.stop()
        chain.stop()
        return books.returncode or unfair


def due_to(session: Session, payer: str) -> tuple[int, int, int]:
    """Answers that are stored for a payer, payments that are served when they return, and those that are owed back."""
    mine = sa.func.lower(payments.c.payer) == payer.lower()
    stored = session.rows(sa.select(payments.c.tx_hash).where(mine, payments.c.state == State.DELIVERED))
    open_ = session.rows(sa.select(payments.c.tx_hash).where(mine, payments.c.state.in_(REFUNDABLE)))
    owed = sa.func.lower(payment_refunds.c.payer) == payer.lower()
    return len(stored), len(open_), len(session.rows(sa.select(payment_refunds.c.tx_hash).where(owed)))


def bought(number: int, scene: Scene, purses: dict[str, Payer], folder: Path) -> str:
    """One client buys one answer, as the guide says; what it said in the end."""
    name = list(CLIENTS)[number % len(CLIENTS)]
    mine = folder / str(number)
    mine.mkdir()
    url = f"{scene.servers[number % 2].url}/v1/quick-fix"
    try:
        printed = run(CLIENTS[name], url, purses[name], mine)
    except (AssertionError, subprocess.TimeoutExpired):
        return f"{name}: gave up"
    return f"{name}: served" if printed.startswith("200 ") else f"{name}: refused"


def report(
    calls: int,
    seed: int,
    seconds: float,
    told: list[str],
    scene: Scene,
    books: str,
    takings: int,
    database_url: str,
) -> None:
    states = asked(
        database_url,
        lambda session: Counter(row.state for row in session.rows(sa.select(payments.c.state))),
    )
    owed = asked(database_url, lambda session: len(session.rows(sa.select(payment_refunds.c.tx_hash))))
    difference = re.search(r"difference\s+(\S+)", books)
    rows = [
        ("calls", f"{calls}, seed {seed}, {seconds:.0f} s"),
        ("clients", ", ".join(f"{number} {one}" for one, number in sorted(Counter(told).items()))),
        ("killed", ", ".join(f"{what} {number}" for what, number in sorted(scene.killed.items()))),
        ("ledger", ", ".join(f"{number} {state}" for state, number in sorted(states.items()))),
        ("refunds owed", str(owed)),
        ("on the chain", f"{takings / 10**6:.2f} USDC"),
        ("difference of the books", difference[1] if difference else books),
    ]
    print(books)
    write(
        "Paid calls while everything is killed (PostgreSQL, anvil, a lying node)",
        table(("what", "seen"), rows),
    )


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    sys.exit(main(given[0] if given else CALLS, given[1] if len(given) > 1 else 1))

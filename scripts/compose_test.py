"""`make compose-test`: the compose file started, upgraded under load, and killed container by container.

Images come from `make image` and deploy/test; `--from` names the image that the upgrade begins with. What callers met is
counted: answers, tries again (theirs, and the balancer's), orders that were acknowledged and are lost, orders that are there
twice. A payer buys calls on a chain of the test's own all the while; in the end chain, books and answers must agree.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from coldread.base.settings import TEST_CHAIN
from coldread.payments.methods.local_chain import FLAVOUR, LocalChain, find_anvil
from coldread.payments.wallet import address_of
from coldread_client import Client, ColdreadError, TempoWallet

ROOT = Path(__file__).parents[1]
PROJECT = "coldreadtest"
URL = "http://127.0.0.1:8088"
FILES = ("-f", "deploy/compose.yaml", "-f", "deploy/test/compose-test.yaml")
#: services that run twice, as the guide says they should
TWICE = ("api", "work", "scan")
WISH = {
    "url": "http://site/",
    "goal": "More booked calls",
    "audience": "Café owners",
    "contact_email": "b@shop.example",
}
ANSWER_S = 30.0
#: the balancer's own count of what it asked once more
REPEATED = """
import csv, socket
line = socket.socket(socket.AF_UNIX)
line.connect("/tmp/haproxy.sock")
line.sendall(b"show stat\\n")
told = line.makefile().read().lstrip("# ")
print(next(row["wretr"] for row in csv.DictReader(told.splitlines()) if row["svname"] == "BACKEND"))
"""
PING = "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/v1/ping', timeout=4)"
#: how long a caller tries again, as our client does
PATIENCE_S = 60.0
CHAIN = LocalChain("http://127.0.0.1:8089")
#: as deploy/test/test.env has it
RECIPIENT = "0x00000000000000000000000000000000c01d4ead"
#: more than the books leave out at the end of the chain
SETTLED_BLOCKS = 32
#: the price of a quick-fix, in millionths of a dollar, and the payer's first balance
PRICE, FUNDS = 100_000, 1_000_000_000
PROBLEM = ("http://site/", "h1", "The headline says only 'Welcome'")


def podman(*arguments: str, check: bool = True) -> str:
    done = subprocess.run(["podman", *arguments], capture_output=True, text=True, check=False)  # noqa: S603, S607
    if check and done.returncode:
        raise RuntimeError(f"podman {' '.join(arguments)}: {done.stderr[-500:]}")
    return done.stdout.strip()


def compose(*arguments: str, image: str) -> None:
    environ = {
        **os.environ,
        "POSTGRES_PASSWORD": "test",
        "COLDREAD_HOST_NAME": ":80",
        "TEST_IMAGE": image,
        "TEST_ANVIL": str(Path(find_anvil()[-1]).resolve()),
        "TEST_CHAIN": " ".join(FLAVOUR),
    }
    done = subprocess.run(  # noqa: S603
        ["podman-compose", "-p", PROJECT, *FILES, *arguments],  # noqa: S607
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"podman-compose {arguments[0]}: {(done.stdout + done.stderr)[-1000:]}")


def container(service: str, number: int = 1) -> str:
    return f"{PROJECT}_{service}_{number}"


def started_again(service: str, number: int, image: str) -> None:
    """A container of the service, made by the very command that compose made its first with, of this image."""
    made: list[str] = json.loads(
        podman("inspect", container(service), "--format", "{{json .Config.CreateCommand}}")
    )
    place = next(
        at for at, word in enumerate(made) if word.startswith("localhost/coldread") and "test" not in word
    )
    command = [*made[1:place], image, *made[place + 1 :]]
    command = [word.replace(container(service), container(service, number)) for word in command]
    podman("rm", "-f", "-t", "15", container(service, number), check=False)
    podman(*command)


class Load:
    """Callers who order and poll through the proxy, and count what they meet."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        self.placed: dict[str, str] = {}
        self.lost_keys: list[str] = []
        self.key = "0x" + secrets.token_hex(32)
        self.bought = 0
        #: set once the version that runs takes money of this chain
        self.buying = threading.Event()
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._threads = [
            *(threading.Thread(target=self._order) for _ in range(2)),
            *(threading.Thread(target=self._poll) for _ in range(4)),
            threading.Thread(target=self._buy),
        ]

    @contextmanager
    def running(self) -> Iterator[None]:
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in self._threads:
                thread.join()

    def _order(self) -> None:
        while not self._over.is_set():
            key = str(uuid.uuid4())
            answer = self._tried(
                "order", "POST", "/v1/cold-read-requests", json=WISH, headers={"Idempotency-Key": key}
            )
            if answer is None:
                self.lost_keys.append(key)
            elif answer.status_code in {200, 201}:
                with self._lock:
                    self.placed[key] = answer.json()["order_id"]
            time.sleep(0.1)

    def _poll(self) -> None:
        while not self._over.is_set():
            with self._lock:
                known = list(self.placed.values())[-20:]
            for order_id in known:
                self._tried("poll", "GET", f"/v1/orders/{order_id}")
            time.sleep(0.1)

    def _buy(self) -> None:
        while not self._over.is_set():
            if self.buying.wait(0.5):
                self.buy()

    def buy(self) -> str:
        """One paid call by our own client, which tries again with the same payment."""
        wallet = TempoWallet(self.key, chain_id=TEST_CHAIN, rpc_url=CHAIN.url, most_base_units=PRICE)
        try:
            with Client(URL, wallet=wallet, timeout_s=ANSWER_S) as coldread:
                told = f"answered by {coldread.quick_fix(*PROBLEM)['engine']}"
                self.bought += 1
                self.buying.set()
        except (ColdreadError, httpx.HTTPError) as error:
            told = str(error) or type(error).__name__
        with self._lock:
            self.met[f"paid call {told}"] += 1
        return told

    def failed_since(self, before: Counter[str]) -> int:
        """Answers and broken connections that no caller should meet; a payment that came too late was not charged."""
        return sum(
            count
            for told, count in (self.met - before).items()
            if not told.endswith((" 200", " 201", "answered by rules")) and "call 402" not in told
        )

    def _tried(self, what: str, method: str, path: str, **request: Any) -> httpx.Response | None:
        ends = time.monotonic() + PATIENCE_S
        while True:
            try:
                answer = httpx.request(method, URL + path, timeout=ANSWER_S, **request)
                by_us = answer.headers.get("content-type", "").startswith(
                    ("application/json", "application/problem")
                )
                told = f"{answer.status_code}{'' if by_us else ' of a proxy'}"
            except httpx.TransportError as error:
                answer, told = None, type(error).__name__
            with self._lock:
                self.met[f"{what} {told}"] += 1
            if answer is not None and answer.status_code < 500:
                return answer
            if time.monotonic() > ends:
                return None
            time.sleep(0.5)


def waits_for_ping(within: float = 120) -> float:
    began = time.monotonic()
    while time.monotonic() - began < within:
        try:
            if httpx.get(f"{URL}/v1/ping", timeout=5).status_code == 200:
                return time.monotonic() - began
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise RuntimeError("no ping through the proxy")


def waits_for_both(within: float = 180) -> None:
    """Each API by itself: the next kill must find another one that answers."""
    ends = time.monotonic() + within
    for number in (1, 2):
        check = ["podman", "exec", container("api", number), "python", "-c", PING]
        while subprocess.run(check, capture_output=True, check=False).returncode:  # noqa: S603
            if time.monotonic() > ends:
                raise RuntimeError(f"{container('api', number)} does not come back")
            time.sleep(0.5)


def scanned() -> str:
    began = time.monotonic()
    answer = httpx.post(
        f"{URL}/v1/scan", json={"url": "http://site/", "primary_goal": "book_call"}, timeout=120
    )
    source = answer.json().get("_source", answer.text[:200])
    return f"{answer.status_code} {source} in {time.monotonic() - began:.1f} s"


def rows(statement: str) -> str:
    return podman(
        "exec", "-u", "postgres", container("database"), "psql", "-tA", "-d", "coldread", "-c", statement
    )


def tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S', time.gmtime())} {text}", flush=True)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--image", default="localhost/coldread")
    options.add_argument("--from", dest="old", default="", help="image to begin with")
    options.add_argument("--between", type=float, default=5.0, help="seconds of load between two kills")
    chosen = options.parse_args()
    first = chosen.old or chosen.image
    load = Load()
    (ROOT / "deploy" / "coldread.env").touch()
    try:
        compose("up", "-d", "--no-build", image=first)
        for service in TWICE:
            started_again(service, 2, first)
        tell(f"up with {first}; ping after {waits_for_ping():.1f} s")
        waits_for_both()
        tell(f"a scan: {scanned()}")
        CHAIN.fund(address_of(load.key), FUNDS)
        tell(f"a paid call: {load.buy()}")
        for number in (1, 2):
            tell(podman("logs", "--tail", "3", container("scan", number)))
        with load.running():
            time.sleep(chosen.between)
            unanswered = upgraded(load, chosen.image, chosen.between) if chosen.old else 0
            load.buying.set()
            for name in [container(one, number) for one in TWICE for number in (1, 2)] + [
                container("database"),
                container("balance"),
                container("proxy"),
            ]:
                before = Counter(load.met)
                podman("kill", "--signal", "KILL", name, check=False)
                time.sleep(1)
                podman("start", name, check=False)
                back = waits_for_ping()
                waits_for_both()
                time.sleep(chosen.between)
                tell(
                    f"killed {name}; ping again after {back:.1f} s; met {dict(load.met - before)}; {repeated()}"
                )
        tell(f"a scan: {scanned()}")
        tell(f"a paid call: {load.buy()}")
        return verdict(load) or int(unanswered > 0)
    finally:
        for service in TWICE:
            podman("rm", "-f", "-t", "5", container(service, 2), check=False)
        compose("down", "-v", image=chosen.image)


def upgraded(load: Load, image: str, between: float) -> int:
    """One container after another, the schema with the first; how many requests were not answered as they should be."""
    before = Counter(load.met)
    for service in TWICE:
        for number in (2, 1):
            started_again(service, number, image)
            waits_for_both()
            time.sleep(between)
            tell(f"{container(service, number)} is of {image} now")
    tell(f"met during the upgrade: {dict(load.met - before)}; {repeated()}")
    return load.failed_since(before)


def repeated() -> str:
    return f"asked once more by the balancer so far: {podman('exec', container('balance'), 'python3', '-c', REPEATED)}"


def verdict(load: Load) -> int:
    unread = [
        one
        for one in load.placed.values()
        if httpx.get(f"{URL}/v1/orders/{one}", timeout=ANSWER_S).status_code != 200
    ]
    stored = int(rows("SELECT count(*) FROM orders"))
    tell(f"met: {dict(load.met)}")
    tell(f"orders acknowledged {len(load.placed)}, stored {stored}, lost {len(unread)}")
    tell(f"given up by their caller: {len(load.lost_keys)}")
    doubled = stored - len(load.placed) - len(load.lost_keys)
    tell(f"doubled: {max(0, doubled)}")
    CHAIN.ask("anvil_mine", hex(SETTLED_BLOCKS))
    arrived = CHAIN.balance(RECIPIENT)
    books = podman(
        "exec", container("work"), "coldread", "payments", "reconcile", "--from-block", "1", check=False
    )
    tell(
        f"paid calls answered {load.bought}, at {PRICE}: {load.bought * PRICE}; arrived on the chain: {arrived}\n{books}"
    )
    told = {" ".join(words[:-1]): words[-1] for line in books.splitlines() if (words := line.split())}
    agree = told.get("difference") == "0.00" and told.get("in the ledger") == f"{arrived / 1_000_000:.2f}"
    return 1 if unread or doubled > 0 or load.lost_keys or not agree or arrived < load.bought * PRICE else 0


if __name__ == "__main__":
    sys.exit(main())

"""`make compose-test`: the compose file started, loaded, killed container by container, and upgraded under load.

Images come from `make image` and deploy/test; `--from` names the image that the upgrade begins with. What callers met is
counted: answers, tries again, orders that were acknowledged and are lost, orders that are there twice.
"""

from __future__ import annotations

import argparse
import json
import os
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
PING = "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/v1/ping', timeout=4)"
#: a caller tries again for so long, as our client does
PATIENCE_S = 60.0


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
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._threads = [
            *(threading.Thread(target=self._order) for _ in range(2)),
            *(threading.Thread(target=self._poll) for _ in range(4)),
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

    def _tried(self, what: str, method: str, path: str, **request: Any) -> httpx.Response | None:
        ends = time.monotonic() + PATIENCE_S
        while True:
            try:
                answer = httpx.request(method, URL + path, timeout=ANSWER_S, **request)
                told = str(answer.status_code)
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
        for number in (1, 2):
            tell(podman("logs", "--tail", "3", container("scan", number)))
        with load.running():
            time.sleep(chosen.between)
            for name in [container(one, number) for one in TWICE for number in (1, 2)] + [
                container("database"),
                container("proxy"),
            ]:
                podman("kill", "--signal", "KILL", name, check=False)
                time.sleep(1)
                podman("start", name, check=False)
                back = waits_for_ping()
                waits_for_both()
                tell(f"killed {name}; ping again after {back:.1f} s; so far {dict(load.met)}")
                time.sleep(chosen.between)
            before = Counter(load.met)
            if chosen.old:
                for service in TWICE:
                    for number in (2, 1):
                        started_again(service, number, chosen.image)
                        waits_for_both()
                        time.sleep(chosen.between)
                        tell(f"{container(service, number)} is of {chosen.image} now")
                tell(f"met during the upgrade: {dict(load.met - before)}")
        tell(f"a scan: {scanned()}")
        return verdict(load)
    finally:
        for service in TWICE:
            podman("rm", "-f", "-t", "5", container(service, 2), check=False)
        compose("down", "-v", image=chosen.image)


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
    return 1 if unread or doubled > 0 or load.lost_keys else 0


if __name__ == "__main__":
    sys.exit(main())

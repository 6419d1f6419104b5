"""Starts a service, has hostile documents scanned and shown, and prints what others noticed of each.

Every row stands beside the idle row of the same run: a slow machine is slow in both. The short form of this is
`tests/e2e/test_bounds`.
"""

from __future__ import annotations

import argparse
import dataclasses
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.harness import hostile_documents
from tests.harness.poller import Poller
from tests.harness.process import ServerProcess
from tests.harness.website import Website

from coldread.scanner.visit.render import processes

PATIENCE_S = 300.0
OFF = dict.fromkeys(
    ("scan_limit_url", "scan_limit_ip", "scan_limit_global", "limit_create_per_hour", "limit_reads_per_min"),
    "0",
)
IDLE_S = 5.0
#: for children to notice that their parent has gone
LEAVING_S = 20.0
#: of one attack at the same time
AT_ONCE = 4


@dataclasses.dataclass(frozen=True, kw_only=True)
class Row:
    """What others noticed during one attack; seconds and bytes."""

    name: str
    answers: str
    poll_p50: float
    poll_p99: float
    create: float
    next_scan: float
    memory: int


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--size", type=int, default=100_000, help="how large each document is")
    asked.add_argument("--engine", default="lite", help="`auto` has each page looked at by a browser, too")
    asked.add_argument("--minutes", type=float, default=0.0, help="then mixed abuse for so long")
    options = asked.parse_args()
    pages = {f"/{name}": make(options.size) for name, make in hostile_documents.KINDS.items()}
    with tempfile.TemporaryDirectory() as folder, Website({**pages, "/": hostile_documents.page("")}) as site:
        data = Path(folder)
        settings = {**OFF, "scan_engine": options.engine, "scan_allow_hosts": site.place}
        server = ServerProcess(f"sqlite:///{data / 'coldread.db'}", data / "data", **settings)
        server.start(within=PATIENCE_S)
        try:
            _warm(server, site)
            rows = [_measured(server, site, "idle", _nothing)]
            _print_head()
            _print(rows[0], rows[0])
            for name in hostile_documents.KINDS:
                rows.append(_measured(server, site, name, _attack(server, site, name)))
                _print(rows[-1], rows[0])
            if options.minutes:
                rows.append(_measured(server, site, "mixed", _mixed(server, site, options.minutes)))
                _print(rows[-1], rows[0])
            family = processes.tree(_pid(server))
        finally:
            server.stop(within=30)
        left, ends = family, time.monotonic() + LEAVING_S
        while left and time.monotonic() < ends:
            left = [pid for pid in left if Path(f"/proc/{pid}").exists()]
            time.sleep(0.1)  # they notice that their parent has gone
        print(f"\nleft behind after the end: {len(left)} processes")


def _warm(server: ServerProcess, site: Website) -> None:
    """Until an ordinary page is scanned at once: what reads pages is still being started."""
    for number in range(20):
        began = time.monotonic()
        if _scan(server, site.url(f"/?warm{number}")) == "200" and time.monotonic() - began < IDLE_S:
            return


def _nothing() -> list[str]:
    time.sleep(IDLE_S)  # what is measured is what happens meanwhile
    return []


def _attack(server: ServerProcess, site: Website, name: str) -> Callable[[], list[str]]:
    def run() -> list[str]:
        with ThreadPoolExecutor(AT_ONCE) as threads:
            return list(threads.map(lambda n: _shown(server, site.url(f"/{name}?{n}")), range(AT_ONCE)))

    return run


def _mixed(server: ServerProcess, site: Website, minutes: float) -> Callable[[], list[str]]:
    ends = time.monotonic() + 60 * minutes

    def one(seed: int) -> list[str]:
        answers, number = [], seed
        while time.monotonic() < ends:
            answers.append(_shown(server, site.url(f"/{hostile_documents.by_seed(number)}?{number}")))
            number += AT_ONCE
        return answers

    def run() -> list[str]:
        with ThreadPoolExecutor(AT_ONCE) as threads:
            return [answer for answers in threads.map(one, range(AT_ONCE)) for answer in answers]

    return run


def _measured(server: ServerProcess, site: Website, name: str, attack: Callable[[], list[str]]) -> Row:
    order_id = server.order().json()["order_id"]
    with Poller(server.url, order_id) as poller, _creating(server) as created:
        answers = attack()
        began = time.monotonic()
        ordinary = _scan(server, site.url(f"/?{name}"))
        next_scan = time.monotonic() - began if ordinary == "200" else float("inf")
    tally = {answer: answers.count(answer) for answer in sorted(set(answers)) if answer}
    return Row(
        name=name,
        answers=" ".join(f"{count}×{answer}" for answer, count in tally.items()) or "-",
        poll_p50=poller.share(0.5),
        poll_p99=poller.share(0.99) if not poller.failures else float("inf"),
        create=max(created, default=0.0),
        next_scan=next_scan,
        memory=processes.memory_of(_pid(server)),
    )


@contextmanager
def _creating(server: ServerProcess) -> Iterator[list[float]]:
    """An order every second, and what each took."""
    ended, taken = threading.Event(), list[float]()

    def run() -> None:
        while not ended.wait(1.0):
            began = time.monotonic()
            if server.order().status_code == 201:
                taken.append(time.monotonic() - began)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield taken
    finally:
        ended.set()
        thread.join()


def _shown(server: ServerProcess, url: str) -> str:
    """Scanned, and its report read where there is one; the last answer."""
    try:
        body = {"url": url, "primary_goal": "other"}
        answer = httpx.post(f"{server.url}/v1/scan", json=body, timeout=PATIENCE_S)
        if answer.status_code == 200:
            answer = httpx.get(f"{server.url}/r/{answer.json()['session_id']}", timeout=PATIENCE_S)
        return str(answer.status_code)
    except httpx.TransportError as error:
        return type(error).__name__


def _scan(server: ServerProcess, url: str) -> str:
    body = {"url": url, "primary_goal": "other"}
    return str(httpx.post(f"{server.url}/v1/scan", json=body, timeout=PATIENCE_S).status_code)


def _pid(server: ServerProcess) -> int:
    assert server.process is not None
    return server.process.pid


def _print_head() -> None:
    print(
        f"{'attack':<12}{'poll p50':>10}{'p99':>10}{'above idle':>12}{'create':>10}{'next scan':>11}{'memory':>9}"
    )


def _print(row: Row, idle: Row) -> None:
    above = row.poll_p99 - idle.poll_p99
    print(
        f"{row.name:<12}{row.poll_p50 * 1000:>7.1f} ms{row.poll_p99 * 1000:>7.1f} ms{above * 1000:>9.1f} ms"
        f"{row.create * 1000:>7.0f} ms{row.next_scan:>9.2f} s{row.memory / 1e6:>6.0f} MB  {row.answers}",
        flush=True,
    )


if __name__ == "__main__":
    main()

"""Starts a service, scans and shows hostile documents, and prints what other clients notice of each.

Compare every row with the idle row of the same run, and with a second service that is not attacked and gets the same requests at
the same time: on a slow machine all of them are slow. A separate process polls and orders. With `--postgres` a worker scans
the pages. `tests/e2e/test_bounds` is the short form of this.
"""

from __future__ import annotations

import argparse
import dataclasses
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path

import httpx
from tests.harness import hostile_documents, postgres
from tests.harness.beside import workers
from tests.harness.process import ServerProcess
from tests.harness.watching import Watcher
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
#: hostile documents of one attack that are in work at the same time
AT_ONCE = 4


@dataclasses.dataclass(frozen=True, kw_only=True)
class Row:
    """What others noticed during one attack; seconds and bytes."""

    name: str
    answers: str
    #: the answer to each document that produced no report
    why: tuple[str, ...]
    poll_p50: float
    poll_p99: float
    #: the same for a service that nobody attacks, measured at the same time
    beside_p99: float
    create: float
    beside_create: float
    next_scan: float
    #: the most memory of the serving process
    memory: int


class Peak:
    """The most memory that a process has meanwhile."""

    def __init__(self, pid: int) -> None:
        self.bytes = 0
        self._pid = pid
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Peak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(0.2):
            self.bytes = max(self.bytes, processes.memory_of(self._pid))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--size", type=int, default=100_000, help="how large each document is")
    asked.add_argument("--engine", default="lite", help="`auto` has each page looked at by a browser, too")
    asked.add_argument("--only", default="", help="this kind alone, or `none`")
    asked.add_argument("--minutes", type=float, default=0.0, help="then mixed abuse for so long")
    asked.add_argument(
        "--postgres", action="store_true", help="on PostgreSQL, with a worker that looks at pages"
    )
    options = asked.parse_args()
    pages = {f"/{name}": make(options.size) for name, make in hostile_documents.KINDS.items()}
    with tempfile.TemporaryDirectory() as folder, Website({**pages, "/": hostile_documents.page("")}) as site:
        data = Path(folder)
        settings = {**OFF, "scan_engine": options.engine, "scan_allow_hosts": site.place}
        servers = [
            ServerProcess(_database(options.postgres, data / name), data / name, **settings)
            for name in ("attacked", "beside")
        ]
        server, beside = servers
        for one in servers:
            one.start(within=PATIENCE_S)
        with workers(server, "scan,work") if options.postgres else nullcontext():
            try:
                _run(server, beside, site, options)
                family = processes.process_tree(_pid(server))
            finally:
                for one in servers:
                    one.stop(within=30)
        left, ends = family, time.monotonic() + LEAVING_S
        while left and time.monotonic() < ends:
            left = [pid for pid in left if Path(f"/proc/{pid}").exists()]
            time.sleep(0.1)  # they notice that their parent has gone
        print(f"\nleft behind after the end: {len(left)} processes")


def _database(on_postgres: bool, folder: Path) -> str:
    folder.mkdir()
    return postgres.new_database() if on_postgres else f"sqlite:///{folder / 'coldread.db'}"


def _run(server: ServerProcess, beside: ServerProcess, site: Website, options: argparse.Namespace) -> None:
    _warm(server, site)
    idle = _measured(server, beside, site, "idle", _nothing)
    _print_head()
    _print(idle, idle)
    for name in [name for name in hostile_documents.KINDS if options.only in ("", name)]:
        _print(_measured(server, beside, site, name, _attack(server, site, name)), idle)
    if options.minutes:
        _print(_measured(server, beside, site, "mixed", _mixed(server, site, options.minutes)), idle)


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


def _measured(
    server: ServerProcess, beside: ServerProcess, site: Website, name: str, attack: Callable[[], list[str]]
) -> Row:
    orders = [one.order().json()["order_id"] for one in (server, beside)]
    with (
        Watcher(server.url, orders[0]) as watcher,
        Watcher(beside.url, orders[1]) as other,
        Peak(_pid(server)) as peak,
    ):
        answers = attack()
        began = time.monotonic()
        ordinary = _scan(server, site.url(f"/?{name}"))
        next_scan = time.monotonic() - began if ordinary == "200" else float("inf")
    codes = Counter(answer.partition(" ")[0] for answer in answers)
    reasons = Counter(answer for answer in answers if " " in answer)
    return Row(
        name=name,
        answers=" ".join(f"{count}×{code}" for code, count in sorted(codes.items())) or "-",
        why=tuple(f"{count} × {reason}" for reason, count in sorted(reasons.items())),
        poll_p50=watcher.share("polls", 0.5),
        poll_p99=watcher.share("polls", 0.99),
        beside_p99=other.share("polls", 0.99),
        create=watcher.share("creates", 1.0),
        beside_create=other.share("creates", 1.0),
        next_scan=next_scan,
        memory=peak.bytes,
    )


def _shown(server: ServerProcess, url: str) -> str:
    """Scanned, and its report read where there is one; the last answer's status, and what a refusal says."""
    try:
        body = {"url": url, "primary_goal": "other"}
        answer = httpx.post(f"{server.url}/v1/scan", json=body, timeout=PATIENCE_S)
        if answer.status_code == 200:
            answer = httpx.get(f"{server.url}/r/{answer.json()['session_id']}", timeout=PATIENCE_S)
        if answer.status_code == 200:
            return "200"
        return f"{answer.status_code} {answer.json()['detail']}"
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
        f"{'attack':<12}{'poll p50':>10}{'p99':>10}{'above idle':>12}{'beside':>10}{'create':>10}{'beside':>10}"
        f"{'next scan':>11}{'memory':>9}"
    )


def _print(row: Row, idle: Row) -> None:
    above = row.poll_p99 - idle.poll_p99
    print(
        f"{row.name:<12}{row.poll_p50 * 1000:>7.1f} ms{row.poll_p99 * 1000:>7.1f} ms{above * 1000:>9.1f} ms"
        f"{row.beside_p99 * 1000:>7.1f} ms{row.create * 1000:>7.0f} ms{row.beside_create * 1000:>7.0f} ms{row.next_scan:>9.2f} s{row.memory / 1e6:>6.0f} MB  {row.answers}",
        flush=True,
    )
    for reason in row.why:
        print(f"{'':<12}{reason}", flush=True)


if __name__ == "__main__":
    main()

"""An hour of ordinary load on a larger setup: PostgreSQL, two API processes, a worker for jobs and one for scans.

`python -m bench.service.soak --postgres`. Samples each process, the database and the machine every ten seconds and compares the first
third of the time with the last. At the end everything is stopped, and whatever is left is counted.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import datetime as dt
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import httpx
import psutil
import psycopg
from sqlalchemy.engine import make_url
from tests.harness import postgres
from tests.harness.mailbox import Mailbox

from bench.service import contestants, results
from bench.service.held import KINDS, Family, Held
from bench.service.life import Life, life_with, lived, pages_served
from coldread.migrations import apply

WATCH_S = 10
APIS = ("api 1", "api 2")
WORKERS = {"worker for jobs": ("work",), "worker for scans": ("work", "--queues", "scan")}
#: what is left to do is done within so long, once nobody asks any more
DRAINED_S = 60
UNDONE = (
    "SELECT (SELECT count(*) FROM procrastinate_jobs"
    "  WHERE status IN ('todo', 'doing') AND coalesce(scheduled_at, now()) <= now())"
    " + (SELECT count(*) FROM looks WHERE outcome IS NULL)"
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Seen:
    """Everything that was looked at in one moment."""

    at: float
    load: float
    #: jiffies since the machine started: that others of its host had, and all
    stolen: int
    jiffies: int
    held: dict[str, Held]
    families: dict[str, Family]
    connections: int
    in_transaction: int
    database_mb: float


OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def asked_of(database: str, words: str) -> tuple[int, ...]:
    """The row that answers, over a connection that is not counted."""
    with psycopg.connect(database, autocommit=True) as connection:
        row = connection.execute(words).fetchone()
    assert row is not None
    return tuple(row)


def looked(pids: dict[str, int], postmaster: int, database: str) -> Seen:
    connections, in_transaction, size = asked_of(
        database,
        "SELECT count(*), count(*) FILTER (WHERE xact_start < now() - interval '5 s'),"
        f" pg_database_size(current_database()) {OTHERS}",
    )
    families = {name: Family.of(pid) for name, pid in {**pids, "PostgreSQL": postmaster}.items()}
    jiffies = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return Seen(
        at=time.monotonic(),
        stolen=jiffies[7],
        jiffies=sum(jiffies),
        load=os.getloadavg()[0],
        held={name: Held.by(pid) for name, pid in pids.items()},
        families=families,
        connections=connections,
        in_transaction=in_transaction,
        database_mb=size / 1e6,
    )


async def keep_looking(look: Callable[[], Seen], life: Life, seen: list[Seen]) -> None:
    """In a process of its own: what it computes must not make the callers of this one wait."""
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as beside:
        while True:
            await asyncio.sleep(WATCH_S)
            seen.append(await loop.run_in_executor(beside, look))
            if len(seen) % (60 // WATCH_S) == 0:
                print(_minute(seen[-1], life), flush=True)


def in_the_end(count: Callable[[], int]) -> int:
    """How many are still there although they had time to go."""
    ends = time.monotonic() + DRAINED_S
    while (left := count()) and time.monotonic() < ends:
        time.sleep(0.5)
    return left


def _minute(seen: Seen, life: Life) -> str:
    held = ", ".join(
        f"{name} {one.megabytes:.0f} MB {one.files} files ({', '.join(f'{one.kinds[kind]} {kind}' for kind in KINDS)})"
        for name, one in seen.held.items()
    )
    now = dt.datetime.now(dt.UTC).strftime("%H:%M")
    return f"{now} load {seen.load:.1f}; {held}; {seen.connections} connections; {life.told()}"


@contextmanager
def worker(words: Sequence[str], environ: dict[str, str], log: Path) -> Iterator[int]:
    """`coldread` with these words, until the block ends; its process."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*contestants.COLDREAD, *words],
            env={**os.environ, **environ},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            yield process.pid
        finally:
            process.terminate()
            process.wait(60)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Lasting:
    """How long, and how much is asked."""

    minutes: float
    orders: int
    creates_per_s: float
    scans_per_minute: float


async def soaked(
    urls: Sequence[str], pages: str, look: Callable[[], Seen], lasts: Lasting
) -> tuple[Life, list[Seen]]:
    seen: list[Seen] = []
    async with life_with(urls, pages) as life:
        while not life.answers["scan 200"]:
            await life.scan()  # the browser and whatever reads pages are there before the clock starts
            print(life.told(), flush=True)
        watching = asyncio.create_task(keep_looking(look, life, seen))
        await lived(
            life,
            orders=lasts.orders,
            seconds=lasts.minutes * 60,
            creates_per_s=lasts.creates_per_s,
            scans_per_minute=lasts.scans_per_minute,
        )
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
    return life, [one for one in seen if one.at >= life.began]


def soak(lasts: Lasting) -> None:
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(postgres.own_server())
        database = make_url(server.url).render_as_string(hide_password=False)
        apply.upgrade(database)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="coldread-soak-")))
        temporary = folder / "temporary"
        temporary.mkdir()
        pages = stack.enter_context(pages_served())
        mailbox = Mailbox()
        stack.callback(mailbox.stop)
        began = dt.datetime.now(dt.UTC)
        with contextlib.ExitStack() as running:
            environ = {
                **contestants.environment(database, folder, scans_of=pages),
                "COLDREAD_SMTP_URL": mailbox.url,
                "COLDREAD_OPERATOR_EMAIL": "operator@example.com",
                "COLDREAD_SCAN_DEADLINE_S": "60",  # a crowded machine is not what is looked at here
                "TMPDIR": str(temporary),
            }
            pids = {
                name: running.enter_context(worker(words, environ, folder / f"{name}.log"))
                for name, words in WORKERS.items()
            }
            ports = {name: contestants.free_port() for name in APIS}
            for name, port in ports.items():
                own = {**environ, "COLDREAD_PORT": str(port)}
                pids[name] = running.enter_context(worker(("serve",), own, folder / f"{name}.log"))
            urls = [f"http://127.0.0.1:{port}" for port in ports.values()]
            for url in urls:
                _answers(url)
            look = partial(looked, dict(sorted(pids.items())), server.postmaster, database)
            life, seen = asyncio.run(soaked(urls, pages, look, lasts))
            undone = in_the_end(lambda: asked_of(database, UNDONE)[0])
            started = [each for pid in pids.values() for each in psutil.Process(pid).children(recursive=True)]
        left = {
            "jobs and looks not done": undone,
            "orders without their letter": asked_of(database, "SELECT count(*) FROM orders")[0]
            - len(mailbox.taken),
            "connections to the database": in_the_end(
                lambda: asked_of(database, f"SELECT count(*) {OTHERS}")[0]
            ),
            "processes": in_the_end(lambda: sum(each.is_running() for each in started)),
            "temporary files": len(list(temporary.iterdir())),
            "errors in the logs": sum(map(_errors, folder.glob("*.log"))),
        }
        for each in started:
            if each.is_running():
                print(each.as_dict(["pid", "ppid", "status", "cmdline"]), flush=True)
        results.write("Soak (PostgreSQL, two API processes and workers, a browser scanning)",
                      told(began, lasts, life, seen, left))  # fmt: skip


def _answers(url: str, within: float = 600) -> None:
    ends = time.monotonic() + within
    while time.monotonic() < ends:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(url + "/v1/ping", trust_env=False, timeout=5).status_code == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("a server did not start")


def _errors(log: Path) -> int:
    """Told as well as counted."""
    signs = ('"level":"error"', '"level":"critical"', "Traceback")
    bad = [
        line for line in log.read_text(errors="replace").splitlines() if any(sign in line for sign in signs)
    ]
    for line in bad:
        print(log.name, line[:1000], flush=True)
    return len(bad)


def _stolen(some: Sequence[Seen]) -> float:
    first, last = some[0], some[-1]
    return (last.stolen - first.stolen) / max(1, last.jiffies - first.jiffies)


def told(began: dt.datetime, lasts: Lasting, life: Life, seen: Sequence[Seen], left: dict[str, int]) -> str:
    third = max(1, len(seen) // 3)
    early, late = seen[:third], seen[-third:]

    def row(what: str, unit: str, of: Callable[[Seen], float]) -> tuple[str, str, str, str]:
        before, after = (statistics.median(map(of, some)) for some in (early, late))
        return (what, f"{before:.0f}{unit}", f"{after:.0f}{unit}", f"{after - before:+.1f}{unit}, most {max(map(of, seen)):.0f}")  # fmt: skip

    rows = [
        (
            "of both cores, taken by others of the host",
            *(f"{_stolen(some):.0%}" for some in (early, late)),
            f"all the time {_stolen(seen):.0%}",
        ),
        row("load of the machine", "", lambda one: one.load),
        row("connections to the database", "", lambda one: one.connections),
        row("transactions open for more than 5 s", "", lambda one: one.in_transaction),
        row("the database on disk", " MB", lambda one: one.database_mb),
    ]
    for name in seen[0].held:
        rows.append(row(f"{name}: memory", " MB", lambda one, name=name: one.held[name].megabytes))  # type: ignore[misc]
        rows.append(row(f"{name}: open files", "", lambda one, name=name: one.held[name].files))  # type: ignore[misc]
        for kind in KINDS:
            rows.append(row(f"{name}: of these, {kind}", "", lambda one, name=name, kind=kind: one.held[name].kinds[kind]))  # type: ignore[misc]  # fmt: skip
    for name in seen[0].families:
        rows.append(row(f"{name} with its children: memory", " MB", lambda one, name=name: one.families[name].megabytes))  # type: ignore[misc]  # fmt: skip
        rows.append(row(f"{name} with its children: processes", "", lambda one, name=name: one.families[name].processes))  # type: ignore[misc]  # fmt: skip
        rows.append(row(f"{name} with its children: open files", "", lambda one, name=name: one.families[name].files))  # type: ignore[misc]  # fmt: skip
    for what in ("poll", "create", "scan"):
        first, _, last = life.thirds(what)
        rows.append((f"{what}: median / 99 % / longest wait", first, last, ""))
    whole = (
        ("from, for", f"{began:%H:%M} UTC, {lasts.minutes:g} minutes"),
        (
            "orders polled every 30 s; creates a second; scans a minute",
            f"{lasts.orders:,}; {lasts.creates_per_s:g}; {lasts.scans_per_minute:g}",
        ),
        ("answers", life.told()),
        ("answers that no client should get", f"{life.failures()} (asked: 0)"),
        *((f"left behind: {what}", str(number)) for what, number in left.items()),
        (
            "load of the machine: least, median, most",
            " / ".join(f"{of([one.load for one in seen]):.1f}" for of in (min, statistics.median, max)),
        ),
    )
    return "\n\n".join(
        (
            results.table(("what", "seen"), whole),
            results.table(("median of", "first third", "last third", "change"), rows),
        )
    )

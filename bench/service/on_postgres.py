"""The polled read on PostgreSQL compared with a constant FastAPI route, and what an order costs there."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from pathlib import Path

import httpx
import psutil
from sqlalchemy.engine import make_url
from tests.harness import postgres

from bench.service import contestants, results
from bench.service.contestants import Contestant
from bench.service.polls_and_orders import ORDER, UNCHANGED, WISH, placed
from bench.service.slices import cost, interleaved, median, sliced

CONSTANT = contestants.HERE / "constant_fastapi.py"


CLIENTS = (1, 8, 32)
LUA = ORDER % httpx.Request("POST", "http://x", json=WISH).content.decode()


def measured(ours: Contestant, constant: Contestant, rounds: int, seconds: float) -> str:
    path, tag = placed(ours)
    found = interleaved(
        rounds,
        {
            "GET order": lambda: cost(ours, path, seconds=seconds),
            "304": lambda: cost(ours, path, seconds=seconds, lua=UNCHANGED % tag),
            "FastAPI's constant route": lambda: cost(constant, "/", seconds=seconds),
        },
    )
    rows = [(name, results.spread(values)) for name, values in found.items()]
    ratio = median(found["FastAPI's constant route"]) / median(found["GET order"])
    verdict = f"GET: our rate / the constant route's: {ratio:.0%} (asked: ≥ 30 %). The database's own CPU is not in it."
    return results.table(("what", "CPU µs of the API process, median [least–most]"), rows) + "\n\n" + verdict


def created(servers: dict[str, Contestant], rounds: int, seconds: float) -> str:
    """An order at 1, 8 and 32 clients, of each server in turn: the API's CPU, and the database's."""
    database: dict[str, list[float]] = {}

    def one(name: str, clients: int) -> float | None:
        before = database_seconds()
        slice_ = sliced(servers[name], "/", clients=clients, seconds=seconds, lua=LUA)
        if slice_.cost_us is not None:
            spent = (database_seconds() - before) / slice_.answers * 1e6
            database.setdefault(f"{name}, {clients}", []).append(spent)
        return slice_.cost_us

    found = interleaved(
        rounds,
        {
            f"{name}, {clients}": lambda name=name, clients=clients: one(name, clients)  # type: ignore[misc]
            for clients in CLIENTS
            for name in servers
        },
    )
    rows = [
        (*name.rsplit(", ", 1), results.spread(values), results.spread(database.get(name, [])))
        for name, values in found.items()
    ]
    head = ("version", "clients", "API, CPU µs, median [least–most]", "database, CPU µs")
    return results.table(head, rows)


def database_seconds() -> float:
    """CPU of the server and of everybody's connection to it."""
    data = make_url(postgres.server_url()).query["host"]
    postmaster = psutil.Process(int((Path(str(data)) / "postmaster.pid").read_text().split()[0]))
    times = [process.cpu_times() for process in (postmaster, *postmaster.children())]
    return float(sum(each.user + each.system for each in times))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--seconds", type=float, default=2)
    asked.add_argument(
        "--beside", type=Path, help="`src` of another version, to create orders in the same run"
    )
    given = asked.parse_args()
    port = contestants.free_port()
    route = contestants.started("FastAPI", [sys.executable, str(CONSTANT), str(port)], port, {}, "/")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = stack.enter_context(contestants.ours("coldread", postgres.new_database(), folder / "ours"))
        servers = {"this one": ours}
        if given.beside:
            os.environ["PYTHONPATH"] = str(given.beside)
            other = contestants.ours("before", postgres.new_database(), folder / "before")
            servers = {"before": stack.enter_context(other), **servers}
        results.write("The create on PostgreSQL", created(servers, given.rounds, given.seconds))
        if not given.beside:
            constant = stack.enter_context(route)
            results.write("PostgreSQL", measured(ours, constant, given.rounds, given.seconds))


if __name__ == "__main__":
    main()

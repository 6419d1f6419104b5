"""The polled read and the create compared with a bare ASGI constant and fastify + better-sqlite3, interleaved."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import tempfile
from pathlib import Path

import httpx

from bench.service import contestants, results
from bench.service.contestants import Contestant
from bench.service.slices import cost, interleaved, median
from coldread.migrations import apply

WISH = {
    "url": "https://example.com/",
    "goal": "More booked demonstrations",
    "audience": "Heads of finance in small companies",
    "contact_email": "buyer@example.com",
    "notes": "We changed the headline last week and would like to know whether it helps.",
}
ORDER = """
local n = 0
request = function()
  n = n + 1
  local key = string.format("bench-%%d-%%d", os.time() * 1000 + n, math.random(1, 1000000000))
  return wrk.format("POST", "/v1/cold-read-requests",
    {["content-type"] = "application/json", ["idempotency-key"] = key}, [[%s]])
end
math.randomseed(os.time())
"""
UNCHANGED = """
wrk.headers["If-None-Match"] = [[%s]] -- 304
"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--seconds", type=float, default=2)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as running:
        folder = Path(place)
        empty = folder / "empty.db"
        apply.upgrade(f"sqlite:///{empty}")
        shutil.copy(empty, folder / "ours.db")
        shutil.copy(empty, folder / "theirs.db")
        ours = running.enter_context(contestants.ours("coldread", f"sqlite:///{folder / 'ours.db'}", folder))
        bare = running.enter_context(contestants.bare_asgi())
        theirs = running.enter_context(contestants.fastify(folder / "theirs.db"))
        reads(ours, bare, theirs, given.rounds, given.seconds)
        creates(ours, theirs, given.rounds, given.seconds)


def placed(server: Contestant) -> tuple[str, str]:
    """The path of a new order, and its tag."""
    made = httpx.post(server.url + "/v1/cold-read-requests", json=WISH, trust_env=False)
    path = f"/v1/orders/{made.json()['order_id']}"
    return path, httpx.get(server.url + path, trust_env=False).headers["etag"]


def reads(ours: Contestant, bare: Contestant, theirs: Contestant, rounds: int, seconds: float) -> None:
    (path, tag), (their_path, their_tag) = placed(ours), placed(theirs)
    found = interleaved(
        rounds,
        {
            "GET order": lambda: cost(ours, path, seconds=seconds),
            "GET order, fastify": lambda: cost(theirs, their_path, seconds=seconds),
            "304": lambda: cost(ours, path, seconds=seconds, lua=UNCHANGED % tag),
            "304, fastify": lambda: cost(theirs, their_path, seconds=seconds, lua=UNCHANGED % their_tag),
            "bare ASGI constant": lambda: cost(bare, "/", seconds=seconds),
        },
    )
    at = {name: median(values) for name, values in found.items()}
    verdicts = results.table(
        ("target", "asked", "seen"),
        (
            ("GET: our rate / fastify's", "≥ 100 %", f"{at['GET order, fastify'] / at['GET order']:.0%}"),
            ("GET: our CPU / bare ASGI's", "≤ 1.8 ×", f"{at['GET order'] / at['bare ASGI constant']:.2f} ×"),
            ("304: our rate / fastify's", "≥ 70 %", f"{at['304, fastify'] / at['304']:.0%}"),
        ),
    )
    costs = results.table(
        ("what", "CPU µs an answer, median [least–most]"),
        [(name, results.spread(values)) for name, values in found.items()],
    )
    results.write("The polled read (SQLite, 16 connections)", costs + "\n\n" + verdicts)


def creates(ours: Contestant, theirs: Contestant, rounds: int, seconds: float) -> None:
    lua = ORDER % httpx.Request("POST", "http://x", json=WISH).content.decode()
    rows = []
    for clients in (1, 8, 32):
        found = interleaved(
            rounds,
            {
                "ours": lambda: cost(ours, "/", clients=clients, seconds=seconds, lua=lua),  # noqa: B023
                "fastify": lambda: cost(theirs, "/", clients=clients, seconds=seconds, lua=lua),  # noqa: B023
            },
        )
        ratio = median(found["fastify"]) / median(found["ours"])
        rows.append(
            (str(clients), results.spread(found["ours"]), results.spread(found["fastify"]), f"{ratio:.0%}")
        )
    text = results.table(
        ("clients", "ours, CPU µs", "fastify, CPU µs", "our rate / fastify's (asked: ≥ 60 %)"), rows
    )
    results.write("The create (SQLite, synchronous=FULL)", text)


if __name__ == "__main__":
    main()

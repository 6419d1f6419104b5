"""A service with much data moved to PostgreSQL and back: killed in the middle, resumed, every public answer compared."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.harness import postgres
from tests.harness.service import ADMIN, BASE_URL, Service
from tests.harness.website import Website

from bench.service import results
from coldread.base import ids, log
from coldread.base import settings as settings_of
from coldread.base.clock import Clock
from coldread.base.settings import Settings
from coldread.copying.checksums import Sum, sum_of
from coldread.copying.contents_copy import Installation
from coldread.copying.ends import open_end
from coldread.copying.parts import parts

PAGE = "<html lang=en><title>Bread at your door</title><h1>Fresh bread for busy families</h1>" + (
    "<p>We bring fresh bread to your door before you wake up, so that you can sleep a little longer.</p>" * 5
)
#: the tables of an order, with the column that names it
OF_AN_ORDER = (
    ("orders", "id"),
    ("order_events", "order_id"),
    ("order_sources", "order_id"),
    ("order_views", "order_id"),
    ("artifacts", "order_id"),
    ("artifact_versions", "order_id"),
)
PICTURE_BYTES = 20_000
SHARE = 2_000
EVERY_ANSWER = "1000000000"


def at(url: str, data_dir: Path) -> Settings:
    return settings_of.read(
        {
            "COLDREAD_BASE_URL": BASE_URL,
            "COLDREAD_ADMIN_SECRET": ADMIN,
            "COLDREAD_DATA_DIR": str(data_dir),
            "COLDREAD_DATABASE_URL": url,
        }
    )


def grown(settings: Settings, orders: int, scans: int, payments: int) -> None:
    """Orders in three states, scans with a picture each, and paid calls: real ones, and copies under other names."""
    with log.without_log_lines(), Website({"/": PAGE}) as site:
        service = Service(
            settings.database_url, settings.data_dir, scan_engine="lite", scan_allow_hosts=site.place
        )
        service.clock.at = Clock().now()
        like = [service.order_in(status, html=PAGE) for status in ("submitted", "paid")]
        like.append(service.order_in("in_progress"))
        assert service.move(like[-1], "delivered", patch={"spec_md": "# Klart\n\nBröd"}).status_code == 200
        seen = service.post("/v1/scan", json={"url": site.url("/"), "primary_goal": "newsletter"}).json()
        service.close()
    path = settings.database_url.removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.create_function(
            "renamed", 3, lambda body, old, new: body.replace(old.encode(), new.encode())
        )
        for number, old in enumerate(like):
            share = (orders - len(like)) // len(like) + (number == 0) * ((orders - len(like)) % len(like))
            for begin in range(0, share, SHARE):
                named = [(ids.new_order_id(), old) for _ in range(min(SHARE, share - begin))]
                for table, name in OF_AN_ORDER:
                    _copy_rows(connection, table, name, named)
                connection.commit()
        _copy_scans(connection, seen["session_id"], settings.data_dir / "artifacts", scans - 1)
        _add_payments(connection, payments)


def _copy_rows(connection: sqlite3.Connection, table: str, name: str, named: list[tuple[str, str]]) -> None:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    kept = [column for column in columns if column != name and not (column == "id" and name != "id")]
    read = ", ".join(f"renamed({column}, ?2, ?1)" if column == "body" else column for column in kept)
    connection.executemany(
        f"INSERT INTO {table} ({name}, {', '.join(kept)}) SELECT ?1, {read} FROM {table} WHERE {name} = ?2",
        named,
    )


def _copy_scans(connection: sqlite3.Connection, like: str, artifacts: Path, number: int) -> None:
    chance = random.Random(7)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(scans)")]
    kept = [column for column in columns if column not in {"session_id", "pictures"}]
    read = ", ".join("renamed(answer, ?3, ?1)" if column == "answer" else column for column in kept)
    for _ in range(number):
        picture = chance.randbytes(PICTURE_BYTES)
        key = hashlib.sha256(picture).hexdigest()
        (artifacts / key[:2]).mkdir(parents=True, exist_ok=True)
        (artifacts / key[:2] / key).write_bytes(picture)
        connection.execute(
            f"INSERT INTO scans (session_id, pictures, {', '.join(kept)}) SELECT ?1, ?2, {read} FROM scans "
            "WHERE session_id = ?3",
            (ids.new_secret_id(), json.dumps({"desktop": key}), like),
        )


def _add_payments(connection: sqlite3.Connection, number: int) -> None:
    now = Clock().now()
    rows = [
        {
            "challenge_id": hashlib.sha256(b"challenge %d" % place).hexdigest(),
            "credential_hash": hashlib.sha256(b"credential %d" % place).hexdigest(),
            "body_digest": hashlib.sha256(b"body").hexdigest()[:60],
            "route": "/v1/quick-fix",
            "kind": "transaction",
            "tx_hash": "0x" + hashlib.sha256(b"transaction %d" % place).hexdigest(),
            "amount": 250_000,
            "currency": "0x" + "20" * 20,
            "chain_id": 42431,
            "state": "delivered",
            "budget_day": now - now % 86_400_000_000,
            "answer": b'{"rewritten": %d}' % place,
            "tries": 1,
            "created_at": now,
            "paid_at": now,
            "delivered_at": now,
        }
        for place in range(number)
    ]
    names = ", ".join(rows[0])
    connection.executemany(
        f"INSERT INTO payments ({names}) VALUES ({', '.join(':' + name for name in rows[0])})", rows
    )


def sums(settings: Settings) -> dict[str, Sum]:
    end = open_end(settings.database_url, filled=True)
    try:
        shelf = Installation(end, settings)
        return {part.name: sum_of(shelf, part) for part in parts()}
    finally:
        end.close()


def moved(source: Settings, target: Settings, *, kill_at: str = "") -> tuple[float, list[str]]:
    """`coldread move` as people run it; seconds, and what it said. Killed by SIGKILL once it says `kill_at`."""
    environ = {
        **os.environ,
        "COLDREAD_BASE_URL": BASE_URL,
        "COLDREAD_ADMIN_SECRET": ADMIN,
        "COLDREAD_DATA_DIR": str(source.data_dir),
        "COLDREAD_DATABASE_URL": source.database_url,
        "PYTHONUNBUFFERED": "1",
    }
    words = [
        "move",
        "--to",
        target.database_url,
        "--data-dir",
        str(target.data_dir),
        "--answers",
        EVERY_ANSWER,
    ]
    began = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "coldread", *words], env=environ, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line.strip())
            print("  ", said[-1], flush=True)
            if kill_at and said[-1].startswith(kill_at):
                process.send_signal(signal.SIGKILL)
                break
    wanted = -signal.SIGKILL if kill_at else 0
    assert process.returncode == wanted, process.returncode
    return time.monotonic() - began, said


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--orders", type=int, default=100_000)
    asked.add_argument("--scans", type=int, default=5_000)
    asked.add_argument("--payments", type=int, default=2_000)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        here = at(f"sqlite:///{folder / 'here' / 'coldread.db'}", folder / "here")
        grown(here, given.orders, given.scans, given.payments)
        first = sums(here)
        there = at(postgres.new_database(migrated=False), folder / "there")
        back = at(f"sqlite:///{folder / 'back' / 'coldread.db'}", folder / "back")
        before, told = moved(here, there, kill_at="order_events")
        after, _ = moved(here, there)
        home, answered = moved(there, back)
        last = sums(back)
    rows = [
        (
            name,
            f"{total.rows:,}",
            total.short_digest,
            last[name].short_digest,
            "yes" if last[name] == total else "NO",
        )
        for name, total in first.items()
        if total.rows
    ]
    compared = [line for line in answered if "answers compared" in line]
    text = "\n\n".join(
        (
            f"Told beforehand: {told[0]}.",
            results.table(
                ("step", "seconds"),
                (
                    ("to PostgreSQL, until `kill -9` in the middle", f"{before:.0f}"),
                    ("resumed: the rest, every row and every answer compared", f"{after:.0f}"),
                    ("back to SQLite, every row and every answer compared", f"{home:.0f}"),
                ),
            ),
            results.table(("table", "rows", "before", "there and back", "the same"), rows),
            "Public answers of both sides, byte by byte: "
            + "; ".join(line.replace(", all the same", "") for line in compared)
            + ". All the same, in both directions.",
        )
    )
    results.write("Moving to PostgreSQL and back", text)
    assert first == last


if __name__ == "__main__":
    main()

"""`python -m bench.capacity.sweeping`: how long a sweep of pictures whose time is over holds the writer, as scans grow in number.

Each scan has an answer of 40 kB and two pictures of its own, and 200 of them are old.
"""

from __future__ import annotations

import json
import secrets
import tempfile
import time
from pathlib import Path

import sqlalchemy as sa
from tests.harness import postgres
from tests.harness.service import Service

from bench.service import results
from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.privacy.scans import AT_ONCE, drop_pictures
from coldread.scans.retention import PICTURES
from coldread.scans.tables import scans

ANSWER = 40_000
NUMBERS = (500, 2_000, 4_000)


def add(session: Session, number: int, scanned_at: int) -> None:
    rows = [
        {
            "session_id": secrets.token_urlsafe(16),
            "url": "https://shop.example/",
            "cache_key": secrets.token_hex(32),
            "goal": "book_call",
            "audience": "",
            "language": "en",
            "source": "pipeline",
            "engine_version": "1",
            "rubric_version": "3.0",
            "observations_hash": secrets.token_hex(32),
            "answer": secrets.token_bytes(ANSWER),
            "pictures": json.dumps({name: secrets.token_hex(32) for name in ("desktop", "mobile")}),
            "scanned_at": scanned_at,
        }
        for _ in range(number)
    ]
    session.run(sa.insert(scans), rows)


def swept(url: str, folder: Path) -> list[str]:
    """The time of one sweep of 200, with so many scans."""
    service, took, there = Service(url, folder), [], 0
    try:
        now = service.clock.now()
        for number in NUMBERS:
            while there < number:
                service.write(add, 500, now)
                there += 500
            service.write(add, AT_ONCE, now - PICTURES - DAY)
            began = time.monotonic()
            assert service.write(drop_pictures, service.services) == AT_ONCE
            took.append(f"{time.monotonic() - began:.2f} s")
            there += AT_ONCE
    finally:
        service.close()
    return took


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            ("SQLite", *swept(f"sqlite:///{folder}/coldread.db", Path(folder))),
            ("PostgreSQL", *swept(postgres.new_database(), Path(folder))),
        ]
    head = ("database", *(f"{number:,} scans" for number in NUMBERS))
    results.write(f"A sweep of {AT_ONCE} scans' pictures", results.table(head, rows))


if __name__ == "__main__":
    main()

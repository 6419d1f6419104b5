"""The runner for a database: embedded for SQLite, Procrastinate's on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from coldread.base.db import Database
from coldread.jobs.kinds import kinds_of


class Runner(Protocol):
    """Runs due jobs until it is cancelled."""

    async def run(self) -> None: ...


def runner(
    db: Database,
    url: str,
    context: Any,
    *,
    queues: Sequence[str],
    lease_s: float | None = None,
) -> Runner:
    """`context` is the first argument of every job; `lease_s` is how long to wait for a silent worker."""
    kinds = kinds_of(queues)
    lease = {} if lease_s is None else {"lease_s": lease_s}
    if url.startswith("sqlite"):
        from coldread.jobs.embedded import EmbeddedRunner

        return EmbeddedRunner(db, context, kinds=kinds, **lease)
    from coldread.jobs.postgres import PostgresRunner

    return PostgresRunner(db, url, context, kinds=kinds, **lease)

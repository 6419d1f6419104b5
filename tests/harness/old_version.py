"""The version of 2026-11-16 as it was: its own code out of the history of this repository, run by its own commands.

`python -m tests.harness.old_version` makes the two backups of `tests/migrations/backups` with it.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from coldread.migrations import apply
from coldread.orders.rules.lifecycle import Status
from tests.harness.made_up import OF_ONE_KIND, made_up
from tests.harness.moves import House, postgres_house, sqlite_house
from tests.migrations.test_upgrade import first_version, id_of

COMMIT, VERSION = "0fcd675", "1.1.0"
ROOT = Path(__file__).parents[2]
BACKUPS = ROOT / "tests/migrations/backups"
#: tables that are not the service's own
NOT_OURS = ("alembic_version", "procrastinate_", "sqlite_")
SPEC = "# Vad som ska ändras\n\nRubriken säger inte vad ni säljer.\n"

UNPACKS = """
import tarfile
if not hasattr(tarfile, "data_filter"):
    plain = tarfile.TarFile.extractall
    tarfile.TarFile.extractall = lambda self, path, filter: plain(self, path)
"""

#: printed after each of several answers
END = "\x1e"
SHOWS = f"""
import sys
from coldread.cli.main import main
for order_id in sys.argv[1:]:
    sys.argv = ["coldread", "order", "show", order_id]
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, order_id
    print({END!r}, end="")
"""

Rows = dict[str, list[dict[str, Any]]]


def is_here() -> bool:
    """False in a clone without history, and where there is no repository at all."""
    asked = ("git", "-C", str(ROOT), "cat-file", "-e", f"{COMMIT}^{{tree}}")
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


class OldVersion:
    """Its code, laid out in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        packed = folder.with_suffix(".tar")
        git = ("git", "-C", str(ROOT), "archive", "--output", str(packed), COMMIT, "src")
        subprocess.run(git, check=True)
        with tarfile.open(packed) as archive:
            archive.extractall(folder)
        # it was installed under this name, and asks for its version by it
        about = folder / "src" / f"coldread-{VERSION}.dist-info"
        about.mkdir()
        # early releases of Python 3.11 cannot unpack as it does; who goes back there needs 3.11.4
        (folder / "src" / "sitecustomize.py").write_text(UNPACKS)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: coldread\nVersion: {VERSION}\n")

    def run(self, house: House, *words: str) -> subprocess.CompletedProcess[str]:
        """`coldread` of that version with these words."""
        return self._python(house, "-m", "coldread", *words)

    def _python(self, house: House, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            env={**house.environ, "PYTHONPATH": str(self.folder / "src")},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def done(self, house: House, *words: str) -> str:
        ended = self.run(house, *words)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def shown(self, house: House) -> dict[Status, str]:
        """Every order as that version's own command shows it, in one process: each start takes two seconds."""
        ended = self._python(house, "-c", SHOWS, *map(id_of, Status))
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return dict(zip(Status, ended.stdout.split(END)[:-1], strict=True))


def fill(url: str) -> None:
    """A database of that version: an order in each status, and two rows in whatever else there was."""
    first_version(url)
    engine = apply._engine(url)
    with engine.begin() as connection:
        for table in tables_of(connection):
            if table.name in OF_ONE_KIND:
                continue  # what is in them is the queue's own, and files
            if not connection.execute(sa.select(sa.func.count()).select_from(table)).scalar():
                for row in range(2):
                    connection.execute(table.insert(), values_of(connection, table, row))
    engine.dispose()


def tables_of(connection: sa.Connection) -> list[sa.Table]:
    found = sa.MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if not table.name.startswith(NOT_OURS)]


def values_of(connection: sa.Connection, table: sa.Table, row: int) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for column in table.columns:
        if column.name == "id" and isinstance(column.type, sa.Integer):
            continue  # counted by the database
        values[column.name] = made_up(column, row)
        for key in column.foreign_keys:
            known = connection.execute(sa.select(key.column).order_by(key.column).limit(2)).all()
            values[column.name] = known[row % len(known)][0]
    return values


def rows_of(url: str) -> Rows:
    engine = apply._engine(url)
    with engine.begin() as connection:
        found = {
            table.name: [dict(row._mapping) for row in connection.execute(sa.select(table))]
            for table in tables_of(connection)
        }
    engine.dispose()
    return found


def furnish(old: OldVersion, house: House) -> None:
    """The same, and an order that was delivered by that version's own command."""
    house.data_dir.mkdir(parents=True, exist_ok=True)
    fill(house.url)
    spec = house.data_dir.parent / "spec.md"
    spec.write_text(SPEC, "utf-8")
    old.done(house, "order", "move", id_of(Status.IN_PROGRESS), "delivered", "--spec", str(spec))


def main() -> None:
    BACKUPS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        old = OldVersion(Path(folder) / "code")
        for name, make in (("sqlite", sqlite_house), ("postgres", postgres_house)):
            house = make(Path(folder) / name / "data")
            furnish(old, house)
            made = old.done(house, "backup", folder).split()[0]
            kept = Path(made).replace(BACKUPS / f"{name}.tar.gz")
            print(f"{kept.name}: {kept.stat().st_size} bytes")


if __name__ == "__main__":
    main()

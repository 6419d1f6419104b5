"""The version of 2026-11-16 (commit 0fcd675) with rows in every table: this version serves what it left, and there is a way back.

Its last step was 0013, with which the steps of today begin, so a database at 0013 is one of that version. The backups in
`backups` were made by that version itself; where the history is here, its own code is run as well.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from coldread.migrations import apply
from coldread.orders.rules.lifecycle import STATE, Status
from tests.harness import postgres
from tests.harness.made_up import OF_ONE_KIND
from tests.harness.moves import House, command, postgres_house, sqlite_house
from tests.harness.old_version import BACKUPS, COMMIT, SPEC, OldVersion, Rows, fill, furnish, is_here, rows_of
from tests.harness.service import Service
from tests.migrations.test_upgrade import id_of

#: columns that later steps have dropped, and whose facts nobody needs: tries are counted anew, keys were for 24 hours
GONE = {"operators": {"failures", "locked_until"}, "payments": {"idempotency_key"}}
#: SQLAlchemy cannot read an index on lower(…) back from SQLite
pytestmark = pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expr")

KINDS: dict[str, Callable[[Path], House]] = {"sqlite": sqlite_house, "postgres": postgres_house}
BOTH = pytest.mark.parametrize("kind", KINDS)
#: the one that the old version's own command delivered before its backup
DELIVERED = id_of(Status.IN_PROGRESS)


@pytest.fixture(params=["sqlite", "postgres"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of that version: an order in each status, and two rows in whatever else there was."""
    url = (
        f"sqlite:///{tmp_path / 'old.db'}"
        if request.param == "sqlite"
        else postgres.new_database(migrated=False)
    )
    fill(url)
    return url


def lost(before: Rows, after: Rows) -> list[str]:
    """Rows of which a column's value is nowhere any more."""
    found = []
    for table, rows in before.items():
        for row in rows:
            kept = {name: value for name, value in row.items() if name not in GONE.get(table, ())}
            if not any(kept.items() <= new.items() for new in after.get(table, ())):
                found.append(f"{table}: {kept}"[:300])
    return found


def test_every_row_is_there_after_the_upgrade_and_the_orders_are_served(old: str, tmp_path: Path) -> None:
    before = rows_of(old)
    assert all(rows for name, rows in before.items() if name not in OF_ONE_KIND), "a row in every table"
    apply.upgrade(old)
    gone = lost(before, rows_of(old))
    assert gone == [], "\n".join(gone)
    if old.startswith("sqlite"):
        engine = apply._engine(old)
        with engine.begin() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        engine.dispose()
    service = Service(old, tmp_path / "data")
    try:
        for status in Status:
            if not STATE[status].is_gone:
                assert service.seen(id_of(status))["status"] == status
        assert service.move(id_of(Status.SUBMITTED), "reviewing").status_code == 200
        assert service.order_in("delivered")
    finally:
        service.close()


@BOTH
@pytest.mark.parametrize("taken", KINDS)
def test_a_backup_of_that_version_is_restored_into_either_kind(taken: str, kind: str, tmp_path: Path) -> None:
    house = KINDS[kind](tmp_path / "new" / "data")
    ended = command(house, "restore", str(BACKUPS / f"{taken}.tar.gz"))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    filled = KINDS[kind](tmp_path / "filled")
    filled.data_dir.mkdir(parents=True)
    fill(filled.url)
    before = {name: rows for name, rows in rows_of(filled.url).items() if name not in OF_ONE_KIND}
    assert all(before.values())
    before["orders"] = [row for row in before["orders"] if row["id"] != DELIVERED]
    gone = lost(before, rows_of(house.url))
    assert gone == [], "\n".join(gone)
    service = Service(house.url, house.data_dir)
    try:
        for status in Status:
            if not STATE[status].is_gone and id_of(status) != DELIVERED:
                assert service.seen(id_of(status))["status"] == status
        delivered = service.seen(DELIVERED)
        assert delivered["status"] == "delivered"
        assert service.get(delivered["final_url"]).text == SPEC
        assert service.order_in("delivered")
    finally:
        service.close()


@pytest.fixture(scope="module")
def old_version(tmp_path_factory: pytest.TempPathFactory) -> OldVersion:
    if not is_here():
        pytest.skip(f"the code of {COMMIT} is in the history, which this clone does not have")
    return OldVersion(tmp_path_factory.mktemp("old") / "code")


@BOTH
def test_the_way_back_is_the_backup_that_was_taken_before(
    kind: str, old_version: OldVersion, tmp_path: Path
) -> None:
    """As the guide says: take a backup, stop, install, start; to go back, restore it with what made it."""
    house = KINDS[kind](tmp_path / "there" / "data")
    furnish(old_version, house)
    before = old_version.shown(house)
    saved = Path(old_version.done(house, "backup", str(tmp_path)).split()[0])
    written = hashlib.sha256(saved.read_bytes()).hexdigest()

    migrated = command(house, "migrate")
    assert migrated.returncode == 0, migrated.stderr
    service = Service(house.url, house.data_dir)
    assert service.order_in("delivered")
    assert service.move(id_of(Status.SUBMITTED), "rejected").status_code == 200
    service.close()
    newer = command(house, "backup", str(tmp_path / "newer"))
    assert newer.returncode == 0, newer.stderr

    back = KINDS[kind](tmp_path / "back" / "data")
    assert hashlib.sha256(saved.read_bytes()).hexdigest() == written
    assert "restored" in old_version.done(back, "restore", str(saved))
    after = old_version.shown(back)
    assert after == before
    assert json.loads(after[Status.SUBMITTED])["order"]["status"] == "submitted"

    empty = KINDS[kind](tmp_path / "empty" / "data")
    refused = old_version.run(empty, "restore", newer.stdout.split()[0])
    assert refused.returncode == 1
    assert "update first" in refused.stderr

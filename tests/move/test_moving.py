"""Everything of one database arrives in the other kind, and comes back the same."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coldread.base.settings import Settings
from coldread.copying import database_end as ends
from coldread.copying.database_end import CopyError
from coldread.copying.parts import parts
from coldread.jobs.defer import dead_jobs, defer, live_keys
from coldread.jobs.tables import job_errors, jobs
from coldread.migrations.schema import metadata
from coldread.move import plan, run_move
from coldread.operators import register
from coldread.store.tables import blobs
from tests.harness import postgres
from tests.harness.databases import prepare
from tests.harness.made_up import ODD, made_up
from tests.harness.service import ADMIN, BASE_URL, Service


def settings_at(url: str, data_dir: Path) -> Settings:
    from coldread.base import settings as settings_of

    return settings_of.read(
        {
            "COLDREAD_BASE_URL": BASE_URL,
            "COLDREAD_ADMIN_SECRET": ADMIN,
            "COLDREAD_DATA_DIR": str(data_dir),
            "COLDREAD_DATABASE_URL": url,
        }
    )


def fill_every_table(path: Path, artifacts: Path) -> None:
    """Three rows for each table that there is, and three files."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for table in metadata.sorted_tables:
            if table in (jobs, job_errors, blobs):
                continue
            for row in range(3):
                values = [made_up(column, row) for column in table.columns]
                marks = ", ".join("?" for _ in values)
                connection.execute(f'INSERT INTO "{table.name}" VALUES ({marks})', values)
        for number, (state, error) in enumerate(
            (("waiting", None), ("running", "it broke off"), ("dead", "Traceback…"))
        ):
            connection.execute(
                "INSERT INTO jobs (id, queue, name, key, arguments, state, due_at, tries, worker, error, created_at) "
                "VALUES (?, 'work', 'mail.send', ?, ?, ?, ?, ?, NULL, ?, ?)",
                (
                    5 + number,
                    f"letter:{number}",
                    json.dumps({"b": ODD, "a": 1}),
                    state,
                    1_794_734_400_123_457 + number,
                    number,
                    error,
                    1_794_734_400_000_001,
                ),
            )
    for number in range(3):
        content = bytes([number]) * 1000
        key = hashlib.sha256(content).hexdigest()
        (artifacts / key[:2]).mkdir(parents=True, exist_ok=True)
        (artifacts / key[:2] / key).write_bytes(content)


def rows_of(path: Path) -> dict[str, list[Any]]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return {name: sorted(connection.execute(f'SELECT * FROM "{name}"')) for name in metadata.tables}


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("artifacts/*/*")}


def waiting(rows: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """What a move makes of it: a job that ran waits again, its arguments in one order."""
    columns = [column.name for column in jobs.columns]
    state, arguments = columns.index("state"), columns.index("arguments")
    moved = []
    for row in map(list, rows["jobs"]):
        row[state] = {"running": "waiting"}.get(row[state], row[state])
        row[arguments] = json.dumps(json.loads(row[arguments]), sort_keys=True)
        moved.append(tuple(row))
    return {**rows, "jobs": moved}


def test_every_row_of_every_table_and_every_file_goes_there_and_back(tmp_path: Path) -> None:
    here, back = tmp_path / "here", tmp_path / "back"
    first = settings_at(f"sqlite:///{here / 'coldread.db'}", here)
    prepare(first.database_url)
    fill_every_table(here / "coldread.db", here / "artifacts")
    before = rows_of(here / "coldread.db")
    assert all(len(rows) == 3 for name, rows in before.items() if name not in {"job_errors", "blobs"})
    there = settings_at(postgres.new_database(migrated=False), here)
    moved = run_move.move(first, there, answers=0)
    assert moved is not None
    assert {name: total.rows for name, total in moved.sums.items()} == dict.fromkeys(
        (part.name for part in parts()), 3
    )
    assert rows_of(here / "coldread.db") == before, "the source is left as it is"
    last = settings_at(f"sqlite:///{back / 'coldread.db'}", back)
    run_move.move(there, last, answers=0)
    assert rows_of(back / "coldread.db") == waiting(before)
    assert files_of(back) == files_of(here)
    assert len(files_of(back)) == 3


def test_no_table_is_left_out() -> None:
    assert {part.name for part in parts()} | {job_errors.name} == set(metadata.tables)


@pytest.fixture
def elsewhere(database_url: str, tmp_path: Path) -> Settings:
    """An empty database of the other kind."""
    there = tmp_path / "elsewhere"
    if database_url.startswith("sqlite"):
        return settings_at(postgres.new_database(migrated=False), there)
    return settings_at(f"sqlite:///{there / 'coldread.db'}", there)


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Settings:
    """Where the service lives until it moves."""
    return settings_at(database_url, tmp_path / "data")


@contextlib.contextmanager
def served(settings: Settings) -> Iterator[Service]:
    service = Service(settings.database_url, settings.data_dir)
    try:
        yield service
    finally:
        service.close()


def test_the_service_goes_on_in_the_other_kind_with_the_same_answers(
    house: Settings, elsewhere: Settings
) -> None:
    with served(house) as service:
        made = {status: service.order_in(status, html="<h1>Bröd</h1>") for status in ("submitted", "paid")}
        made["delivered"] = service.order_in("in_progress")
        assert service.move(made["delivered"], "delivered", patch={"spec_md": "# Klart"}).status_code == 200
        service.write(register.add_operator, "berit", "$argon2id$x", None)
        service.write(lambda session: defer(session, "mail.send", key="one", letter_id=1))
        keys = service.read(live_keys)
        paths = [f"/v1/orders/{order_id}" for order_id in made.values()]
        paths.append(f"/deliverables/{made['delivered']}/spec_final.md")
        answers = {path: service.get(path) for path in paths}
    moved = run_move.move(house, elsewhere)
    assert moved is not None
    assert sum(each.asked for each in moved.answers) >= len(paths)
    assert not any(each.differ for each in moved.answers)
    with served(elsewhere) as again:
        for path, answer in answers.items():
            other = again.get(path)
            assert (other.status_code, other.content, other.headers["etag"]) == (
                answer.status_code,
                answer.content,
                answer.headers["etag"],
            )
        assert again.read(register.find_operator, "berit") is not None
        assert again.read(live_keys) == keys
        assert not again.read(dead_jobs)
        assert again.move(made["paid"], "in_progress").status_code == 200, "numbers go on where they were"
        assert again.order()["order_id"] not in made.values()


def test_a_database_that_is_in_use_is_refused(
    house: Settings, elsewhere: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ends, "WAIT_FOR_OTHERS_S", 0.1)
    with served(house) as service:
        order_id = service.order()["order_id"]
        service.get(f"/v1/orders/{order_id}")
        with pytest.raises(CopyError, match=r"top `coldread serve`"):
            run_move.move(house, elsewhere)
        assert service.get(f"/v1/orders/{order_id}").status_code == 200


def test_only_an_empty_database_is_filled_and_a_running_one_is_planned_for(
    house: Settings, elsewhere: Settings
) -> None:
    with served(house) as service:
        service.order()
        assert "about 1 minute of downtime" in plan.plan_of(house).says()
    with served(elsewhere) as there:
        there.order()
    with pytest.raises(CopyError, match="not empty"):
        run_move.move(house, elsewhere)
    with pytest.raises(CopyError, match="nothing to move"):
        run_move.move(house, house)


@pytest.mark.parametrize(
    "said, meant",
    [
        ("sqlite:/var/lib/coldread.db", "sqlite:////var/lib/coldread.db"),
        ("sqlite:data/coldread.db", "sqlite:///data/coldread.db"),
        ("sqlite:////var/lib/coldread.db", "sqlite:////var/lib/coldread.db"),
        ("postgresql://coldread@db/coldread", "postgresql://coldread@db/coldread"),
    ],
)
def test_a_file_may_be_named_plainly(tmp_path: Path, said: str, meant: str) -> None:
    here = settings_at(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path)
    assert run_move.target_settings(here, said, None).database_url == meant

"""A restore into an empty place serves the same orders and deliverables."""

from __future__ import annotations

import tarfile
from pathlib import Path

import psycopg
import pytest

from coldread.backup import copy_text
from coldread.backup.archive import BackupError
from coldread.backup.restore import restore_backup
from coldread.backup.take import take_backup
from coldread.jobs.defer import defer, live_keys
from coldread.migrations import apply
from coldread.operators import register
from tests.harness import postgres
from tests.harness.service import Service


@pytest.fixture
def elsewhere(database_url: str, tmp_path: Path) -> str:
    """An empty database of the same kind."""
    if database_url.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'elsewhere' / 'coldread.db'}"
    return postgres.new_database(migrated=False)


@pytest.fixture
def other_kind(database_url: str, tmp_path: Path) -> str:
    """An empty database of the other kind."""
    if database_url.startswith("sqlite"):
        return postgres.new_database(migrated=False)
    return f"sqlite:///{tmp_path / 'elsewhere' / 'coldread.db'}"


def settings_at(service: Service, url: str, data_dir: Path) -> object:
    import dataclasses

    return dataclasses.replace(service.settings, database_url=url, data_dir=data_dir)


def busy(service: Service) -> dict[str, str]:
    """Orders in every state of life, with files."""
    made = {
        status: service.order_in(status, html="<h1>Bröd</h1>") for status in ("submitted", "paid", "rejected")
    }
    made["delivered"] = service.order_in("in_progress")
    patch = {"spec_md": "# Klart\n\nBröd å ä ö \\N \t end"}
    assert service.move(made["delivered"], "delivered", patch=patch).status_code == 200
    service.write(register.add_operator, "berit", "$argon2id$x", None)
    return made


@pytest.mark.parametrize("place", ["elsewhere", "other_kind"])
def test_the_same_orders_and_deliverables_are_served_from_a_restored_backup(
    service: Service, place: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    elsewhere = request.getfixturevalue(place)
    made = busy(service)
    service.write(lambda session: defer(session, "mail.send", key="one", letter_id=1))
    keys = service.read(live_keys)
    answers = {order_id: service.get(f"/v1/orders/{order_id}") for order_id in made.values()}
    final = service.get(f"/deliverables/{made['delivered']}/spec_final.md")
    file = take_backup(service.settings, tmp_path / "backups")
    assert file.stat().st_mode & 0o077 == 0
    service.order()  # what comes after the backup is not in it
    there = tmp_path / "elsewhere"
    restore_backup(settings_at(service, elsewhere, there), file)  # type: ignore[arg-type]
    restored = Service(elsewhere, there)
    try:
        for order_id, answer in answers.items():
            again = restored.get(f"/v1/orders/{order_id}")
            assert (again.status_code, again.content, again.headers["etag"]) == (
                answer.status_code,
                answer.content,
                answer.headers["etag"],
            )
        assert restored.get(f"/deliverables/{made['delivered']}/spec_final.md").content == final.content
        assert restored.read(register.find_operator, "berit") is not None
        assert restored.read(live_keys) == keys
        assert restored.move(made["paid"], "in_progress").status_code == 200, "life goes on: sequences too"
        assert restored.order()["order_id"] not in made.values()
    finally:
        restored.close()


def test_a_damaged_or_newer_backup_is_refused_before_anything_is_touched(
    quick_service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy(quick_service)
    file = take_backup(quick_service.settings, tmp_path / "backups")
    target = settings_at(quick_service, f"sqlite:///{tmp_path}/n/coldread.db", tmp_path / "n")
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes(file.read_bytes()[:-2000])
    with pytest.raises(BackupError):
        restore_backup(target, cut)  # type: ignore[arg-type]
    swapped = tmp_path / "swapped.tar.gz"
    with tarfile.open(file) as old, tarfile.open(swapped, "w:gz") as new:
        for entry in old:
            content = old.extractfile(entry)
            if entry.name == "database.sqlite":
                content = old.extractfile("manifest.json")
                entry.size = old.getmember("manifest.json").size
            new.addfile(entry, content)
    with pytest.raises(BackupError, match="damaged"):
        restore_backup(target, swapped)  # type: ignore[arg-type]
    monkeypatch.setattr(apply, "newest_step", lambda: "0001")
    with pytest.raises(BackupError, match="newer version"):
        restore_backup(target, file)  # type: ignore[arg-type]
    assert not (tmp_path / "n" / "coldread.db").exists()
    assert not any((tmp_path / "n").glob("*"))


@pytest.mark.parametrize("entry", ["link", "outside", "twice"])
def test_what_has_no_place_in_a_backup_is_refused_and_written_nowhere(
    quick_service: Service, tmp_path: Path, entry: str
) -> None:
    busy(quick_service)
    file = take_backup(quick_service.settings, tmp_path / "backups")
    evil = tmp_path / "evil.tar.gz"
    with tarfile.open(file) as old, tarfile.open(evil, "w:gz") as new:
        for part in old:
            new.addfile(part, old.extractfile(part))
        added = tarfile.TarInfo({"outside": "../../out.txt", "twice": "manifest.json"}.get(entry, "link"))
        if entry == "link":
            added.type, added.linkname = tarfile.SYMTYPE, "/etc/passwd"
        new.addfile(added)
    target = settings_at(quick_service, f"sqlite:///{tmp_path}/n/coldread.db", tmp_path / "n")
    with pytest.raises(BackupError, match="no whole backup of ours"):
        restore_backup(target, evil)  # type: ignore[arg-type]
    assert not list(tmp_path.rglob("out.txt"))
    assert not (tmp_path / "n" / "coldread.db").exists()


@pytest.mark.parametrize(
    "text",
    ["", "plain", "a\tb\nc\rd", "\\", "\\N", "\\\\t", "\\\n", "å\u2028😀\x7f\x01\b\f\v", "\\x61", None],
)
def test_text_as_postgresql_copies_it_is_read_as_it_was(
    postgres_url: str, tmp_path: Path, text: str | None
) -> None:
    with psycopg.connect(postgres_url) as connection, connection.cursor() as cursor:
        said = "COPY (SELECT CAST(%s AS text), CAST(%s AS bytea)) TO STDOUT"
        with cursor.copy(said, (text, b"\x00\\\xff")) as copy:
            (tmp_path / "one.copy").write_bytes(b"".join(bytes(chunk) for chunk in copy))
    ((read, raw),) = copy_text._rows_of_fields(tmp_path / "one.copy")
    assert read == text
    assert raw is not None
    assert copy_text._converter_for_type("BLOB")(raw) == b"\x00\\\xff"

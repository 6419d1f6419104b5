"""The command line, run as people run it."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.harness.mailbox import Mailbox
from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess, ended, launch, run
from tests.harness.service import Service


def coldread(data_dir: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("COLDREAD_")}
    environ |= {f"COLDREAD_{name.upper()}": value for name, value in settings.items()}
    return run(words, {**environ, "COLDREAD_DATA_DIR": str(data_dir)})


@pytest.fixture
def placed(tmp_path: Path) -> str:
    service = Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path)
    order_id: str = service.order(notes="Only for the operator")["order_id"]
    service.close()
    return order_id


def test_help_says_what_each_command_does(tmp_path: Path) -> None:
    for words in ([], ["serve"], ["work"], ["migrate"], ["doctor"], ["order"], ["order", "move"]):
        said = coldread(tmp_path, *words, "--help")
        assert said.returncode == 0
        assert len(said.stdout) > 200


def test_the_version_is_the_packages_own(tmp_path: Path) -> None:
    package = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert coldread(tmp_path, "--version").stdout == f"coldread {package['version']}\n"


def test_an_order_can_be_listed_shown_and_moved(tmp_path: Path, placed: str) -> None:
    listed = coldread(tmp_path, "order", "list", "--status", "submitted").stdout
    assert placed in listed
    assert "waits for operator (first_answer)" in listed
    moved = coldread(
        tmp_path, "order", "move", placed, "reviewing", "--note", "A fit", "--substatus", "reading"
    )
    assert "is reviewing; next: wait_for_review; waits for operator (first_answer)" in moved.stdout
    shown = json.loads(coldread(tmp_path, "order", "show", placed).stdout)
    assert shown["order"]["status"] == "reviewing"
    assert shown["notes"] == "Only for the operator"
    assert shown["allowed_transitions"] == ["needs_info", "accepted", "rejected", "expired"]
    assert [(row["actor"], row["to"], row["note"]) for row in shown["audit"]] == [
        ("api", "submitted", None),
        ("cli", "reviewing", "A fit"),
    ]


def test_sandbox_orders_are_counted_where_they_are_not_listed(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, sandbox="1")
    real, tried = service.order()["order_id"], service.order(sandbox=True)["order_id"]
    service.close()
    listed = coldread(tmp_path, "order", "list").stdout
    assert (real in listed, tried in listed) == (True, False)
    assert "not listed: 1 in the sandbox (--sandbox)" in listed
    listed = coldread(tmp_path, "order", "list", "--sandbox").stdout
    assert (real in listed, tried in listed, "not listed" in listed) == (False, True, False)
    assert "not listed" not in coldread(tmp_path, "order", "list", "--status", "paid").stdout


def test_a_server_whose_port_is_taken_says_so_and_not_that_it_listens(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = coldread(tmp_path, "serve", "--port", str(port))
    assert said.returncode != 0
    assert "listens on" not in said.stdout
    assert "address already in use" in said.stdout + said.stderr
    server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path)
    server.start()
    server.stop()
    assert f"listens on http://127.0.0.1:{server.port}" in server.log.read_text()


def test_an_illegal_move_is_refused_with_what_is_possible(tmp_path: Path, placed: str) -> None:
    refused = coldread(tmp_path, "order", "move", placed, "delivered")
    assert refused.returncode == 1
    assert "reviewing, rejected, expired" in refused.stderr


def test_what_does_not_exist_is_said_plainly(tmp_path: Path, placed: str) -> None:
    for words in (["order", "show", "INV-11111111"], ["order", "move", "INV-11111111", "reviewing"]):
        said = coldread(tmp_path, *words)
        assert said.returncode == 1
        assert said.stderr.strip()
        assert "Traceback" not in said.stderr
    assert "is no status" in coldread(tmp_path, "order", "list", "--status", "nowhere").stderr


def test_a_part_of_the_payment_is_noted(tmp_path: Path, placed: str) -> None:
    early = coldread(tmp_path, "order", "part", placed, "1000")
    assert early.returncode == 1
    assert "nobody has been billed" in early.stderr
    for step in ("reviewing", "accepted", "billing_pending"):
        assert coldread(tmp_path, "order", "move", placed, step).returncode == 0
    words = ("order", "part", placed)
    noted = coldread(tmp_path, *words, "1000", "--way", "swish", "--reference", "Anna")
    assert noted.stdout == f"{placed}: 1000 of 4875 SEK have come in, 3875 remain\n"
    (part,) = json.loads(coldread(tmp_path, "order", "show", placed).stdout)["payments"]
    assert (part["amount"], part["way"], part["reference"]) == (1000, "swish", "Anna")
    for wrong, why in (
        ((*words, "3875"), "mark as paid"),
        ((*words, "1", "--received", "2001-01-01"), "a day of the last year"),
        ((*words, "1", "--way", "gold"), "is no way"),
        (("order", "part", "INV-11111111", "1"), "no"),
    ):
        refused = coldread(tmp_path, *wrong)
        assert refused.returncode == 1
        assert why in refused.stderr


def test_migrate_tells_and_does(tmp_path: Path) -> None:
    assert coldread(tmp_path, "migrate", "--check").returncode == 1
    assert "migrated from nothing" in coldread(tmp_path, "migrate").stdout
    assert coldread(tmp_path, "migrate", "--check").returncode == 0
    assert "nothing to do" in coldread(tmp_path, "migrate").stdout


def test_doctor_says_what_is_missing_and_what_follows(tmp_path: Path) -> None:
    said = coldread(tmp_path, "doctor", prot="9")
    assert said.returncode == 0
    for word in ("COLDREAD_PROT means nothing", "SQLite", "admin_secret", "COLDREAD_SELLER_NAME is unset"):
        assert word in said.stdout
    broken = coldread(tmp_path, "doctor", env="production", database_url="postgresql://127.0.0.1:1/x")
    assert broken.returncode == 1
    assert "COLDREAD_ADMIN_SECRET: must be set in production" in broken.stdout


def test_doctor_starts_the_browser_and_tells_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert re.search(r"✓ browser .*chrom\S* starts", coldread(tmp_path, "doctor").stdout)
    assert "none wanted" in coldread(tmp_path, "doctor", scan_engine="lite").stdout
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/bin/false")  # as one that lacks a library: it ends at once
    said = coldread(tmp_path, "doctor")
    assert re.search(r"! browser .*does not start: the browser's driver does not start", said.stdout)
    assert said.returncode == 0, "scans go on without it"


def test_a_deep_look_orders_scans_writes_and_reads_it_all_back(
    start_server: Callable[..., ServerProcess], mailbox: Mailbox, tmp_path: Path
) -> None:
    server = start_server(
        sandbox="1",
        sandbox_step_s="0",
        scan_engine="lite",
        smtp_url=mailbox.url,
        operator_email="berit@desk.example",
    )
    if "postgresql" in server.environ["COLDREAD_DATABASE_URL"]:
        worker = launch(["work"], server.environ, tmp_path / "work.log")
    said = run(["doctor", "--deep"], server.environ)
    if "postgresql" in server.environ["COLDREAD_DATABASE_URL"]:
        ended(worker, ANSWER_S)
    assert said.returncode == 0, said.stdout + said.stderr
    for what in ("service", "order", "work", "scan", "letter"):
        assert re.search(rf"^✓ {what} ", said.stdout, re.MULTILINE), said.stdout
    assert [letter["To"] for letter in mailbox.taken] == ["berit@desk.example"]


def test_a_deep_look_ends_where_the_service_does_not_answer(tmp_path: Path) -> None:
    said = coldread(tmp_path, "doctor", "--deep", base_url="http://127.0.0.1:1", scan_engine="lite")
    assert said.returncode == 1
    assert "✗ service" in said.stdout


def test_doctor_notices_a_database_that_does_not_answer(tmp_path: Path) -> None:
    said = coldread(tmp_path, "doctor", database_url="postgresql://127.0.0.1:1/x")
    assert said.returncode == 1
    assert "PostgreSQL does not answer" in said.stdout


def test_a_bad_setting_stops_every_command_with_its_name(tmp_path: Path) -> None:
    said = coldread(tmp_path, "serve", port="many")
    assert said.returncode == 2
    assert "COLDREAD_PORT: must be a whole number" in said.stderr

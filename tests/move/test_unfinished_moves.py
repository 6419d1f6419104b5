"""A move that is cut off or fails is given again or taken back by one command, and the old service can be used throughout."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from coldread.base import log
from tests.harness.databases import SQLITE
from tests.harness.moves import (
    House,
    command,
    move,
    move_words,
    postgres_house,
    sqlite_house,
    started,
    steps_of,
)
from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess
from tests.harness.service import BASE_URL, WISH, Service

Make = Callable[[Path], House]
BOTH_WAYS = pytest.mark.parametrize(
    ("first", "other"),
    [(sqlite_house, postgres_house), (postgres_house, sqlite_house)],
    ids=["sqlite", "postgres"],
)
#: a step at which some tables have arrived and others have not
MIDDLE = 700


def begun(house: House, orders: int = 7) -> list[str]:
    """Orders in it; their ids."""
    service = Service(house.url, house.data_dir)
    with log.without_log_lines():
        made = [service.order(html=f"<h1>{number}</h1>")["order_id"] for number in range(orders)]
    service.close()
    return made


def server_of(house: House) -> ServerProcess:
    return ServerProcess(house.url, house.data_dir, base_url=BASE_URL)


def orders_found(house: House, ids: list[str]) -> set[int]:
    service = Service(house.url, house.data_dir)
    with log.without_log_lines():
        found = {service.get(f"/v1/orders/{order_id}").status_code for order_id in ids}
    service.close()
    return found


def killed(here: House, there: House) -> None:
    assert move(here, there, die_at=MIDDLE).returncode == -signal.SIGKILL


@BOTH_WAYS
def test_after_a_killed_move_the_old_service_goes_on_and_what_it_takes_arrives_too(
    first: Make, other: Make, tmp_path: Path
) -> None:
    here, there = first(tmp_path / "here"), other(tmp_path / "there")
    ids = begun(here)
    killed(here, there)
    server = server_of(here)
    server.start()
    late = server.order()
    assert late.status_code == 201
    assert httpx.get(f"{server.url}/v1/orders/{ids[0]}", timeout=ANSWER_S).status_code == 200
    server.stop()
    ended = move(here, there)
    assert ended.returncode == 0, ended.stderr
    assert "goes on where it broke off" in ended.stdout
    assert "is copied anew" in ended.stdout
    assert '"request"' not in ended.stdout, "no line of the log"
    assert orders_found(there, [*ids, late.json()["order_id"]]) == {200}


@BOTH_WAYS
def test_while_rows_are_on_their_way_the_old_service_can_be_read_and_takes_nothing(
    first: Make, other: Make, tmp_path: Path
) -> None:
    """What it took would be missing in the new one."""
    here, there = first(tmp_path / "here"), other(tmp_path / "there")
    ids = begun(here)
    with started(here, *move_words(there), signal_at=MIDDLE, signal_name="SIGSTOP") as moving:
        _, status = os.waitpid(moving.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        server = server_of(here)
        server.start(with_database=False)
        try:
            read = httpx.get(f"{server.url}/v1/orders/{ids[0]}", timeout=ANSWER_S)
            taken = httpx.post(f"{server.url}/v1/cold-read-requests", json=WISH, timeout=ANSWER_S)
        finally:
            server.stop()
            moving.send_signal(signal.SIGCONT)
        out, err = moving.communicate(timeout=ANSWER_S)
    assert (read.status_code, taken.status_code) == (200, 503), taken.text
    assert moving.returncode == 0, out + err
    assert orders_found(there, ids) == {200}


@BOTH_WAYS
def test_an_abandoned_move_leaves_the_new_place_empty_and_the_old_one_as_it_was(
    first: Make, other: Make, tmp_path: Path
) -> None:
    here, there = first(tmp_path / "here"), other(tmp_path / "there")
    ids = begun(here)
    killed(here, there)
    taken_back = move(here, there, more=("--abandon",))
    assert taken_back.returncode == 0, taken_back.stderr
    assert "is empty again" in taken_back.stdout
    assert [path for path in there.data_dir.rglob("*") if path.is_file()] == []
    again = move(here, there, more=("--abandon",))
    assert (again.returncode, "nothing to abandon" in again.stdout) == (0, True), again.stderr
    assert orders_found(here, ids) == {200}
    assert move(here, there).returncode == 0
    assert orders_found(there, ids) == {200}
    refused = move(here, there, more=("--abandon",))
    assert (refused.returncode, "is not half moved" in refused.stderr) == (1, True)
    assert orders_found(there, ids) == {200}


@BOTH_WAYS
def test_a_move_that_was_killed_at_its_last_step_is_given_again_like_any_other(
    first: Make, other: Make, tmp_path: Path
) -> None:
    here, there = first(tmp_path / "here"), other(tmp_path / "there")
    ids = begun(here, 2)
    last = steps_of(here, *move_words(other(tmp_path / "counted")))
    assert move(here, there, die_at=last - 2).returncode == -signal.SIGKILL
    ended = move(here, there)
    assert ended.returncode == 0, ended.stderr
    assert "every row is there already and the same" in ended.stdout
    assert orders_found(there, ids) == {200}


def test_nobody_uses_the_half_and_all_say_how_it_is_ended(tmp_path: Path) -> None:
    here, there = sqlite_house(tmp_path / "here"), postgres_house(tmp_path / "there")
    begun(here)
    killed(here, there)
    for words in (("migrate",), ("migrate", "--check"), ("backup", str(tmp_path / "backups"))):
        ended = command(there, *words)
        assert ended.returncode == 1
        assert "give that command once more" in ended.stderr
        assert "Traceback" not in ended.stderr
    elsewhere = sqlite_house(tmp_path / "elsewhere")
    begun(elsewhere, 1)
    refused = move(elsewhere, there)
    assert refused.returncode == 1
    assert f"is half filled from {here.url.removeprefix(SQLITE)} by `coldread move`" in refused.stderr
    assert move(here, there).returncode == 0


def test_documents_go_on_into_the_place_where_they_began(tmp_path: Path) -> None:
    here, there = postgres_house(tmp_path / "here"), sqlite_house(tmp_path / "there")
    begun(here)
    killed(here, there)
    mistaken = House(url=there.url, data_dir=tmp_path / "mistaken")
    refused = move(here, mistaken)
    assert refused.returncode == 1
    assert f"lie in {there.data_dir / 'artifacts'}" in refused.stderr
    assert not mistaken.data_dir.exists()
    assert move(here, there).returncode == 0


def test_what_the_new_database_refuses_is_named_and_the_way_on_is_told(tmp_path: Path) -> None:
    """SQLite keeps a text that is longer than its column; PostgreSQL does not."""
    here, there = sqlite_house(tmp_path / "here"), postgres_house(tmp_path / "there")
    begun(here, 1)
    with sqlite3.connect(here.url.removeprefix(SQLITE)) as rows:
        rows.execute("INSERT INTO operators VALUES (?, 'x', NULL, NULL, 1)", ("x" * 41,))
    rows.close()
    for _ in range(2):
        refused = move(here, there)
        assert refused.returncode == 1
        assert f"operators cannot be taken over, between name={'x' * 41}" in refused.stderr
        assert "--abandon" in refused.stderr
        assert "Traceback" not in refused.stderr
    with sqlite3.connect(here.url.removeprefix(SQLITE)) as rows:
        rows.execute("DELETE FROM operators")
    rows.close()
    assert move(here, there).returncode == 0

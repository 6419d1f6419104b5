"""A backup that was taken while people ordered is restored by the command that people type, however often that is killed."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from coldread.guard.mailbox import address_hash
from coldread.orders.queries import newest_orders
from tests.harness.breadth import covering
from tests.harness.everything import SETTINGS
from tests.harness.moves import (
    FURNISHED,
    House,
    Known,
    Make,
    command,
    furnished_house,
    known,
    postgres_house,
    sqlite_house,
    steps_of,
)
from tests.harness.process import ServerProcess
from tests.harness.service import BASE_URL, WISH, Service

pytestmark = FURNISHED
BOTH: tuple[Make, Make] = (sqlite_house, postgres_house)
WAYS: list[tuple[Make, ...]] = [(one, other) for one in BOTH for other in reversed(BOTH)]
#: somebody orders so often; every order is asked for in four places in the end
EVERY_S = 0.05
KINDS = pytest.mark.parametrize("first", BOTH, ids=["sqlite", "postgres"])


def ends_of(way: tuple[Make, ...]) -> list[tuple[int, Make]]:
    """Where it comes from, and where it goes."""
    return list(enumerate(way))


TRIED = covering(WAYS, ends_of)


def backed_up(house: House, folder: Path) -> str:
    ended = command(house, "backup", str(folder))
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.split()[0]


def restored(there: House, file: str, *more: str) -> str:
    ended = command(there, "restore", file, *more)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def differences(before: Known, after: Known) -> list[str]:
    """Besides the note that it was restored."""
    return [said for said in before.differences(after) if not said.startswith("upkeep: ")]


@contextmanager
def ordered_all_the_time(server: ServerProcess) -> Iterator[list[str]]:
    """Somebody orders and moves orders on until the end; ids of what was acknowledged."""
    taken: list[str] = []
    over = threading.Event()

    def order() -> None:
        while not over.is_set():
            answer = server.order(html="<h1>While it is saved</h1>")
            if answer.status_code == 201:
                taken.append(answer.json()["order_id"])
                server.move(taken[-1], "reviewing")
            over.wait(EVERY_S)

    thread = threading.Thread(target=order)
    thread.start()
    try:
        yield taken
    finally:
        over.set()
        thread.join()


@KINDS
def test_a_backup_under_writes_is_restored_into_either_kind(first: Make, tmp_path: Path) -> None:
    furnished = furnished_house(first, tmp_path / "here")
    here, at, before = furnished.house, furnished.at, furnished.known
    server = ServerProcess(here.url, here.data_dir, base_url=BASE_URL, limit_create_per_hour="0", **SETTINGS)
    server.start()
    try:
        with ordered_all_the_time(server) as taken:
            for _ in range(3):
                assert server.order().status_code == 201
            earlier = list(taken)
            file = backed_up(here, tmp_path / "backups")
        assert len(taken) > len(earlier), "nobody ordered while it was saved"
    finally:
        server.stop()
    after = known(here, at)
    said = {}
    for make in (sqlite_house, postgres_house):
        there = make(tmp_path / make.__name__)
        assert "restored as of" in restored(there, file)
        said[make] = known(there, at)
        for address, answer in before.answers.items():
            if after.answers[address] == answer:  # what nobody changed while it was saved
                assert said[make].answers[address] == answer, address
        assert {f"/v1/orders/{order_id}" for order_id in earlier} <= said[make].answers.keys()
    assert differences(said[sqlite_house], said[postgres_house]) == []


@pytest.mark.parametrize(("first", "other"), TRIED)
def test_a_restore_that_is_killed_at_any_step_is_given_again(
    first: Make, other: Make, tmp_path: Path
) -> None:
    chance = random.Random(f"{first.__name__} {other.__name__}")
    furnished = furnished_house(first, tmp_path / "here")
    here, at, before = furnished.house, furnished.at, furnished.known
    file = backed_up(here, tmp_path / "backups")
    whole = other(tmp_path / "whole")
    steps = steps_of(whole, "restore", file)
    assert differences(before, known(whole, at)) == []
    there = other(tmp_path / "there")
    for part in (0.1, 0.5, 0.9, 1.0):
        step = steps - 1 if part == 1.0 else chance.randint(int((part - 0.1) * steps) + 1, int(part * steps))
        if command(there, "restore", file, die_at=step).returncode != -signal.SIGKILL:
            break
    restored_there = command(there, "restore", file)
    if restored_there.returncode:  # it was through when it was killed
        assert "there is a database already, restored from" in restored_there.stderr
    assert differences(before, known(there, at)) == []
    assert [path.name for path in there.data_dir.glob(".*")] == []


@KINDS
def test_who_asked_to_be_forgotten_is_so_before_anybody_can_be_served(first: Make, tmp_path: Path) -> None:
    """Killed at its last step, the database is half filled; given again, nobody is left."""
    here = sqlite_house(tmp_path / "here")
    service = Service(here.url, here.data_dir)
    order_id = service.order()["order_id"]
    service.close()
    file = backed_up(here, tmp_path / "backups")
    hashes = tmp_path / "erased.txt"
    hashes.write_text(address_hash(WISH["contact_email"]) + "\n")
    more = ("--erased", str(hashes))
    there = first(tmp_path / "there")
    killed = command(there, "restore", file, *more, die_at=1, named="note_upkeep")
    assert killed.returncode == -signal.SIGKILL
    refused = command(there, "migrate")
    assert (refused.returncode, "half filled" in refused.stderr) == (1, True)
    said = restored(there, file, *more)
    assert "broke off here: what it left is removed" in said
    assert "erased again: " in said
    service = Service(there.url, there.data_dir)
    (row,) = service.read(newest_orders, None, 5)
    service.close()
    assert (row.id, row.contact_email, row.request) == (order_id, None, "{}")


def test_a_place_with_something_in_it_says_what_and_which_setting_names_another(tmp_path: Path) -> None:
    here, there = furnished_house(sqlite_house, tmp_path / "here").house, sqlite_house(tmp_path / "there")
    file = backed_up(here, tmp_path / "backups")
    restored(there, file)
    again = command(there, "restore", file)
    assert again.returncode == 1
    assert f"there is a database already, restored from {Path(file).name}" in again.stderr
    assert "COLDREAD_DATABASE_URL" in again.stderr
    beside = House(url=f"sqlite:///{tmp_path / 'beside.db'}", data_dir=there.data_dir)
    refused = command(beside, "restore", file)
    assert refused.returncode == 1
    assert "COLDREAD_DATA_DIR" in refused.stderr
    assert not (tmp_path / "beside.db").exists()


def test_contents_go_where_the_setting_puts_them(tmp_path: Path) -> None:
    """Also onto the same kind of database, when documents lie elsewhere there."""
    furnished = furnished_house(sqlite_house, tmp_path / "here")
    here, at, before = furnished.house, furnished.at, furnished.known
    file = backed_up(here, tmp_path / "backups")
    there = sqlite_house(tmp_path / "there")
    ended = command(
        House(url=there.url, data_dir=there.data_dir, more={"COLDREAD_STORE": "database"}), "restore", file
    )
    assert ended.returncode == 0, ended.stderr
    assert not (there.data_dir / "artifacts").exists()
    assert differences(before, known(there, at, store="database")) == []

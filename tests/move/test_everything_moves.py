"""Whatever a service can have goes there and back by the command that people type, however often that is killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from coldread.asgi import endpoints
from tests.harness.everything import furnished
from tests.harness.made_up import OF_ONE_KIND
from tests.harness.moves import House, Traveller, known, move, postgres_house, sqlite_house
from tests.harness.public_answers import ADDRESSES, rows_of_tables

#: addresses with a name that nothing stored has, or that need an operator, or never end
NOT_ASKED = ("/console/", "/errors/", "/static/", "/sample/", "/.well-known/", "{id}:subscribe")


def test_every_public_address_that_names_something_stored_is_compared() -> None:
    named = {row.path for row in endpoints() if row.method == "GET" and "{" in row.path}
    assert {path for path in named if not any(part in path for part in NOT_ASKED)} == set(ADDRESSES)


@pytest.mark.parametrize("first", [sqlite_house, postgres_house], ids=["sqlite", "postgres"])
def test_everything_goes_there_and_back_and_every_answer_is_the_same(first: object, tmp_path: Path) -> None:
    assert callable(first)
    here: House = first(tmp_path / "here")
    other, own = (postgres_house, sqlite_house) if first is sqlite_house else (sqlite_house, postgres_house)
    service = furnished(here.url, here.data_dir)
    at = service.clock.now()
    assert all(rows for name, rows in rows_of_tables(service).items() if name not in OF_ONE_KIND)
    service.close()
    before = known(here, at)
    there, back = other(tmp_path / "there"), own(tmp_path / "back")
    for source, target in ((here, there), (there, back)):
        ended = move(source, target)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert "/deliverables/…/…: 4 answers compared, all the same" in ended.stdout
        assert before.differences(known(target, at)) == []
    assert {answer.status for answer in before.answers.values()} == {200, 303, 404}


def test_killed_at_random_steps_nothing_is_lost_and_nothing_is_doubled(tmp_path: Path) -> None:
    """A short `make move-killed`."""
    did = Traveller(tmp_path, seed=1, most_kills=3).travel(1)
    assert did.differences == []
    assert did.moves == 2
    assert did.kills

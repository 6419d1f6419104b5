"""Whatever a service can have goes there and back by the command that people type, however often that is killed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.asgi import endpoints
from coldread.orders.files.deliverable_files import CHANGES, DIFF, DRAFT, FINAL, MATERIAL
from coldread.orders.rules.lifecycle import Status
from coldread.orders.tables import (
    artifacts,
    order_messages,
    order_payments,
    order_remarks,
    order_sources,
    order_webhooks,
    order_withdrawals,
    orders,
)
from coldread.payments.states import STATES as LEDGER_STATES
from coldread.payments.tables import payments
from coldread.scans.tables import scans
from coldread.watches.tables import watch_changes, watches
from tests.harness.everything import served
from tests.harness.made_up import OF_ONE_KIND
from tests.harness.moves import (
    FURNISHED,
    Make,
    Traveller,
    furnished_house,
    known,
    move,
    postgres_house,
    sqlite_house,
)
from tests.harness.public_answers import ADDRESSES

pytestmark = FURNISHED
#: addresses with a name that nothing stored has (of a link the hash is stored), or that need an operator, or never end
NOT_ASKED = (
    "/console/",
    "/my/in/",
    "/watch/in/",
    "/watch/no/",
    "/errors/",
    "/static/",
    "/sample/",
    "/.well-known/",
    "{id}:subscribe",
)


def test_every_public_address_that_names_something_stored_is_compared() -> None:
    named = {row.path for row in endpoints() if row.method == "GET" and "{" in row.path}
    assert {path for path in named if not any(part in path for part in NOT_ASKED)} == set(ADDRESSES)


def test_there_is_one_of_every_kind(tmp_path: Path) -> None:
    """What is moved below, so that a kind that nobody has is noticed."""
    first = furnished_house(sqlite_house, tmp_path / "here")
    service = served(first.house.url, first.house.data_dir, at=first.at)

    def distinct(*columns: sa.Column[Any]) -> set[tuple[Any, ...]]:
        rows = service.read(lambda session: session.rows(sa.select(*columns).distinct()))
        return {tuple(row) for row in rows}

    assert distinct(orders.c.status, orders.c.sandbox) >= {
        (status.value, sandbox) for status in Status for sandbox in (False, True)
    }
    assert distinct(artifacts.c.file) == {(file,) for file in (DRAFT, FINAL, DIFF, CHANGES, MATERIAL)}
    assert distinct(order_sources.c.kind) == {("html",), ("jsx",)}
    assert distinct(payments.c.state) >= {(str(row.state),) for row in LEDGER_STATES}
    assert all(rows for name, rows in first.known.rows.items() if name not in OF_ONE_KIND), (
        "no table is left out"
    )
    real = distinct(orders.c.id)
    for table in (order_payments, order_messages, order_remarks, order_withdrawals, order_webhooks):
        assert distinct(table.c.order_id) & real, f"{table.name} has more than made-up rows"
    assert {("replied",)} <= distinct(order_remarks.c.kind)
    assert distinct(watch_changes.c.watch_id) & distinct(watches.c.id)
    answers = [json.loads(answer) for (answer,) in distinct(scans.c.answer)]
    assert {"points" in (answer.get("model_notes") or {}) for answer in answers} == {True, False}
    service.close()


@pytest.mark.parametrize("first", [sqlite_house, postgres_house], ids=["sqlite", "postgres"])
def test_everything_goes_there_and_back_and_every_answer_is_the_same(first: Make, tmp_path: Path) -> None:
    furnished = furnished_house(first, tmp_path / "here")
    here, at, before = furnished.house, furnished.at, furnished.known
    other, own = (postgres_house, sqlite_house) if first is sqlite_house else (sqlite_house, postgres_house)
    there, back = other(tmp_path / "there"), own(tmp_path / "back")
    for source, target in ((here, there), (there, back)):
        ended = move(source, target)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        files = before.rows["artifacts"]
        assert f"/deliverables/…/…: {files} answers compared, all the same" in ended.stdout
        assert before.differences(known(target, at)) == []
    assert {answer.status for answer in before.answers.values()} == {200, 303, 404}


def test_killed_at_random_steps_nothing_is_lost_and_nothing_is_doubled(tmp_path: Path) -> None:
    """A short `make move-killed`."""
    did = Traveller(tmp_path, seed=1, most_kills=3).travel(1)
    assert did.differences == []
    assert did.moves == 2
    assert did.kills

"""INSERTs that travel together do what each would do alone."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from coldread.base import ids
from coldread.base.database.insert_batch import one_statement_of
from coldread.base.db import Session
from coldread.guard.tables import counters
from coldread.orders.queries import newest_orders
from tests.harness.service import WISH, Service


def _use_up(session: Session, most: int) -> None:
    session.run(sa.update(counters).values(used=most))


def test_a_parameter_that_is_named_twice_is_sent_twice() -> None:
    words, values = one_statement_of([("INSERT a %(x)s, %(y)s, %(x)s '%%'", {"x": 1, "y": 2})])
    assert (words, values) == ("INSERT a $1, $2, $3 '%'", [1, 2, 1])


def test_several_keep_their_parameters_apart() -> None:
    words, values = one_statement_of(
        [("INSERT a %(x)s", {"x": 1}), ("INSERT b %(x)s, %(y)s", {"x": 2, "y": 3})]
    )
    assert words == "WITH s0 AS (INSERT a $1) INSERT b $2, $3"
    assert values == [1, 2, 3]


def test_an_id_that_is_taken_is_given_to_nobody_else(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = service.order()["order_id"]
    drawn = iter([first, "INV-22222222"])
    monkeypatch.setattr(ids, "new_order_id", lambda: next(drawn))
    assert service.order()["order_id"] == "INV-22222222"
    monkeypatch.undo()
    assert {service.seen(order_id)["order_id"] for order_id in (first, "INV-22222222")} == {
        first,
        "INV-22222222",
    }


def test_what_is_refused_at_the_end_leaves_nothing_behind(service: Service) -> None:
    """The limit is counted last, together with everything that was put before it."""
    key = service.key()
    most = service.settings.limit_create_per_hour
    first = service.post("/v1/cold-read-requests", json=WISH, headers=key)
    assert first.status_code == 201
    service.write(_use_up, most)
    refused = service.post("/v1/cold-read-requests", json=WISH, headers=service.key())
    assert refused.status_code == 429
    assert len(service.read(newest_orders, None, 5)) == 1
    assert service.post("/v1/cold-read-requests", json=WISH, headers=key).content == first.content

"""A database of the first version, with rows in it, is read and worked on by this one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.ids import BASE58
from coldread.guard.mailbox import address_hash
from coldread.migrations import apply
from coldread.orders.rules.lifecycle import STATE, Status
from tests.harness import postgres
from tests.harness.service import START, Service

#: the step of version 1.1.0
OLDEST = "0013"
REQUEST = {
    "url": "https://shop.example/",
    "goal": "More trial sign-ups",
    "audience": "Owners of small bakeries",
    "billing": {"org_number": "556036-0793"},
}


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'old.db'}"
    return postgres.new_database(migrated=False)


def id_of(status: Status) -> str:
    return "INV-aaaaaaa" + BASE58[list(Status).index(status)]


def first_version(url: str) -> None:
    """As version 1.1.0 left it, with an order in each status, a source, an answer and a stored view."""
    apply.upgrade_to(url, OLDEST)
    engine = apply._engine(url)
    tables = sa.MetaData()
    with engine.begin() as connection:
        tables.reflect(connection)
        for status in Status:
            order_id = id_of(status)
            paid = status in {Status.PAID, Status.IN_PROGRESS, Status.DELIVERED}
            connection.execute(
                tables.tables["orders"].insert(),
                {
                    "id": order_id,
                    "status": status.value,
                    "source": "agent",
                    "language": "sv",
                    "contact_email": "anna@shop.example",
                    "request": json.dumps(REQUEST),
                    "billing_status": "confirmed" if paid else "not_started",
                    "delivery_status": "not_started",
                    "rescan_used": False,
                    "created_at": START - DAY,
                    "updated_at": START - DAY,
                    "expires_at": START + 6 * DAY,
                    "paid_at": START - DAY if paid else None,
                    "delivered_at": START - DAY if status == Status.DELIVERED else None,
                },
            )
            connection.execute(
                tables.tables["order_events"].insert(),
                {"order_id": order_id, "at": START - DAY, "actor": "api", "to_status": status.value},
            )
        connection.execute(
            tables.tables["order_sources"].insert(),
            {
                "order_id": id_of(Status.SUBMITTED),
                "kind": "html",
                "content": "<h1>Bröd</h1>",
                "received_at": START,
            },
        )
        connection.execute(
            tables.tables["order_views"].insert(),
            {
                "order_id": id_of(Status.SUBMITTED),
                "build": "of old",
                "etag": '"old"',
                "fresh_until": START + DAY,
                "body": b"{}",
            },
        )
    engine.dispose()


def test_withdrawals_of_both_kinds_are_in_one_table_afterwards(empty: str) -> None:
    """Before 0014 the page's were remarks and an agent's a row; whoever asked both ways asked once."""
    first_version(empty)
    by_page, by_agent, both = id_of(Status.REVIEWING), id_of(Status.ACCEPTED), id_of(Status.PAID)
    engine = apply._engine(empty)
    with engine.begin() as connection:
        for order_id in (by_page, both):
            connection.execute(
                sa.text(
                    "INSERT INTO order_remarks (order_id, at, actor, kind, note) "
                    "VALUES (:id, 20, 'buyer', 'withdrawal', 'Anna'), (:id, 5, 'buyer', 'billing', 'x')"
                ),
                {"id": order_id},
            )
        for order_id in (by_agent, both):
            connection.execute(sa.text("INSERT INTO order_withdrawals VALUES (:id, 10)"), {"id": order_id})
    apply.upgrade(empty)
    with engine.begin() as connection:
        rows = connection.execute(
            sa.text("SELECT order_id, asked_at, asked_by, name FROM order_withdrawals")
        ).all()
    engine.dispose()
    assert {tuple(row) for row in rows} == {
        (by_page, 20, "person", "Anna"),
        (by_agent, 10, "agent", None),
        (both, 10, "agent", None),
    }


def test_watches_keep_whose_they_are_and_their_letters_lose_the_address(empty: str) -> None:
    """Before 0063 a watch that was over had no owner, and its letters still had the address."""
    apply.upgrade_to(empty, "0061")
    engine, tables = apply._engine(empty), sa.MetaData()
    base = {
        "url": "https://shop.example/", "host": "shop.example", "goal": "demo", "audience": "", "language": "en",
        "rhythm": "daily", "mailbox_hash": "m", "asked_at": 1, "queued_until": 0, "failures": 0, "runs": 0,
    }  # fmt: skip
    letter = {"kind": "watch_changed", "language": "en", "details": "{}", "written_at": 1, "tries": 1}
    with engine.begin() as connection:
        tables.reflect(connection, only=["watches", "letters"])
        for name, state, email in (("on", "on", "Anna@shop.example"), ("over", "over", None)):
            row = {**base, "id": name, "history_id": name, "page_hash": name, "state": state, "email": email}
            connection.execute(tables.tables["watches"].insert(), row)
        for about, sent_at in (("watch/over/2", 5), ("watch/on/2", 5), ("watch/on/3", None), ("INV-1", 5)):
            row = {**letter, "about": about, "recipient": "anna@shop.example", "message_id": about}
            connection.execute(tables.tables["letters"].insert(), {**row, "sent_at": sent_at})
    apply.upgrade(empty)
    with engine.begin() as connection:
        owners = connection.execute(sa.text("SELECT id, address_hash, second_looks FROM watches")).all()
        left = connection.execute(sa.text("SELECT about FROM letters WHERE recipient <> '' ORDER BY 1")).all()
    engine.dispose()
    anna = address_hash("anna@shop.example")
    assert {tuple(row) for row in owners} == {("on", anna, 0), ("over", anna, 0)}
    assert [row.about for row in left] == ["INV-1", "watch/on/3"]


def test_orders_of_the_first_version_are_served_moved_and_worked_on(empty: str, tmp_path: Path) -> None:
    first_version(empty)
    assert apply.upgrade(empty) == [OLDEST, apply.newest_step()]
    service = Service(empty, tmp_path / "data")
    try:
        for status in Status:
            if STATE[status].is_gone:
                assert service.get(f"/v1/orders/{id_of(status)}").status_code == 404
                continue
            order = service.seen(id_of(status))
            assert (order["status"], order["billing"]) == (status.value, REQUEST["billing"])
        assert service.move(id_of(Status.SUBMITTED), "reviewing").status_code == 200
        assert (
            service.move(id_of(Status.IN_PROGRESS), "delivered", patch={"spec_md": "# Klart"}).status_code
            == 200
        )
        assert service.get(f"/deliverables/{id_of(Status.IN_PROGRESS)}/spec_final.md").text == "# Klart"
        assert service.order_in("delivered")
    finally:
        service.close()


def test_payments_under_way_hold_their_share_of_the_budget_afterwards(empty: str) -> None:
    """Before 0030 a day's sum held it, and nobody could tell for whom."""
    apply.upgrade_to(empty, "0023")
    engine = apply._engine(empty)
    states = {"a": "unknown", "b": "settling", "c": "delivered", "d": "void", "e": "reserved"}
    with engine.begin() as connection:
        for name, state in states.items():
            connection.execute(
                sa.text(
                    "INSERT INTO payments (challenge_id, credential_hash, body_digest, route, kind, tx_hash, valid_before, "
                    "payer, amount, currency, chain_id, state, budget_day, tries, created_at, method, leg, executions) "
                    "VALUES (:id, 'h', 'd', '/v1/audit', 'transaction', :id, :ends, '0xa', 500000, '0xc', 1, :state, 7, 1, "
                    "100, 'tempo', '', 0)"
                ),
                {"id": name, "state": state, "ends": None if name == "e" else 1_000},
            )
    apply.upgrade(empty)
    with engine.begin() as connection:
        rows = connection.execute(
            sa.text("SELECT challenge_id, day, amount, payer, client, ends_at FROM payment_reservations")
        ).all()
        kept = connection.execute(sa.text("SELECT disputed_at, nonce FROM payments")).all()
    engine.dispose()
    assert {tuple(row) for row in rows} == {
        ("a", 7, 500_000, "0xa", "unknown", 20_001_000),
        ("b", 7, 500_000, "0xa", "unknown", 20_001_000),
        ("e", 7, 500_000, "0xa", "unknown", 20_000_100),
    }
    assert [tuple(row) for row in kept] == [(None, None)] * 5

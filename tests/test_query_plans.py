"""No statement of an order's life looks through a whole table: what it costs does not grow with the orders."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from coldread.base.database import sqlite
from tests.harness.service import WISH, Service

#: tables that a service only ever has a handful of rows in
SMALL = {"payment_budgets", "operators"}


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that reaches SQLite, as it was run."""
    heard: list[str] = []
    connect = sqlite.connect

    def listened(path: str, **how: bool) -> sqlite3.Connection:
        connection = connect(path, **how)
        connection.set_trace_callback(heard.append)
        return connection

    monkeypatch.setattr(sqlite, "connect", listened)
    return heard


def whole_tables(database: Path, statement: str) -> list[str]:
    """Tables that the plan of this statement goes through from end to end."""
    with sqlite3.connect(database) as connection:
        plan: list[Any] = connection.execute("EXPLAIN QUERY PLAN " + statement).fetchall()
    steps = [row[3].split() for row in plan]
    return [step[1] for step in steps if step[0] == "SCAN" and step[1] not in {"CONSTANT", *SMALL}]


def test_an_orders_life_goes_by_keys_alone(statements: list[str], tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data")
    try:
        key = service.key()
        for _ in range(2):
            service.post("/v1/cold-read-requests", json={**WISH, "html": "<h1>Hello</h1>"}, headers=key)
        order_id = service.order_in("needs_info")
        service.post(f"/v1/orders/{order_id}/info", json={"message": "The blue one."})
        delivered = service.order_in("delivered")
        service.get(f"/v1/orders/{delivered}?fresh")
        service.get(f"/v1/orders/{delivered}")
        service.get(f"/deliverables/{delivered}/spec_final.md")
        service.get("/v1/orders/INV-11111111")
    finally:
        service.close()
    asked = [text for text in statements if text.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE"))]
    assert len(asked) > 20
    slow = {text[:200]: found for text in asked if (found := whole_tables(tmp_path / "coldread.db", text))}
    assert slow == {}


def test_the_look_at_plans_sees_a_whole_table(statements: list[str], tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data")
    service.order()
    service.close()
    assert whole_tables(tmp_path / "coldread.db", "SELECT id FROM orders WHERE substatus = 'x'") == ["orders"]

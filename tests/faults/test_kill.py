"""`kill -9` in a loop under load: nothing that was acknowledged is lost, nothing happens twice, and it is back soon."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import Clock
from coldread.base.databases import open_database
from coldread.base.db import Session
from coldread.orders.tables import order_events, orders
from tests.faults.history import Client, Told
from tests.faults.invariants import INVARIANTS, all_readable, violations
from tests.harness.process import ServerProcess

#: `make faults` asks for 200
LOOPS = int(os.environ.get("FAULT_LOOPS", "3"))
SEED = int(os.environ.get("FAULT_SEED", "0")) or random.randrange(1, 2**31)
CLIENTS = 4

StartServer = Callable[..., ServerProcess]


def asked(database_url: str, question: Callable[[Session], Any]) -> Any:
    async def ask() -> Any:
        database = open_database(database_url, Clock())
        try:
            return await database.write(question)
        finally:
            await database.close()

    return asyncio.run(ask())


@pytest.mark.timeout(60 + 30 * LOOPS)
def test_kill_9_in_a_loop_loses_nothing_and_doubles_nothing(
    start_server: StartServer, database_url: str, record_property: Callable[[str, object], None]
) -> None:
    server = start_server(scan_engine="lite", draft_after_s="3600")
    chance = random.Random(SEED)
    clients = [Client(server.url, chance.getrandbits(32)) for _ in range(CLIENTS)]
    back: list[float] = []
    for client in clients:
        client.start()
    for _ in range(LOOPS):
        time.sleep(chance.uniform(0.2, 1.5))  # a moment by chance, from the seed
        server.kill()
        back.append(server.start())
    for client in clients:
        client.stopping.set()
    for client in clients:
        client.join(60)
    history = [told for client in clients for told in client.told]
    found = asked(database_url, lambda session: violations(session, history))
    acknowledged = sum(len(told.ids) for told in history)
    record_property("figures", f"{LOOPS} kills, {acknowledged} orders, back after {max(back):.2f} s at most")
    print(
        f"seed {SEED}: {LOOPS} kills, {acknowledged} orders, back in {sorted(back)[len(back) // 2]:.2f} s (median), {max(back):.2f} s (worst)"
    )
    assert acknowledged, "nobody was told anything: the test proves nothing"
    assert found == [], f"seed {SEED}"
    assert all_readable(server.url, history) == []


#: how each invariant is broken by hand, in the database or in what a client says it was told
BREAKS: dict[str, Callable[[Session, Told, str], Any]] = {
    "one_key_one_order": lambda _, told, __: told.ids.add("INV-22222222"),
    "what_was_acknowledged_is_there": lambda _, told, __: told.ids.add("INV-33333333"),
    "nothing_is_there_that_nobody_asked_for": lambda _, told, __: setattr(told, "key", "another"),
    "every_way_is_a_way_of_the_table": lambda session, _, order_id: session.run(
        sa.update(order_events)
        .where(order_events.c.order_id == order_id, order_events.c.to_status == "accepted")
        .values(to_status="delivered")
    ),
    "every_acknowledged_move_has_one_row": lambda _, told, __: told.moved.append("expired"),
    "row_audit_and_stored_answer_agree": lambda session, _, order_id: session.run(
        sa.update(orders).where(orders.c.id == order_id).values(status="rejected")
    ),
    "patch_and_move_are_one": lambda session, _, __: session.run(
        sa.text("DELETE FROM artifacts WHERE file = 'spec_final.md'")
    ),
    "one_letter_of_a_kind": lambda session, _, __: session.run(sa.text("DELETE FROM letters")),
    "one_rescan_an_order": lambda session, _, order_id: session.run(
        sa.text(
            "INSERT INTO order_scans (order_id, session_id, kind, at) "
            "VALUES (:id, 'a', 'rescan', 1), (:id, 'b', 'rescan', 2)"
        ),
        {"id": order_id},
    ),
    "reads_never_go_back": lambda _, told, __: told.seen.extend(["2026-02-01", "2026-01-01"]),
}


@pytest.fixture(scope="module")
def delivered(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Told]:
    """A database with one delivered order, and its client's story."""
    folder: Path = tmp_path_factory.mktemp("faults")
    url = f"sqlite:///{folder / 'coldread.db'}"
    server = ServerProcess(url, folder, scan_engine="lite")
    server.start()
    client = Client(server.url, 1)
    client.chance.randint = lambda _, most: most  # type: ignore[method-assign]
    client.start()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not any("delivered" in told.moved for told in client.told):
        time.sleep(0.05)
    client.stopping.set()
    client.join(60)
    server.stop()
    return url, client.told


@pytest.mark.parametrize("name", [rule.__name__ for rule in INVARIANTS])
def test_each_invariant_can_be_broken(delivered: Any, name: str) -> None:
    import copy

    url, history = delivered
    changed = copy.deepcopy(history)
    first = next(told for told in changed if "delivered" in told.moved)
    order_id = next(iter(first.ids))

    def broken(session: Session) -> list[str]:
        assert violations(session, history) == []
        BREAKS[name](session, first, order_id)
        found = violations(session, changed)
        raise Undone(found)

    with pytest.raises(Undone) as told:
        asked(url, broken)
    assert any(violation.startswith(f"{name}:") for violation in told.value.args[0])


class Undone(Exception):
    """Takes what was broken back with its transaction, and carries what the checker found."""

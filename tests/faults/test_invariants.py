"""The checker itself: each invariant is broken by hand once, and found."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.guard import limits as rate_limits
from coldread.guard.tables import counters
from coldread.mail.tables import letters
from coldread.orders.tables import order_events, orders
from tests.faults.history import Client, Scan, Told
from tests.faults.invariants import INVARIANTS, post_and_letters_agree, violations
from tests.faults.scene import asked
from tests.harness.process import ServerProcess

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
    "quotas_count_what_was_answered": lambda session, told, _: told.scans.append(
        Scan(at=session.now, status=200)
    ),
    "what_was_paid_is_delivered_or_owed": lambda session, _, __: session.run(
        sa.text("INSERT INTO payment_budgets (day, reserved) VALUES (0, 100000)")
    ),
    "reads_never_go_back": lambda _, told, __: told.seen.extend(["2026-02-01", "2026-01-01"]),
}


@pytest.fixture(scope="module")
def delivered(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Told]]:
    """A database with one delivered order, and its client's story."""
    folder: Path = tmp_path_factory.mktemp("faults")
    url = f"sqlite:///{folder / 'coldread.db'}"
    server = ServerProcess(url, folder, scan_engine="lite")
    server.start()
    client = Client(server.url, 1)
    client.chance.randint = lambda _, most: most  # type: ignore[assignment,method-assign]
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


def test_a_quota_over_its_limit_is_found(delivered: Any) -> None:
    url, history = delivered

    def broken(session: Session) -> None:
        day = rate_limits.window_start(rate_limits.SUBMIT, session.now)
        session.run(
            sa.insert(counters), {"limit_name": "submit", "subject": "a", "window_start": day, "used": 6}
        )
        raise Undone(violations(session, history))

    with pytest.raises(Undone, match="submit let 6 pass, 5 is the most"):
        asked(url, broken)


@pytest.mark.parametrize(
    "taken, found",
    [
        (["<a@x>", "<a@x>"], []),
        ([], ["final_delivered about INV-1 was noted as sent and never taken"]),
        (["<a@x>", "<b@x>"], ["<b@x> is no letter's id"]),
        (["<a@x>", "<c@x>"], ["final_delivered about INV-1 came under 2 ids"]),
    ],
)
def test_the_post_is_compared_by_message_id(delivered: Any, taken: list[str], found: list[str]) -> None:
    url, _ = delivered

    def one_letter(session: Session) -> None:
        session.run(sa.delete(letters))
        row = {"kind": "final_delivered", "about": "INV-1", "recipient": "a@b.se", "language": "en"}
        sent = {"details": "{}", "message_id": "<a@x>", "written_at": 1, "sent_at": 2, "tries": 1}
        session.run(sa.insert(letters), row | sent)
        raise Undone(post_and_letters_agree(session, taken, {"<c@x>": ("INV-1", "final_delivered")}))

    with pytest.raises(Undone) as told:
        asked(url, one_letter)
    assert told.value.args[0] == found


class Undone(Exception):
    """Takes what was broken back with its transaction, and carries what the checker found."""

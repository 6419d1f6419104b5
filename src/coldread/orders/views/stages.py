"""How far an order has come, for V2 (an object by status) and V1 (five steps). Pure."""

from __future__ import annotations

from functools import cache
from typing import Any

from coldread.base.clock import SECOND, rfc3339, rfc3339_or_none
from coldread.orders.rules.expiry import FINAL_WITHIN
from coldread.orders.rules.lifecycle import STATE, Status, statuses_ahead
from coldread.orders.rules.order import Dossier, Order


def v2_stages(dossier: Dossier, now: int, draft_after_s: int) -> dict[str, Any]:
    """Each status with its state, last entry and count; then the draft and the final."""
    order = dossier.order
    entered: dict[str, list[int]] = {}
    for passage in dossier.entries:
        entered.setdefault(passage.status, []).append(passage.at)
    stages: dict[str, Any] = {}
    for name, state in _states_of_unentered(order.status):
        entries = entered.get(name, ())
        stages[name] = {
            "state": "done" if entries and name != order.status else state,
            "at": rfc3339(entries[-1]) if entries else None,
            "count": len(entries),
        }
    live = order.draft_is_live(now)
    stages["draft"] = _document_stage(order, live, order.draft_live_at, draft_eta(order, draft_after_s))
    stages["final"] = _document_stage(
        order, order.status == Status.DELIVERED, order.delivered_at, final_eta(order)
    )
    return stages


def v1_stages(order: Order, now: int) -> list[dict[str, Any]]:
    """Payment, analysis, draft, human review, delivery: done, current or still to come."""
    live = order.draft_is_live(now)
    drafted = live or order.delivered_at is not None
    draft_at = order.draft_live_at if live else None
    steps = (
        ("payment", order.paid_at is not None, order.paid_at),
        ("analysis", drafted, draft_at),
        ("draft", drafted, draft_at),
        ("human_review", order.delivered_at is not None, order.delivered_at),
        ("delivery", order.delivered_at is not None, order.delivered_at),
    )
    stages = []
    current_given = order.state.is_closed
    for name, done, at in steps:
        state = "done" if done else "pending" if current_given else "current"
        current_given = current_given or not done
        stages.append({"name": name, "state": state, "at": rfc3339_or_none(at if done else None)})
    return stages


def draft_eta(order: Order, draft_after_s: int) -> int | None:
    return None if order.paid_at is None else order.paid_at + draft_after_s * SECOND


def final_eta(order: Order) -> int | None:
    return None if order.paid_at is None else order.paid_at + FINAL_WITHIN


@cache
def _states_of_unentered(current: str) -> tuple[tuple[str, str], ...]:
    """The state of each status that the order has never entered, seen from `current`."""
    current_status = Status(current)
    own = "done" if STATE[current_status].is_closed else "current"
    return tuple(
        (
            status.value,
            own
            if status == current_status
            else "pending"
            if status in statuses_ahead(current_status)
            else "skipped",
        )
        for status in Status
    )


def _document_stage(order: Order, exists: bool, at: int | None, eta: int | None) -> dict[str, Any]:
    if exists:
        state = "done"
    elif order.state.is_closed:
        state = "skipped"
    else:
        state = "pending" if order.paid_at is None else "current"
    return {
        "state": state,
        "at": rfc3339(at) if exists and at is not None else None,
        "eta": rfc3339_or_none(eta if state == "current" else None),
    }

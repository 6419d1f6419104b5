"""What follows from a status, written again by hand: lists that the columns give, when a draft is live, how it is drawn."""

from __future__ import annotations

import dataclasses

import pytest

from coldread.base.clock import SECOND
from coldread.base.settings import read
from coldread.orders.operator.queue_views import VIEW
from coldread.orders.rules import lifecycle
from coldread.orders.rules.expiry import draft_live_at
from coldread.orders.rules.lifecycle import DECLINED, IN_WORK, OPEN, STATE, STATES, UNPAID, Status
from coldread.orders.views.projection import TIMESTAMPS
from coldread.pages.diagram import box_corners, main_way

BEFORE_PAYMENT = ("submitted", "reviewing", "needs_info", "accepted", "billing_pending")


def test_the_lists_that_questions_to_the_tables_are_made_of() -> None:
    assert UNPAID == BEFORE_PAYMENT
    assert IN_WORK == ("paid", "in_progress")
    assert (*BEFORE_PAYMENT, "paid", "in_progress") == OPEN
    assert DECLINED == ("rejected", "expired")


def test_each_view_of_the_queue_answers_its_question() -> None:
    assert VIEW["mine"].statuses == ("submitted", "reviewing", "accepted", "paid", "in_progress")
    assert VIEW["buyer"].statuses == ("needs_info", "billing_pending")
    assert VIEW["work"].statuses == ("paid", "in_progress")
    assert VIEW["done"].statuses == ("delivered", "rejected", "expired")
    assert VIEW["all"].statuses == tuple(Status)


def test_an_order_shows_when_it_was_where_in_the_order_of_its_columns() -> None:
    assert TIMESTAMPS == (
        "reviewed_at",
        "accepted_at",
        "rejected_at",
        "billing_pending_at",
        "paid_at",
        "in_progress_at",
        "delivered_at",
    )


@pytest.mark.parametrize(
    ("live", "paid_at", "at_once", "expected"),
    [
        (None, None, False, None),
        (None, 100, False, 100 + 60 * SECOND),
        (None, -61 * SECOND, False, 500),
        (700, 100, False, 700),
        (700, 100, True, 500),
        (300, 100, True, 300),
        (None, None, True, 500),
    ],
)
def test_a_draft_is_live_at_its_time_after_the_payment_or_at_once(
    live: int | None, paid_at: int | None, at_once: bool, expected: int | None
) -> None:
    settings = read({"COLDREAD_DRAFT_AFTER_S": "60"})
    assert draft_live_at(settings, live=live, paid_at=paid_at, now=500, at_once=at_once) == expected


def test_the_drawing_has_the_way_to_the_work_on_the_left_and_the_ends_without_money_on_the_right() -> None:
    way = ("submitted", "reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered")
    assert main_way() == way
    assert box_corners() == {
        **{Status(status): (10, 8 + 66 * row) for row, status in enumerate(way)},
        Status.NEEDS_INFO: (190, 74),
        Status.REJECTED: (190, 206),
        Status.EXPIRED: (190, 272),
    }


@pytest.mark.parametrize(
    ("status", "changed", "sentence"),
    [
        ("paid", {"rehearsed": Status.DELIVERED}, "paid is rehearsed as delivered, where it may not go"),
        ("accepted", {"asks": "answer"}, "accepted asks the buyer for the answer, and to A2A it is working"),
        (
            "rejected",
            {"asks": "payment", "a2a": "input-required"},
            "rejected is closed and asks the buyer for the payment",
        ),
        ("reviewing", {"to": (Status.ACCEPTED,), "rehearsed": None}, "no way leads to needs_info"),
    ],
)
def test_a_row_that_contradicts_another_is_told(
    monkeypatch: pytest.MonkeyPatch, status: str, changed: dict[str, object], sentence: str
) -> None:
    assert lifecycle.contradictions() == []
    row = dataclasses.replace(STATE[Status(status)], **changed)  # type: ignore[arg-type]
    rows = tuple(row if each.status == status else each for each in STATES)
    monkeypatch.setattr(lifecycle, "STATES", rows)
    monkeypatch.setattr(lifecycle, "STATE", {each.status: each for each in rows})
    lifecycle.statuses_ahead.cache_clear()
    try:
        assert lifecycle.contradictions() == [f"orders/rules/lifecycle: {sentence}"]
    finally:
        lifecycle.statuses_ahead.cache_clear()

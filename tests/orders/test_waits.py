"""Whose turn it is, and since when: the same in the queue, in its clocks and in what is counted."""

from __future__ import annotations

import pytest

from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.orders.acts.withdrawal import withdraw
from coldread.orders.operator.queue import counts_by_view, queue
from coldread.orders.operator.queue_views import VIEW
from tests.harness.desk import refund
from tests.harness.service import START, Service


def in_view(service: Service, view: str) -> dict[str, tuple[str, str | None]]:
    lines = service.read(queue, service.settings, VIEW[view], "")
    return {line.order.id: (line.wait.name, line.next.clock.name if line.next else None) for line in lines}


@pytest.mark.parametrize("status", ["submitted", "reviewing"])
def test_a_new_order_has_a_clock_for_its_first_answer(quick_service: Service, status: str) -> None:
    order_id = quick_service.order_in(status, html="x")
    assert in_view(quick_service, "mine") == {order_id: ("first_answer", "first answer")}
    (line,) = quick_service.read(queue, quick_service.settings, VIEW["mine"], "")
    assert line.next.due == START + DAY


def test_an_answered_question_comes_back_to_the_operator_with_a_flag_and_a_clock(service: Service) -> None:
    order_id = service.order_in("needs_info", html="x", billing={"org_number": "556036-0793"})
    assert in_view(service, "buyer") == {order_id: ("question", "expiry")}
    service.clock.move(HOUR)
    assert service.post(f"/v1/orders/{order_id}/info", json={"message": "Göteborg"}).status_code == 202
    assert in_view(service, "buyer") == {}
    assert in_view(service, "mine") == {order_id: ("answered", "answer")}
    (line,) = service.read(queue, service.settings, VIEW["mine"], "")
    assert (line.flags, line.next.due) == (("answered",), START + 5 * HOUR)
    assert {view: service.read(counts_by_view)[view] for view in ("mine", "buyer")} == {"mine": 1, "buyer": 0}
    service.clock.move(MINUTE)
    service.move(order_id, "reviewing")
    service.clock.move(MINUTE)
    service.move(order_id, "needs_info")
    assert in_view(service, "buyer") == {order_id: ("question", "expiry")}, (
        "a new question waits for a new answer"
    )
    assert {view: service.read(counts_by_view)[view] for view in ("mine", "buyer")} == {"mine": 0, "buyer": 1}


def test_a_withdrawal_is_the_operators_turn_whatever_the_status(service: Service) -> None:
    order_id = service.order_in("billing_pending", html="x")
    service.write(withdraw, service.settings, order_id, "person", "Anna Ek")
    assert in_view(service, "mine") == {order_id: ("withdrawal", "withdrawal")}
    assert in_view(service, "buyer") == {}
    assert service.read(counts_by_view)["mine"] == 1


def test_money_that_went_back_stops_the_clocks(service: Service) -> None:
    order_id = service.order_in("paid", html="x")
    assert in_view(service, "mine") == {order_id: ("work", "draft")}
    refund(service, order_id)
    assert in_view(service, "mine") == {}
    assert in_view(service, "work") == {}
    assert in_view(service, "done") == {order_id: ("refunded", None)}
    assert [service.read(counts_by_view)[name] for name in ("mine", "work", "done", "all")] == [0, 0, 1, 1]

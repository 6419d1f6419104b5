"""Letters follow the table of waits: who has gone, or has the money back, is promised nothing any more."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from coldread.orders.acts.turns import turn_of
from coldread.orders.acts.withdrawal import withdraw
from coldread.orders.operator.queue import VIEW, queue
from tests.harness.desk import refund
from tests.harness.service import Service


def to_buyer(service: Service, order_id: str) -> list[Any]:
    def find(session: Session) -> list[Any]:
        return list(session.rows(sa.select(letters).where(letters.c.about == order_id)))

    found: list[Any] = service.read(find)
    return found


def leave(service: Service, order_id: str) -> None:
    service.write(withdraw, service.settings, order_id, "person", "Anna Ek")


@pytest.mark.parametrize("ending", [leave, refund], ids=["withdrawn", "refunded"])
def test_no_letter_promises_a_final_to_who_has_left(service: Service, ending: Any) -> None:
    order_id = service.order_in("paid")
    service.move(order_id, "in_progress", patch={"spec_md": "# Draft"})
    assert [letter.kind for letter in to_buyer(service, order_id)] == ["draft_published"]
    ending(service, order_id)
    assert to_buyer(service, order_id) == [], "it waited for the draft's hour, and stays behind"

    late = service.order_in("paid")
    ending(service, late)
    service.move(late, "in_progress", patch={"spec_md": "# Draft"})
    assert to_buyer(service, late) == []


def test_a_final_after_the_refund_promises_no_rescan(quick_service: Service) -> None:
    texts = []
    for ending in (None, refund):
        order_id = quick_service.order_in("in_progress")
        if ending:
            ending(quick_service, order_id)
        quick_service.move(order_id, "delivered", patch={"spec_md": "# Final"})
        (letter,) = to_buyer(quick_service, order_id)
        body = compose(letter, "hello@coldread.test").get_body(("plain",))
        assert body is not None
        texts.append(body.get_content())
    assert ["rescan" in text for text in texts] == [True, False]
    assert f"/o/{order_id}" in texts[1]


def test_whose_turn_it_is_is_asked_in_one_place(service: Service) -> None:
    order_id = service.order_in("needs_info")
    asked = service.read(turn_of, order_id)
    service.post(f"/v1/orders/{order_id}/info", json={"message": "Göteborg"}).raise_for_status()
    answered = service.read(turn_of, order_id)
    assert (asked.on, answered.on) == ("buyer", "operator")
    assert service.read(turn_of, "INV-11111111") is None


def test_nobody_is_asked_for_the_source_of_a_page_after_the_withdrawal(quick_service: Service) -> None:
    order_id = quick_service.order_in("billing_pending")

    def next_duty() -> str:
        (line,) = quick_service.read(queue, quick_service.settings, VIEW["all"])
        return str(line.next.clock.name)

    assert next_duty() == "source"
    leave(quick_service, order_id)
    assert next_duty() == "withdrawal"

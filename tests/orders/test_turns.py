"""Letters follow the table of waits: who has gone, or has the money back, is promised nothing any more."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import MINUTE, rfc3339
from coldread.base.db import Session
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from coldread.orders.acts.withdrawal import withdraw
from coldread.orders.operator.queue import queue
from coldread.orders.operator.queue_views import VIEW
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


def test_an_answer_is_seen_in_the_order_at_once_and_nobody_is_asked_twice(service: Service) -> None:
    order_id = service.order_in("needs_info")
    before = service.get(f"/v1/orders/{order_id}")
    assert before.json()["waits_for"] | {"since": ""} == {"on": "buyer", "why": "question", "since": ""}
    service.clock.move(MINUTE)
    taken = service.post(f"/v1/orders/{order_id}/info", json={"message": "Göteborg"}).json()
    turn = {"on": "operator", "why": "answered", "since": rfc3339(service.clock.now())}
    assert (taken["status"], taken["next_action"]) == ("needs_info", "provide_more_info")
    after = service.get(f"/v1/orders/{order_id}")
    assert taken["waits_for"] == after.json()["waits_for"] == turn
    assert after.headers["etag"] != before.headers["etag"], "who waits for a change is woken"
    # the contract derives these three from the status alone
    assert after.json()["next_action"] == "provide_more_info"
    assert after.json()["human_action_required"] is True
    again = service.post(f"/v1/orders/{order_id}/info", json={"message": "Göteborg"}).json()
    assert (again["next_action"], again["answers"]) == ("provide_more_info", 1)


def test_every_way_to_wait_is_told_in_the_order(service: Service) -> None:
    def turn(order_id: str) -> tuple[str, str]:
        told = service.get(f"/v1/orders/{order_id}").json()["waits_for"]
        return told["on"], told["why"]

    expected = {
        "submitted": ("operator", "first_answer"),
        "needs_info": ("buyer", "question"),
        "accepted": ("operator", "invoice"),
        "billing_pending": ("buyer", "payment"),
        "in_progress": ("operator", "work"),
        "delivered": ("nobody", "closed"),
    }
    orders = {status: service.order_in(status) for status in expected}
    assert {status: turn(order_id) for status, order_id in orders.items()} == expected
    leave(service, orders["billing_pending"])
    assert turn(orders["billing_pending"]) == ("operator", "withdrawal")
    refund(service, orders["in_progress"])
    assert turn(orders["in_progress"]) == ("nobody", "refunded")


def test_nobody_is_asked_for_the_source_of_a_page_after_the_withdrawal(quick_service: Service) -> None:
    order_id = quick_service.order_in("billing_pending")

    def next_duty() -> str:
        (line,) = quick_service.read(queue, quick_service.settings, VIEW["all"])
        return str(line.next.clock.name)

    assert next_duty() == "source"
    leave(quick_service, order_id)
    assert next_duty() == "withdrawal"

"""What an operator sees at a glance: whose site it is, which mail fails, and an order found by what is remembered of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.mail.tables import letters
from coldread.orders.acts.audit_notes import add_remark
from coldread.orders.operator.queue import queue
from coldread.orders.operator.queue_views import VIEW
from tests.console.visitor import Visitor
from tests.harness.service import Service


def test_an_order_is_called_by_its_site(service: Service) -> None:
    berit = Visitor(service).sign_in()
    order_id = service.order(url="https://bageriet.example/kurser?utm=1")["order_id"]
    berit.see(f"/console/o/{order_id}")
    page = berit.page
    assert page.css_first("h1").text() == "bageriet.example/kurser"  # type: ignore[union-attr]
    assert page.css_first("title").text().startswith("bageriet.example/kurser · INV-")  # type: ignore[union-attr]
    berit.see("/console")
    line = berit.page.css_first(f"#at-{order_id}")
    assert line is not None
    assert line.text() == "bageriet.example/kurser"


@pytest.mark.parametrize("wanted", ["anna", "ANNA@", "@shop.exam", "anna@shop.example", "bageri"])
def test_a_part_of_an_address_finds_the_order(service: Service, wanted: str) -> None:
    order_id = service.order(url="https://bageri.example/")["order_id"]
    service.order(contact_email="bo@other.example", url="https://other.example/")
    found = service.read(queue, service.settings, VIEW["all"], wanted)
    assert [line.order.id for line in found] == [order_id]
    assert service.read(queue, service.settings, VIEW["all"], "a_na") == [], "no pattern of the database's"


def test_a_letter_that_is_not_taken_is_seen_in_the_queue(make_service: Callable[..., Service]) -> None:
    service = make_service(operator_email="me@coldread.test")
    fails, other = service.order_in("delivered"), service.order_in("delivered")
    berit = Visitor(service).sign_in()
    assert "not taken" not in berit.see("/console")

    def refuse(session: Session) -> None:
        session.run(
            sa.update(letters)
            .where(letters.c.about == fails, letters.c.kind == "final_delivered")
            .values(tries=3, error="554 no")
        )

    service.write(refuse)
    lines = {line.order.id: line.flags for line in service.read(queue, service.settings, VIEW["done"])}
    assert "mail fails" in lines[fails]
    assert "mail fails" not in lines[other]
    assert "1 letter was not taken by the mail server" in berit.see("/console")


def test_the_next_step_names_a_mail_that_has_not_gone_out(service: Service) -> None:
    order_id = service.order_in("billing_pending")
    desk = Visitor(service).sign_in()
    desk.see(f"/console/o/{order_id}")
    step = desk.page.css_first("section[aria-labelledby=moves]")
    assert step is not None
    assert "Send the buyer the mail that is ready: “Tell how to pay”." in " ".join(step.text().split())
    service.write(add_remark, order_id, "billed", "berit")
    assert "Send the buyer the mail" not in desk.see(f"/console/o/{order_id}")

"""A wish to withdraw is one fact, whichever way it came: everybody who looks sees it, and it moves nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from coldread.orders.operator.queue import queue
from coldread.orders.operator.queue_views import VIEW
from coldread.orders.operator.workbench import audit_trail
from coldread.privacy.erase import erase_person
from coldread.privacy.export import export_person
from tests.harness.desk import desk
from tests.harness.service import WAYS, Service
from tests.protocols.talk import WAYS as TALKS

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
OPEN = ("submitted", "reviewing", "needs_info", "accepted", "billing_pending", "paid", "in_progress")


def by_page(service: Service, order_id: str) -> httpx.Response:
    return service.post(f"/o/{order_id}/withdraw", data={"name": "Anna Ek"}, headers=HERE)


def by_agent(service: Service, order_id: str) -> bool:
    refused = TALKS["rest-0.3"].cancel(service, order_id)
    assert refused.problem is not None
    assert refused.status == 409
    asked: bool = refused.problem["withdrawal_asked"]
    return asked


def notices(service: Service) -> list[Any]:
    def ask(session: Session) -> Any:
        return session.rows(sa.select(letters).where(letters.c.kind == "withdrawal_asked"))

    rows: list[Any] = service.read(ask)
    return rows


@pytest.mark.parametrize(
    ("way", "asked_by", "name"), [(by_page, "person", "Anna Ek"), (by_agent, "agent", None)]
)
def test_it_is_seen_everywhere_and_the_order_stays_where_it_is(
    make_service: Callable[..., Service],
    way: Callable[[Service, str], object],
    asked_by: str,
    name: str | None,
) -> None:
    service = make_service(operator_email="operator@coldread.test")
    order_id = service.order_in("reviewing", language="en", html="x", billing={"org_number": "556036-0793"})
    before = service.seen(order_id)
    mark = service.get(f"/o/{order_id}", headers={"Accept": "text/html"}).text.partition("seen=")[2][:40]
    service.clock.move(5 * SECOND)
    assert way(service, order_id)
    seen = service.seen(order_id)
    assert seen["status"] == "reviewing"
    assert seen["updated_at"] > before["updated_at"], "a poller and a page that look again find something new"
    (line,) = service.read(queue, service.settings, VIEW["mine"], "")
    assert line.flags == ("withdrawal asked",)
    shown = desk(service, order_id)
    assert shown["withdrawal_asked_at"] == seen["updated_at"]
    assert (shown["withdrawal_asked_by"], shown["withdrawal_name"]) == (asked_by, name)
    page = service.get(f"/o/{order_id}", headers={"Accept": "text/html"}).text
    assert "You have withdrawn" in page
    assert mark not in page
    assert (
        service.read(partial(audit_trail, by_form=True), order_id)[0].did("en") == "withdrew from the order"
    )
    (notice,) = notices(service)
    letter = compose(notice, "from@coldread.test")
    assert letter["Subject"] == f"Withdrawal requested: {order_id}"
    assert (name or "the buyer's agent") in str(letter)
    exported = json.dumps(service.read(export_person, service.services, "anna@shop.example"))
    assert f'"withdrawal_asked_by": "{asked_by}"' in exported


def test_asked_both_ways_it_was_asked_once(make_service: Callable[..., Service]) -> None:
    service = make_service(operator_email="operator@coldread.test")
    order_id = service.order_in("accepted")
    assert by_page(service, order_id).status_code == 303
    first = desk(service, order_id)
    service.clock.move(5 * SECOND)
    assert by_page(service, order_id).status_code == 303
    assert by_agent(service, order_id)
    again = desk(service, order_id)
    assert {name: value for name, value in again.items() if name.startswith("withdrawal")} == {
        name: value for name, value in first.items() if name.startswith("withdrawal")
    }
    assert len(notices(service)) == 1


@pytest.mark.parametrize("status", WAYS)
def test_it_can_be_asked_until_the_work_is_delivered_in_the_same_cases_both_ways(
    quick_service: Service, status: str
) -> None:
    asked, talked = quick_service.order_in(status), quick_service.order_in(status)
    assert by_page(quick_service, asked).status_code == (303 if status in OPEN else 409)
    if status == "expired":
        assert TALKS["rest-0.3"].cancel(quick_service, talked).status == 404, "no agent finds it any more"
    else:
        assert by_agent(quick_service, talked) == (status in OPEN)
    for order_id in (asked, talked):
        assert (desk(quick_service, order_id)["withdrawal_asked_at"] is not None) == (status in OPEN)


def test_who_asked_is_forgotten_with_the_person(service: Service) -> None:
    order_id = service.order_in("submitted")
    by_page(service, order_id)
    service.write(erase_person, service.services, "anna@shop.example", "berit")
    shown = desk(service, order_id)
    assert shown["withdrawal_asked_at"] is not None
    assert "Anna Ek" not in json.dumps(shown)

"""A rehearsal order walks through its whole life by itself; nobody is written to, and it stays out of the figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.drafts.jobs import requeue_lost
from coldread.jobs.defer import live_keys
from coldread.mail.tables import letters
from coldread.orders.acts.sandbox_step import take_sandbox_step
from coldread.orders.operator.queue import counts_by_view, queue
from coldread.orders.operator.queue_views import VIEW
from coldread.orders.queries import newest_orders
from coldread.orders.views.order_state import order_words
from tests.harness.desk import audit
from tests.harness.service import WISH, Service

WHOLE_LIFE = [
    "submitted",
    "reviewing",
    "needs_info",
    "reviewing",
    "accepted",
    "billing_pending",
    "paid",
    "in_progress",
    "delivered",
]


def rehearsed(service: Service, **fields: Any) -> str:
    answer = service.post("/v1/cold-read-requests", json={**WISH, "sandbox": True, **fields})
    assert answer.status_code == 201, answer.text
    assert answer.json()["sandbox"] is True
    order_id: str = answer.json()["order_id"]
    return order_id


def step(service: Service, order_id: str) -> str:
    """What the due job does."""
    service.clock.move(15 * SECOND)
    service.write(take_sandbox_step, service.services, order_id, service.seen(order_id)["status"])
    status: str = service.seen(order_id)["status"]
    return status


def test_it_is_refused_unless_the_operator_allows_it(service: Service) -> None:
    answer = service.post("/v1/cold-read-requests", json={**WISH, "sandbox": True})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "#/sandbox"
    assert service.order(sandbox=False)["status"] == "submitted"


def test_it_walks_the_whole_way_through_the_one_function(make_service: Callable[..., Service]) -> None:
    service = make_service(sandbox="1", operator_email="operator@coldread.test")
    order_id = rehearsed(service)
    for _ in range(20):
        if step(service, order_id) == "delivered":
            break
    seen = service.seen(order_id)
    assert seen["sandbox"] is True
    assert [row["to"] for row in audit(service, order_id)] == WHOLE_LIFE
    assert {row["actor"] for row in audit(service, order_id)[1:]} == {"sandbox"}
    for name in ("draft_url", "final_url", "diff_url"):
        assert service.get(seen[name]).status_code == 200, name
    assert service.read(lambda s: s.row(sa.select(sa.func.count()).select_from(letters)))[0] == 0
    assert not [key for key in service.read(live_keys) if "drafts" in key]


def test_the_pay_link_is_shown_on_the_way_and_the_draft_before_the_final(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(sandbox="1")
    order_id = rehearsed(service)
    seen: dict[str, dict[str, Any]] = {}
    for _ in range(20):
        status = step(service, order_id)
        seen[status] = service.seen(order_id)
        if status == "delivered":
            break
    assert seen["billing_pending"]["pay_url"]
    assert "provide_info" in seen["needs_info"]["_links"]
    assert "which visitors matter most" in seen["needs_info"]["question"]
    assert seen["billing_pending"]["question"] is None
    assert seen["in_progress"]["draft_url"]
    assert not seen["in_progress"]["final_url"]
    assert "rescan" not in seen["delivered"]["_links"]


def test_an_answer_shortens_the_wait_and_silence_does_not_end_the_walk(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(sandbox="1")
    order_id = rehearsed(service)
    assert step(service, order_id) == "reviewing"
    assert step(service, order_id) == "needs_info"
    assert step(service, order_id) == "needs_info"
    told = service.post(f"/v1/orders/{order_id}/info", json={"message": "Bakers"})
    assert told.status_code == 202
    assert step(service, order_id) == "reviewing"


def test_a_step_that_was_made_is_not_made_again(make_service: Callable[..., Service]) -> None:
    service = make_service(sandbox="1")
    order_id = rehearsed(service)
    assert step(service, order_id) == "reviewing"
    service.write(take_sandbox_step, service.services, order_id, "submitted")
    assert service.seen(order_id)["status"] == "reviewing"


def test_real_orders_are_never_walked(make_service: Callable[..., Service]) -> None:
    service = make_service(sandbox="1")
    order_id = service.order()["order_id"]
    service.write(take_sandbox_step, service.services, order_id, "submitted")
    assert service.seen(order_id)["status"] == "submitted"
    assert service.seen(order_id)["sandbox"] is False


def test_it_stays_out_of_queue_clocks_and_figures(make_service: Callable[..., Service]) -> None:
    service = make_service(sandbox="1")
    order_id = rehearsed(service)

    def looked(session: Session) -> tuple[Any, ...]:
        found = queue(session, service.settings, VIEW["all"], order_id)
        return (
            queue(session, service.settings, VIEW["mine"]),
            counts_by_view(session)["all"],
            newest_orders(session, None, 10),
            found[0].deadlines,
            "sandbox" in found[0].flags,
        )

    assert service.read(looked) == ([], 0, [], (), True)
    for _ in range(8):
        step(service, order_id)
    service.clock.move(3600 * SECOND)
    assert service.write(requeue_lost, service.services) == 0


def test_its_pay_page_asks_for_no_money(make_service: Callable[..., Service]) -> None:
    service = make_service(sandbox="1", mobile_payee="123 456 78 90")
    order_id = rehearsed(service)
    while step(service, order_id) != "billing_pending":
        pass
    shown = service.get(service.seen(order_id)["pay_url"], headers={"Accept": "text/html"})
    assert shown.status_code == 200
    assert "please pay nothing" in shown.text
    assert "123 456 78 90" not in shown.text


def test_its_rescan_is_not_pretended(make_service: Callable[..., Service]) -> None:
    service = make_service(sandbox="1")
    order_id = rehearsed(service)
    while step(service, order_id) != "delivered":
        pass
    answer = service.post(f"/v1/orders/{order_id}/rescan", json={"url": "https://shop.example/"})
    assert answer.status_code == 409
    assert answer.json()["type"].endswith("/rescan-not-available")
    for way in ("rest", "a2a", "mcp"):
        assert "rescan" not in order_words(service.seen(order_id), way), "nobody is told of one"


def test_an_agent_is_told_that_it_rehearses_and_sees_every_step(make_service: Callable[..., Service]) -> None:
    service = make_service(sandbox="1", sandbox_step_s="15")
    order = service.get(f"/v1/orders/{rehearsed(service)}").json()
    assert 2 * order["poll_interval_sec"] <= 15, "a look in every step, also for who is a little late"
    for lang, word in (("en", "rehearsal"), ("sv", "övning")):
        assert word in order_words({**order, "language": lang}, "mcp")
        assert word not in order_words({**order, "language": lang, "sandbox": False}, "mcp")

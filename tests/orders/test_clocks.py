"""Which promise breaks next."""

from __future__ import annotations

from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.orders.acts.audit_notes import add_remark
from coldread.orders.operator.queue import counts_by_view, queue
from coldread.orders.operator.queue_views import VIEW
from tests.harness.service import START, Service


def lines(service: Service, view: str = "all", wanted: str = "") -> list[tuple[str, str | None]]:
    found = service.read(queue, service.settings, VIEW[view], wanted)
    return [(line.order.id, line.next.clock.name if line.next else None) for line in found]


def asked_for(service: Service) -> dict[str, bool]:
    """Which orders say that their source is to be asked for within the hour."""
    found = service.read(queue, service.settings, VIEW["all"], "")
    return {
        line.order.id: [(each.clock.name, each.due - START) for each in line.also] == [("source", HOUR)]
        for line in found
    }


def test_source_is_due_in_an_hour_and_settled_by_sending_or_asking(service: Service) -> None:
    bare = service.order()["order_id"]
    sent = service.order(html="<h1>Bread</h1>")["order_id"]
    repo = service.order(repo_url="https://code.example/shop")["order_id"]
    assert asked_for(service) == {bare: True, sent: False, repo: False}
    assert set(dict(lines(service)).values()) == {"first answer"}, "a reminder never hides a promise"
    service.write(add_remark, bare, "asked_source", "berit")
    assert asked_for(service)[bare] is False


def test_draft_then_final_are_due_after_payment(service: Service) -> None:
    order_id = service.order_in("paid", html="<h1>Bread</h1>")
    (line,) = service.read(queue, service.settings, VIEW["work"], "")
    assert [(deadline.clock.name, deadline.due - START) for deadline in line.deadlines] == [
        ("draft", HOUR),
        ("final", 72 * HOUR),
    ]
    assert service.move(order_id, "in_progress", patch={"spec_md": "# Draft"}).status_code == 200
    assert lines(service, "work") == [(order_id, "final")]
    assert service.move(order_id, "delivered", patch={"spec_md": "# Final"}).status_code == 200
    assert lines(service, "done") == [(order_id, None)]


def test_what_breaks_next_comes_first_and_says_so(service: Service) -> None:
    paid = service.order_in("paid", html="x")
    service.clock.move(30 * MINUTE)
    fresh = service.order()["order_id"]
    waiting = service.order_in("billing_pending", html="x")
    assert [name for name, _ in lines(service)] == [paid, fresh, waiting]
    line = service.read(queue, service.settings, VIEW["work"], "")[0]
    assert line.next.urgency(START) == "ok"
    assert line.next.urgency(START + 46 * MINUTE) == "soon"
    assert line.next.urgency(START + HOUR) == "overdue"


def test_views_count_and_search_finds_by_id_address_and_host(service: Service) -> None:
    one = service.order(contact_email="Eva@Bageri.example", url="https://bageri.example/start")["order_id"]
    other = service.order_in("needs_info")
    assert service.read(counts_by_view) == {"mine": 1, "buyer": 1, "work": 0, "done": 0, "all": 2}
    assert [name for name, _ in lines(service, "done", one)] == [one]
    assert [name for name, _ in lines(service, wanted="eva@bageri.example")] == [one]
    assert [name for name, _ in lines(service, wanted="BAGERI")] == [one]
    assert [name for name, _ in lines(service, wanted="shop.example")] == [other]
    assert lines(service, wanted="%") == []


def test_flags_name_what_is_easily_overlooked(service: Service) -> None:
    service.order(billing={"company_name": "Bageri AB", "org_number": "556036-0794"}, html="x")
    (line,) = service.read(queue, service.settings, VIEW["all"], "")
    assert line.flags == ("odd org number",)
    service.clock.move(DAY)
    service.order(
        billing={"company_name": "Bageri AB", "org_number": "556036-0793"},
        billing_method_preference="mobile_payment",
    )
    flags = {line.flags for line in service.read(queue, service.settings, VIEW["all"], "")}
    assert ("no source", "company pays by phone") in flags

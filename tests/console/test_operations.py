"""What an operator sees of the whole service, and what he does for a person's data."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from coldread.base.clock import HOUR
from coldread.base.db import Session
from coldread.jobs.defer import dead_jobs, defer, queue_depths
from coldread.jobs.runner import runner
from coldread.llm.gate import Purpose
from coldread.llm.shared_gate import SharedGate, endpoint_key
from coldread.llm.usage import Tokens
from coldread.operators.last_backup import note_upkeep
from coldread.orders.operator.health import health
from coldread.web.meter import AREAS, Meter, area_of
from tests.console.visitor import Visitor
from tests.harness.fake_model import FakeModel
from tests.harness.service import Service

TOKEN = "metrics-token-of-at-least-32-characters"


def give_up(service: Service) -> None:
    """A job that no function does lands on the dead list."""

    def put(session: Session) -> bool:
        return defer(session, "nobody.does-this", key="x:1")

    async def run() -> None:
        working = runner(
            service.services.db, service.settings.database_url, service.services, queues=["work"]
        )
        task = asyncio.create_task(working.run())
        for _ in range(600):
            await asyncio.sleep(0.05)  # asks again until the deadline
            if (await service.services.db.read(queue_depths))["dead"]:
                break
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    service.write(put)
    service.run(run())


def test_dead_jobs_are_shown_and_tried_again(quick_service: Service) -> None:
    give_up(quick_service)
    berit = Visitor(quick_service).sign_in()
    assert "nobody.does-this" in berit.see("/console/ops")
    (dead,) = quick_service.read(dead_jobs)
    assert "waits for a worker again" in berit.send(f"/console/jobs/{dead.id}/retry")
    assert quick_service.read(queue_depths) == {"waiting": 1, "running": 0, "dead": 0}


def test_health_counts_on_both_databases(service: Service) -> None:
    service.order()
    service.order_in("paid", html="x")
    service.clock.move(2 * HOUR)
    service.write(note_upkeep, "backup", "a file")
    found = service.read(health, service.services)
    assert found.orders == {"submitted": 1, "paid": 1}
    assert found.breaches == {"source": 1, "draft": 1}
    assert found.jobs["dead"] == 0
    assert found.last_backup == "a file"
    assert found.budget == 100_000_000
    assert "1 draft" in Visitor(service).sign_in().see("/console/ops").replace("draft 1", "1 draft")


def test_metrics_are_for_the_bearer(make_service: Callable[..., Service]) -> None:
    service = make_service(metrics_token=TOKEN)
    service.seen(service.order()["order_id"])
    assert service.get("/metrics").status_code == 401
    assert service.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}x"}).status_code == 401
    assert Visitor(service).sign_in().ask("GET", "/metrics").status_code == 401
    answer = service.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert 'coldread_orders{status="submitted"} 1.0' in lines
    assert any(line.startswith('coldread_answers_total{area="creation",status="201"}') for line in lines)
    assert any(line.startswith('coldread_answer_seconds_bucket{area="orders",le="+Inf"}') for line in lines)
    assert "coldread_budget_usdc 100.0" in lines


def test_the_tokens_that_a_model_took_today_are_shown_to_the_operator(
    make_service: Callable[..., Service],
) -> None:
    with FakeModel(lambda _: None) as fake:
        service = make_service(**fake.settings(), llm_daily_tokens="1000", metrics_token=TOKEN)
        gate = SharedGate(service.services.db, endpoint_key(service.settings), at_once=1)
        service.run(gate.count_tokens(Purpose.FREE, Tokens(asked=690, said=9)))
        assert "free scans are not read" not in Visitor(service).sign_in().see("/console/ops")
        service.run(gate.count_tokens(Purpose.DRAFT, Tokens(asked=1, said=0)))
        page = Visitor(service).sign_in().see("/console/ops")
        assert "draft 1, free 699; of 1000; free scans are not read any more today" in page
        lines = service.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text.splitlines()
    assert 'coldread_model_tokens_today{purpose="free"} 699.0' in lines
    assert "coldread_model_tokens_limit 1000.0" in lines


def test_metrics_are_for_operators_where_no_token_is_set(quick_service: Service) -> None:
    assert quick_service.get("/metrics").status_code == 401
    assert Visitor(quick_service).sign_in().ask("GET", "/metrics").status_code == 200


def test_every_path_is_counted_under_its_area_and_no_id_becomes_a_label() -> None:
    assert area_of("/v1/orders/INV-12345678") == "orders"
    assert area_of("/v1/scan-paid") == "paid"
    assert area_of("/v1/scan") == "scan"
    assert area_of("/o/INV-12345678") == "pages"
    meter = Meter()
    for seconds in (0.0005, 0.2, 99.0):
        meter.note("/v1/orders/INV-12345678", 200, seconds)
    assert dict(meter.answers) == {("orders", 200): 3}
    assert sum(meter.classes["orders"]) == 3
    assert meter.classes["orders"][-1] == 1
    shadowed = [
        (early, late)
        for position, (early, _) in enumerate(AREAS)
        for late, _ in AREAS[position + 1 :]
        if late.startswith(early)
    ]
    assert shadowed == []


def test_a_persons_data_is_handed_out_and_erased_after_a_second_look(service: Service) -> None:
    order_id = service.order()["order_id"]
    berit = Visitor(service).sign_in()
    assert order_id in berit.see("/console/people?email=Anna@shop.example")
    fields = berit.fields("/people/export")
    exported = berit.ask("POST", "/console/people/export", data=fields)
    assert exported.headers["content-disposition"].startswith("attachment")
    assert json.loads(exported.text)["orders"][0]["order"]["order_id"] == order_id
    assert "once more, exactly" in berit.send("/people/erase", 400, again="ann@shop.example")
    assert order_id in berit.send("/people/erase", again="anna@shop.example")
    assert service.get(f"/v1/orders/{order_id}").status_code == 404
    assert "erased the buyer" in berit.see(f"/console/o/{order_id}")


def test_an_order_by_telephone_is_entered(service: Service) -> None:
    berit = Visitor(service).sign_in()
    berit.see("/console/new")
    typed: dict[str, Any] = {
        "url": "https://shop.example/",
        "goal": "More calls",
        "audience": "Bakers",
        "contact_email": "per@shop.example",
        "org_number": "556036-0793",
    }
    assert "goal" in berit.send("/console/new", 400, **{**typed, "goal": "x"})
    assert berit.fields("/console/new")["audience"] == "Bakers"
    berit.send("/console/new", **typed)
    (order_id,) = [word for word in berit.text.split() if word.startswith("INV-")][:1]
    order = service.seen(order_id)
    assert (order["source"], order["language"], order["billing"]) == (
        "manual",
        "sv",
        {"org_number": "556036-0793"},
    )


@pytest.mark.parametrize("job", ["x", "-1", "9" * 30, "7"])
def test_jobs_that_are_not_there_cannot_be_tried_again(quick_service: Service, job: str) -> None:
    berit = Visitor(quick_service).sign_in()
    token = berit.fields("/console/logout")["token"]
    answer = berit.ask("POST", f"/console/jobs/{job}/retry", data={"token": token})
    assert answer.status_code == (303 if job == "7" else 404)

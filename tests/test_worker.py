"""Sweeping: what is out of date goes, what is not stays."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from coldread import worker
from coldread.base.clock import DAY, HOUR
from coldread.migrations import apply
from coldread.orders.queries import events_of, find_order
from coldread.orders.tables import artifacts
from coldread.worker import sweep
from tests.faults.scene import until
from tests.harness import postgres
from tests.harness.process import launch
from tests.harness.service import WISH, Service


def test_keys_and_counters_go_when_their_time_is_over_and_not_before(service: Service) -> None:
    service.post("/v1/cold-read-requests", json=WISH, headers=service.key())
    service.clock.move(24 * HOUR - 1)
    assert set(service.run(sweep(service.services)).values()) == {0}
    service.clock.move(1)
    assert service.run(sweep(service.services))["idempotency keys"] == 1
    service.clock.move(2 * DAY)
    assert service.run(sweep(service.services))["counters"] == 1


def test_deliverables_go_after_their_year_contents_included_and_orders_stay(service: Service) -> None:
    order_id = service.order_in("in_progress")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    other = service.order_in("in_progress")
    service.clock.move(DAY)
    service.move(other, "delivered", patch={"spec_md": "# Final"})
    service.clock.move(364 * DAY)
    assert service.run(sweep(service.services))["deliverables"] == 1
    assert service.get(f"/deliverables/{order_id}/spec_final.md").status_code == 404
    still = service.get(f"/deliverables/{other}/spec_final.md")
    assert (still.status_code, still.text) == (200, "# Final"), (
        "the same content, still named by another order"
    )
    service.clock.move(DAY)
    assert service.run(sweep(service.services))["deliverables"] == 1
    assert service.read(lambda session: session.rows(artifacts.select())) == []
    assert [path for path in (service.settings.data_dir / "artifacts").rglob("*") if path.is_file()] == []


def test_lapsed_orders_that_nobody_paid_for_are_closed_by_the_system(service: Service) -> None:
    waiting = {status: service.order_in(status) for status in ("submitted", "needs_info", "accepted")}
    kept = {status: service.order_in(status) for status in ("paid", "in_progress", "delivered", "rejected")}
    service.clock.move(7 * DAY - 1)
    assert service.run(sweep(service.services))["lapsed orders"] == 0
    service.clock.move(1)
    assert service.run(sweep(service.services))["lapsed orders"] == 3
    assert service.run(sweep(service.services))["lapsed orders"] == 0
    for order_id in waiting.values():
        events = service.read(events_of, order_id)
        assert (events[-1].to_status, events[-1].actor) == ("expired", "system")
    for status, order_id in kept.items():
        assert service.read(find_order, order_id).status == status


def test_an_unpaid_invoice_is_left_for_thirty_days(service: Service) -> None:
    order_id = service.order_in("billing_pending")
    service.clock.move(30 * DAY - 1)
    assert service.run(sweep(service.services))["lapsed orders"] == 0
    assert service.read(find_order, order_id).status == "billing_pending"
    service.clock.move(1)
    assert service.run(sweep(service.services))["lapsed orders"] == 1
    assert service.move(order_id, "paid").status_code == 409


def test_a_sweep_that_fails_leaves_the_others_at_work(
    quick_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise LookupError("nobody foresaw this")

    monkeypatch.setattr(worker, "SWEEPS", (("broken", broken), ("whole", lambda *_: 3)))
    assert quick_service.run(sweep(quick_service.services)) == {"whole": 3}


def test_work_that_breaks_off_is_begun_again(quick_service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    class Breaking:
        async def run(self) -> None:
            begun.append(1)
            if len(begun) == 3:
                reached.set()
            raise LookupError("nobody foresaw this")

    async def scene() -> None:
        working = asyncio.create_task(worker.work_on(quick_service.services, ["work"]))
        await asyncio.wait_for(reached.wait(), 30)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)

    reached = asyncio.Event()
    monkeypatch.setattr(worker, "runner", lambda *_, **__: Breaking())
    monkeypatch.setattr(worker, "AGAIN_S", 0.01)
    quick_service.run(scene())
    assert len(begun) >= 3


def test_a_worker_that_starts_before_the_tables_are_there_says_so_once_and_waits(tmp_path: Path) -> None:
    url = postgres.new_database(migrated=False)
    log = tmp_path / "work.log"
    environ = {**os.environ, "COLDREAD_DATABASE_URL": url, "COLDREAD_DATA_DIR": str(tmp_path)}
    environ["COLDREAD_LOG_FORMAT"] = "json"
    working = launch(["work"], environ, log)
    try:
        until(lambda: "waits for the schema" in log.read_text(), 40)
        apply.upgrade(url)
        until(lambda: '"event":"working"' in log.read_text(), 40)
    finally:
        working.terminate()
        working.wait(15)
    events = [json.loads(line)["event"] for line in log.read_text().splitlines()]
    assert events == ["waits for the schema", "working"]

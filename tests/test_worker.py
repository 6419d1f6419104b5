"""Sweeping: what is out of date goes, what is not stays."""

from __future__ import annotations

from coldread.base.clock import DAY, HOUR
from coldread.orders.tables import artifacts
from coldread.worker import sweep
from tests.harness.service import WISH, Service


def test_keys_and_counters_go_when_their_time_is_over_and_not_before(service: Service) -> None:
    service.post("/v1/cold-read-requests", json=WISH, headers=service.key())
    service.clock.move(24 * HOUR - 1)
    assert service.run(sweep(service.services)) == {"idempotency keys": 0, "counters": 0, "deliverables": 0}
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

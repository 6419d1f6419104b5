"""The whole way of an order is told to its receiver although the service is killed on the way."""

from __future__ import annotations

from pathlib import Path

from coldread_client import Event, verify_webhook
from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.orders.test_push import SECRET, Receiver

LIFE = [
    "submitted",
    "reviewing",
    "needs_info",
    "reviewing",
    "accepted",
    "billing_pending",
    "paid",
    "in_progress",
    "in_progress",
    "delivered",
]


def test_every_event_arrives_in_order_though_the_service_is_killed(tmp_path: Path) -> None:
    receiver = Receiver()
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'coldread.db'}",
        tmp_path / "data",
        webhooks="1",
        sandbox="1",
        sandbox_step_s="1",
        scan_allow_hosts=receiver.place,
    )

    def told() -> list[Event]:
        """Each event once, in the order of its first arrival; every one of them is genuine."""
        found = [verify_webhook(SECRET, headers, body) for headers, body in list(receiver.got)]
        return list({event.id: event for event in found if event.status}.values())

    try:
        server.start()
        server.order(sandbox=True, webhook_url=receiver.url, webhook_secret=SECRET)
        until(lambda: len(told()) >= 2)
        server.kill()
        server.start()
        until(lambda: bool(told()) and told()[-1].status == "delivered", within=300)
        assert [event.status for event in told()] == LIFE
    finally:
        server.stop()
        receiver.close()

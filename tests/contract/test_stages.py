"""`stages`: where the order has been, is, and still goes."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.base.clock import HOUR, MINUTE, rfc3339
from tests.harness.desk import desk
from tests.harness.service import READABLE, START, WAYS, Service

LIFE = (
    "submitted",
    "reviewing",
    "needs_info",
    "accepted",
    "billing_pending",
    "paid",
    "in_progress",
    "delivered",
    "rejected",
    "expired",
)


def stages(service: Service, order_id: str) -> dict[str, Any]:
    shown: dict[str, Any] = service.seen(order_id)["stages"]
    return shown


def states(service: Service, order_id: str) -> dict[str, str]:
    shown = stages(service, order_id)
    return {name: shown[name]["state"] for name in LIFE}


@pytest.mark.parametrize("status", READABLE)
def test_every_status_is_a_stage_with_state_time_and_count(lasting_service: Service, status: str) -> None:
    """Line 70."""
    shown = stages(lasting_service, lasting_service.order_in(status))
    assert set(shown) == {*LIFE, "draft", "final"}
    for name in LIFE:
        assert set(shown[name]) == {"state", "at", "count"}
        assert shown[name]["state"] in {"done", "current", "pending", "skipped"}
        assert (shown[name]["at"] is None) == (shown[name]["count"] == 0)
    for name in ("draft", "final"):
        assert set(shown[name]) == {"state", "at", "eta"}


@pytest.mark.parametrize(
    "status", ["submitted", "reviewing", "accepted", "billing_pending", "paid", "in_progress"]
)
def test_what_lies_behind_is_done_and_what_lies_ahead_pending(lasting_service: Service, status: str) -> None:
    """Line 70."""
    order_id = lasting_service.order_in(status)
    shown = states(lasting_service, order_id)
    passed = ("submitted", *WAYS[status])[:-1]
    assert {name: shown[name] for name in passed} == dict.fromkeys(passed, "done")
    assert shown[status] == "current"
    main_line = LIFE[:8]
    ahead = [name for name in main_line[main_line.index(status) + 1 :] if name != "needs_info"]
    assert {name: shown[name] for name in ahead} == dict.fromkeys(ahead, "pending")


@pytest.mark.parametrize("status", ["accepted", "billing_pending", "paid", "in_progress", "delivered"])
def test_a_question_that_was_never_asked_is_skipped(lasting_service: Service, status: str) -> None:
    """Line 70."""
    assert states(lasting_service, lasting_service.order_in(status))["needs_info"] == "skipped"


def test_a_delivered_order_is_done_throughout(service: Service) -> None:
    """Line 70: a terminal status is done."""
    shown = states(service, service.order_in("delivered"))
    way = ("submitted", *WAYS["delivered"])
    assert {name: shown[name] for name in way} == dict.fromkeys(way, "done")
    assert (shown["rejected"], shown["expired"]) == ("skipped", "skipped")


@pytest.mark.parametrize("before", ["submitted", "reviewing", "needs_info", "accepted", "billing_pending"])
@pytest.mark.parametrize("end", ["rejected", "expired"])
def test_a_closed_order_keeps_its_history_and_skips_the_rest(
    lasting_service: Service, before: str, end: str
) -> None:
    """Line 70."""
    order_id = lasting_service.order_in(before)
    assert lasting_service.move(order_id, end).status_code == 200
    entered = {"submitted", *WAYS[before], end}
    shown = desk(lasting_service, order_id)["order"]["stages"]
    assert {name: shown[name]["state"] for name in LIFE} == {
        name: "done" if name in entered else "skipped" for name in LIFE
    }


def test_a_status_entered_again_is_counted_with_its_last_time(service: Service) -> None:
    """Lines 70, 78."""
    order_id = service.order_in("needs_info")
    for later, step in enumerate(("reviewing", "needs_info", "reviewing"), start=1):
        service.clock.move(MINUTE)
        assert service.move(order_id, step).status_code == 200, later
    shown = stages(service, order_id)
    assert shown["reviewing"] == {"state": "current", "at": rfc3339(START + 3 * MINUTE), "count": 3}
    assert shown["needs_info"]["count"] == 2
    assert shown["needs_info"]["at"] == rfc3339(START + 2 * MINUTE)
    assert shown["needs_info"]["state"] in {"done", "pending"}


def test_draft_and_final_are_promised_from_the_payment_on(quick_service: Service) -> None:
    """Lines 38, 70."""
    order_id = quick_service.order_in("paid")
    shown = stages(quick_service, order_id)
    assert shown["draft"]["eta"] == rfc3339(START + HOUR)
    assert shown["final"]["eta"] == rfc3339(START + 72 * HOUR)
    assert (shown["draft"]["at"], shown["final"]["at"]) == (None, None)
    assert "done" not in {shown["draft"]["state"], shown["final"]["state"]}


def test_nothing_is_promised_before_the_payment(quick_service: Service) -> None:
    """Lines 38, 70."""
    shown = stages(quick_service, quick_service.order_in("billing_pending"))
    for name in ("draft", "final"):
        assert shown[name] == {"state": "pending", "at": None, "eta": None}


def test_the_draft_is_done_once_it_is_published(service: Service) -> None:
    """Lines 38, 70."""
    order_id = service.order_in("billing_pending")
    service.move(order_id, "paid", patch={"spec_md": "# Draft"})
    assert stages(service, order_id)["draft"]["state"] != "done"
    service.clock.move(HOUR)
    shown = stages(service, order_id)["draft"]
    assert (shown["state"], shown["at"]) == ("done", rfc3339(START + HOUR))


def test_the_final_is_done_on_delivery(quick_service: Service) -> None:
    """Lines 38, 70."""
    order_id = quick_service.order_in("in_progress")
    quick_service.clock.move(HOUR)
    quick_service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    shown = stages(quick_service, order_id)["final"]
    assert (shown["state"], shown["at"]) == ("done", rfc3339(START + HOUR))

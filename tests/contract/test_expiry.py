"""Seven days: what lapses, what goes on, and what the other policy changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coldread.base.clock import DAY, HOUR, rfc3339
from coldread.orders.acts.expire import close_expired
from coldread.orders.views.projection import build_of
from tests.harness.refusals import refusal
from tests.harness.service import READABLE, START, V1_WISH, WAYS, Service

LIFETIME = 7 * DAY
UNPAID = ("submitted", "reviewing", "needs_info", "accepted")
every_status = pytest.mark.parametrize("status", READABLE)


def reads(service: Service, order_id: str) -> tuple[int, int]:
    return (
        service.get(f"/v1/orders/{order_id}").status_code,
        service.get(f"/v1/cold-read/{order_id}").status_code,
    )


@every_status
def test_an_order_reads_until_its_seven_days_are_over(service: Service, status: str) -> None:
    """Lines 35, 61, 83, 108: strict expiry knows no status."""
    order_id = service.order_in(status)
    assert service.seen(order_id)["expires_at"] == rfc3339(START + LIFETIME)
    service.clock.move(LIFETIME - 1)
    assert service.get(f"/v1/orders/{order_id}").status_code == 200
    service.clock.move(2)
    refusal(service.get(f"/v1/orders/{order_id}"), 404, "not-found")
    refusal(service.get(f"/v1/cold-read/{order_id}"), 404, "not-found")


@pytest.mark.parametrize("before", [*UNPAID, "billing_pending"])
def test_an_order_that_was_expired_is_found_by_no_read(service: Service, before: str) -> None:
    """Line 83: as if its time had run out; the move itself says what it did."""
    order_id = service.order_in(before)
    service.get(f"/v1/orders/{order_id}")
    assert service.move(order_id, "expired").json()["status"] == "expired"
    for path in (f"/v1/orders/{order_id}", f"/v1/cold-read/{order_id}", f"/v1/orders/{order_id}?view=v1"):
        refusal(service.get(path), 404, "not-found")
    body = refusal(service.move(order_id, "reviewing"), 409, "illegal-transition")
    assert (body["current_status"], body["allowed_transitions"]) == ("expired", [])
    service.clock.move(-HOUR)
    assert reads(service, order_id) == (404, 404), "whatever the clock says"


def test_an_order_that_the_sweeper_expired_is_found_by_no_read(extending: Service) -> None:
    """Line 83."""
    order_id = extending.order_in("billing_pending")
    extending.clock.move(31 * DAY)
    assert extending.write(close_expired, extending.services) == 1
    extending.clock.move(-30 * DAY)  # it is the status that counts
    assert reads(extending, order_id) == (404, 404)


def test_a_tag_does_not_outlive_the_order(service: Service) -> None:
    """Lines 81, 83."""
    order_id = service.order()["order_id"]
    tag = service.get(f"/v1/orders/{order_id}").headers["etag"]
    service.clock.move(LIFETIME + 1)
    answer = service.get(f"/v1/orders/{order_id}", headers={"If-None-Match": tag})
    refusal(answer, 404, "not-found")


@pytest.mark.parametrize("status", UNPAID)
def test_a_lapsed_unpaid_order_goes_nowhere(service: Service, status: str) -> None:
    """Lines 83, 95."""
    order_id = service.order_in(status)
    service.clock.move(LIFETIME + 1)
    for target in WAYS:
        body = refusal(service.move(order_id, target), 409, "illegal-transition")
        assert (body["current_status"], body["requested_status"]) == ("expired", target)
        assert body["allowed_transitions"] == []


@pytest.mark.parametrize("status", UNPAID)
def test_an_unpaid_order_moves_until_the_last_microsecond(service: Service, status: str) -> None:
    """Lines 35, 94."""
    order_id = service.order_in(status)
    service.clock.move(LIFETIME - 1)
    assert service.move(order_id, "rejected").status_code == 200


def test_a_lapsed_invoice_can_still_be_paid(service: Service) -> None:
    """Lines 83, 94: net 14 days, so money may come on time after day 7."""
    order_id = service.order_in("billing_pending")
    service.clock.move(14 * DAY)
    body = refusal(service.move(order_id, "expired"), 409, "illegal-transition")
    assert body["allowed_transitions"] == ["paid", "rejected"]
    assert body["current_status"] == "expired"
    for step in ("paid", "in_progress", "delivered"):
        assert service.move(order_id, step).status_code == 200
    assert reads(service, order_id) == (404, 404)


def test_a_lapsed_invoice_can_still_be_rejected(service: Service) -> None:
    """Lines 83, 94."""
    order_id = service.order_in("billing_pending")
    service.clock.move(LIFETIME + 1)
    assert service.move(order_id, "rejected").status_code == 200
    assert refusal(service.move(order_id, "paid"), 409, "illegal-transition")["allowed_transitions"] == []


@pytest.mark.parametrize(
    ("status", "steps"), [("paid", ("in_progress", "delivered")), ("in_progress", ("delivered",))]
)
def test_work_on_a_paid_order_goes_on_after_it_lapsed(
    service: Service, status: str, steps: tuple[str, ...]
) -> None:
    """Lines 83, 94: nobody who paid loses anything."""
    order_id = service.order_in(status)
    service.clock.move(LIFETIME + DAY)
    for step in steps:
        answer = service.move(order_id, step)
        assert (answer.status_code, answer.json()["status"]) == (200, step)


def test_deliverables_outlive_the_order(service: Service) -> None:
    """Lines 83, 114: their addresses stand in letters and pull requests."""
    order_id = service.order_in("in_progress")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    service.clock.move(30 * DAY)
    assert service.get(f"/v1/orders/{order_id}").status_code == 404
    assert service.get(f"/deliverables/{order_id}/spec_final.md").text == "# Final"


def test_a_rejected_order_reads_as_rejected_until_it_lapses(service: Service) -> None:
    """Lines 83, 104, 108."""
    order_id = service.order_in("rejected")
    service.clock.move(LIFETIME - 1)
    assert service.seen(order_id)["status"] == "rejected"
    assert service.get(f"/v1/cold-read/{order_id}").json()["status"] == "expired"
    service.clock.move(2)
    assert reads(service, order_id) == (404, 404)


# The other policy.


@pytest.fixture
def extending(make_service: Callable[..., Service]) -> Service:
    return make_service(expiry_policy="extend_paid")


@pytest.mark.parametrize("status", UNPAID)
def test_extending_leaves_what_was_not_invoiced_at_seven_days(extending: Service, status: str) -> None:
    """Lines 35, 83."""
    order_id = extending.order_in(status)
    assert extending.seen(order_id)["expires_at"] == rfc3339(START + LIFETIME)
    extending.clock.move(LIFETIME + 1)
    assert reads(extending, order_id) == (404, 404)


def test_extending_keeps_an_invoice_readable_for_17_days(extending: Service) -> None:
    """Lines 35, 83."""
    order_id = extending.order_in("accepted")
    extending.clock.move(2 * DAY)
    extending.move(order_id, "billing_pending")
    end = START + 2 * DAY + 17 * DAY
    assert extending.seen(order_id)["expires_at"] == rfc3339(end)
    extending.clock.move(17 * DAY - 1)
    assert reads(extending, order_id) == (200, 200)
    extending.clock.move(2)
    assert reads(extending, order_id) == (404, 404)
    body = refusal(extending.move(order_id, "expired"), 409, "illegal-transition")
    assert body["allowed_transitions"] == ["paid", "rejected"]


def test_extending_covers_an_invoice_made_by_v1(extending: Service) -> None:
    """Lines 35, 101: every billing_pending is extended."""
    made = extending.post("/v1/cold-read/request", json=V1_WISH).json()
    assert made["expires_at"] == rfc3339(START + 17 * DAY)
    extending.clock.move(17 * DAY - 1)
    assert reads(extending, made["invoice_id"]) == (200, 200)


@pytest.mark.parametrize("status", ["paid", "in_progress", "delivered"])
def test_extending_keeps_a_paid_order_readable_for_33_days(extending: Service, status: str) -> None:
    """Lines 35, 83: 72 hours of work and 30 days after it."""
    order_id = extending.order_in("billing_pending")
    extending.clock.move(DAY)
    for step in WAYS[status][3:]:
        assert extending.move(order_id, step).status_code == 200
    end = START + DAY + 72 * HOUR + 30 * DAY
    assert extending.seen(order_id)["expires_at"] == rfc3339(end)
    extending.clock.move(72 * HOUR + 30 * DAY - 1)
    assert reads(extending, order_id) == (200, 200)
    extending.clock.move(2)
    assert reads(extending, order_id) == (404, 404)


# Who sells by invoice.


@pytest.fixture
def keeping(make_service: Callable[..., Service]) -> Service:
    return make_service(expiry_policy="keep_paid", retention_days="400")


@pytest.mark.parametrize("status", [*UNPAID, "billing_pending", "rejected"])
def test_keeping_what_is_paid_leaves_the_unpaid_at_seven_days(keeping: Service, status: str) -> None:
    order_id = keeping.order_in(status)
    assert keeping.seen(order_id)["expires_at"] == rfc3339(START + LIFETIME)
    keeping.clock.move(LIFETIME - 1)
    assert reads(keeping, order_id) == (200, 200)
    keeping.clock.move(2)
    assert reads(keeping, order_id) == (404, 404)


def test_an_invoice_paid_after_the_seven_days_brings_the_order_back(keeping: Service) -> None:
    order_id = keeping.order_in("billing_pending")
    keeping.clock.move(10 * DAY)
    assert reads(keeping, order_id) == (404, 404)
    keeping.move(order_id, "paid")
    assert reads(keeping, order_id) == (200, 200)


@pytest.mark.parametrize("status", ["paid", "in_progress"])
def test_a_paid_order_that_is_late_is_found_on_day_8_35_and_400(keeping: Service, status: str) -> None:
    order_id = keeping.order_in(status)
    for day in (8, 35, 400):
        keeping.clock.move(START + day * DAY - keeping.clock.now())
        assert reads(keeping, order_id) == (200, 200), day


def test_a_delivered_order_is_found_until_its_files_go(keeping: Service) -> None:
    order_id = keeping.order_in("paid")
    keeping.clock.move(5 * DAY)
    for step in ("in_progress", "delivered"):
        keeping.move(order_id, step)
    keeping.clock.move(400 * DAY - 1)
    assert reads(keeping, order_id) == (200, 200)
    keeping.clock.move(3 * DAY + 2)
    assert reads(keeping, order_id) == (404, 404)


# Said before it happens.


@pytest.mark.parametrize("lang", ["en", "sv"])
@every_status
def test_an_order_that_goes_on_says_when_its_reads_end(service: Service, status: str, lang: str) -> None:
    placed = service.order(language=lang)
    order_id = placed["order_id"]
    for step in WAYS[status]:
        service.move(order_id, step)
    day = "22\u00a0November 2026" if lang == "en" else "22\u00a0november 2026"
    seen, old = service.seen(order_id), service.get(f"/v1/cold-read/{order_id}").json()
    assert old["expires_at"] == seen["expires_at"] == placed["expires_at"]
    assert day in placed["message"]
    assert placed["message"].endswith(f"https://coldread.test/o/{order_id}")
    if status == "rejected":
        assert (seen["message"], old["message"]) == (None, None), "nothing of it goes on"
    else:
        assert day in seen["message"]
        assert "404" in seen["message"]
        assert old["message"] == seen["message"]


def test_a_paid_order_that_is_kept_has_nothing_to_warn_of(keeping: Service, extending: Service) -> None:
    assert keeping.seen(keeping.order_in("paid"))["message"] is None
    assert "unless the order is paid by then" in keeping.seen(keeping.order_in("billing_pending"))["message"]
    assert extending.seen(extending.order_in("billing_pending"))["message"] is None


def test_another_policy_is_another_answer() -> None:
    """The stored bytes of a poll belong to the policy under which they were made."""
    assert len({build_of("https://a.example", 1, 1, policy) for policy in ("strict", "keep_paid")}) == 2

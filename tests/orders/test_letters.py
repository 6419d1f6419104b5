"""Which letters an order brings about: exactly two to the customer, each at most once, at their time."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import MINUTE
from coldread.base.db import Session
from coldread.jobs.defer import live_keys
from coldread.mail.outbox import key_of
from coldread.mail.tables import letters
from tests.harness.service import START, Service


def written(service: Service) -> list[Any]:
    def ask(session: Session) -> Any:
        return session.rows(sa.select(letters).order_by(letters.c.id))

    rows: list[Any] = service.read(ask)
    return rows


def kinds(service: Service) -> list[str]:
    return [row.kind for row in written(service)]


def test_the_two_letters_of_a_whole_life_are_written_once_each(service: Service) -> None:
    """Lines 133, 134, 135."""
    order_id = service.order_in("paid", language="sv")
    assert kinds(service) == []
    service.move(order_id, "in_progress", patch={"spec_md": "# Draft"})
    (first,) = written(service)
    assert (first.kind, first.recipient, first.language) == ("draft_published", "anna@shop.example", "sv")
    assert json.loads(first.details)["draft_url"].endswith(f"/o/{order_id}/spec?version=draft")
    service.write(lambda s: s.run(sa.update(letters).values(sent_at=s.now)))
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    assert kinds(service) == ["draft_published", "final_delivered"]
    second = json.loads(written(service)[1].details)
    assert second["final_url"].endswith(f"/o/{order_id}/spec")
    assert second["diff_url"] is None


def test_the_first_letter_waits_until_the_draft_can_be_read(service: Service) -> None:
    order_id = service.order_in("billing_pending")
    service.move(order_id, "paid", patch={"spec_md": "# Draft"})

    def due(session: Session) -> int:
        if session.is_postgres:
            found = session.row(
                sa.text(
                    "SELECT extract(epoch FROM scheduled_at)::bigint * 1000000 FROM procrastinate_jobs WHERE task_name = 'mail.send'"
                )
            )
        else:
            found = session.row(sa.text("SELECT due_at FROM jobs WHERE name = 'mail.send'"))
        assert found is not None
        return int(found[0])

    assert service.read(due) == START + 60 * MINUTE
    assert service.read(live_keys) == {key_of(written(service)[0].message_id), f"drafts.prepare:{order_id}"}


def test_an_order_delivered_before_its_draft_was_published_gets_only_the_final_letter(
    service: Service,
) -> None:
    order_id = service.order_in("paid")
    service.move(order_id, "in_progress", patch={"spec_md": "# Draft"})
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    assert kinds(service) == ["final_delivered"]
    assert service.get(f"/deliverables/{order_id}/spec_draft.md").status_code == 200, (
        "the draft stays readable"
    )


def test_a_draft_named_by_a_patch_brings_its_letter(service: Service) -> None:
    order_id = service.order_in("paid")
    service.move(order_id, "in_progress", patch={"draft_url": "https://files.example/draft"})
    (letter,) = written(service)
    assert json.loads(letter.details)["draft_url"] == "https://files.example/draft"


def test_a_bare_delivery_still_brings_the_final_letter_with_the_status_page(service: Service) -> None:
    order_id = service.order_in("delivered")
    (letter,) = written(service)
    details = json.loads(letter.details)
    assert (details["final_url"], details["status_page"]) == (None, f"https://coldread.test/o/{order_id}")


def test_the_operator_hears_of_orders_and_answers_where_an_address_is_set(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(operator_email="me@coldread.test")
    order_id = service.order_in("needs_info")
    for message in ("Yes", "Yes", "And no"):
        service.post(f"/v1/orders/{order_id}/info", json={"message": message})
    assert kinds(service) == ["new_order", "info_answered", "info_answered"]
    assert {row.recipient for row in written(service)} == {"me@coldread.test"}


def test_nobody_else_is_written_to(service: Service) -> None:
    order_id = service.order_in("needs_info")
    service.post(f"/v1/orders/{order_id}/info", json={"message": "Yes"})
    service.order_in("rejected")
    service.order_in("billing_pending")
    assert kinds(service) == []

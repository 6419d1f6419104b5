"""The order's page shows what each letter says, and whether it has left."""

from __future__ import annotations

import json

import sqlalchemy as sa

from coldread.base.clock import HOUR
from coldread.base.db import Session
from coldread.drafts.versions import OWN, save_draft
from coldread.mail.tables import letters
from tests.console.visitor import Visitor
from tests.harness.service import Service
from tests.orders.test_step_letters import typed


def shown(berit: Visitor) -> dict[str, str]:
    """The letters of the page by the words of their kind."""
    found = {}
    for each in berit.page.css("details.sent-letter"):
        name = each.css_first("strong")
        assert name is not None
        found[name.text()] = " ".join(each.text().split())
    return found


def change(service: Service, kind: str, **values: object) -> None:
    def write(session: Session) -> None:
        session.run(sa.update(letters).where(letters.c.kind == kind).values(**values))

    service.write(write)


def test_a_letter_can_be_opened_with_its_subject_text_state_and_time(quick_service: Service) -> None:
    order_id = typed(quick_service, "needs_info", lang="sv")
    change(quick_service, "order_received", sent_at=quick_service.clock.now() + HOUR)
    change(quick_service, "question_asked", error="450 try later", tries=2)
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    found = shown(berit)
    assert "sent 15 Nov 2026" in found["order received"]
    assert order_id in found["order received"]
    assert "failed, 2 tries" in found["question asked"]
    assert "450 try later" in found["question asked"]
    assert "En fråga om din beställning: https://shop.example/" in found["question asked"]
    assert "Which visitors?" in found["question asked"]


def test_a_draft_s_letter_says_when_it_goes(quick_service: Service) -> None:
    order_id = typed(quick_service, "paid")
    quick_service.write(save_draft, quick_service.services, order_id, "# Sheet", None, OWN)
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    words = shown(berit)["draft published"]
    assert "goes 15 Nov 2026" in words
    assert "waiting" not in words


def test_a_letter_whose_values_are_gone_breaks_nothing(quick_service: Service) -> None:
    order_id = typed(quick_service, "submitted")
    change(quick_service, "order_received", details=json.dumps({"order_id": order_id}))
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    assert "cannot be shown" in shown(berit)["order received"]

"""The editor shows the order, where the automatic draft is, and what its buttons do; before the delivery it asks what was forgotten."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.clock import MINUTE
from coldread.base.db import Session
from coldread.drafts.versions import OWN, save_draft
from coldread.jobs.tables import jobs
from coldread.orders.acts.buyer_answer import InfoAnswer, store_answer
from coldread.orders.acts.buyer_message import add_buyer_message
from coldread.orders.acts.page_unreachable import note_unreachable
from coldread.orders.rules.lifecycle import PREPARE_DRAFT
from tests.console.visitor import Visitor
from tests.harness.service import Service

ASKED = {
    "goal": "More bookings by families",
    "pain_point": "People call instead",
    "constraints": "Leave the logo alone",
    "competitors": ["https://rival.example/"],
    "html": "<h1>Teeth</h1>",
}


def editor(service: Service, order_id: str) -> Visitor:
    berit = Visitor(service).sign_in()
    berit.see(f"/console/o/{order_id}/draft")
    return berit


def state_shown(berit: Visitor) -> str | None:
    shown = berit.page.css_first("[data-draft]")
    return None if shown is None else shown.attributes.get("data-draft")


def walk_on(service: Service, order_id: str, *steps: str) -> None:
    for step in steps:
        assert service.move(order_id, step).status_code == 200


def asked_and_answered(service: Service, status: str) -> str:
    order_id: str = service.order_in("needs_info", language="en", **ASKED)
    service.write(store_answer, service.settings, order_id, InfoAnswer(message="995 kr for new patients"))
    walk_on(service, order_id, "reviewing", "accepted", "billing_pending", "paid")
    service.write(add_buyer_message, service.settings, order_id, "Closed on Mondays")
    walk_on(service, order_id, *(["in_progress"] if status == "in_progress" else []))
    return order_id


def test_the_order_is_beside_the_text(quick_service: Service) -> None:
    order_id = asked_and_answered(quick_service, "paid")
    berit = editor(quick_service, order_id)
    about = berit.page.css_first(".editor details.about")
    assert about is not None
    text = " ".join(about.text().split())
    for words in (*(str(ASKED[name]) for name in ("goal", "pain_point", "constraints")), "rival.example"):
        assert words in text
    assert "995 kr for new patients" in text
    assert "Closed on Mondays" in text
    (source,) = [
        each for each in about.css("details.card") if each.css_first("pre") is not None and each != about
    ]
    assert "open" not in source.attributes, "it is folded"
    assert "<h1>Teeth</h1>" in source.text()


def set_job(service: Service, order_id: str, **values: object) -> None:
    def change(session: Session) -> None:
        session.run(sa.update(jobs).where(jobs.c.key == f"{PREPARE_DRAFT}:{order_id}").values(**values))

    service.write(change)


def test_it_says_where_the_automatic_draft_is(service: Service) -> None:
    order_id = service.order_in("paid", **ASKED)
    if not service.settings.is_sqlite:
        assert state_shown(editor(service, order_id)) == "waiting"
        return
    berit = editor(service, order_id)
    assert state_shown(berit) == "waiting"
    set_job(service, order_id, state="running")
    berit.see(f"/console/o/{order_id}/draft")
    assert state_shown(berit) == "made"
    set_job(service, order_id, state="waiting", tries=1, error="TimeoutError: slow")
    assert "TimeoutError: slow" in berit.see(f"/console/o/{order_id}/draft")
    assert state_shown(berit) == "again"
    set_job(service, order_id, state="dead")
    assert "could not be made" in berit.see(f"/console/o/{order_id}/draft")
    assert state_shown(berit) == "failed"
    service.write(save_draft, service.services, order_id, "# Sheet", None, OWN)
    berit.see(f"/console/o/{order_id}/draft")
    assert state_shown(berit) is None


def test_a_page_that_nobody_can_read_has_no_draft_on_its_way(quick_service: Service) -> None:
    order_id = quick_service.order_in("paid", **{**ASKED, "html": None})
    quick_service.write(note_unreachable, quick_service.settings, order_id, OWN, "No such host")
    assert state_shown(editor(quick_service, order_id)) == "unseen"


def test_the_buttons_say_what_they_do(quick_service: Service) -> None:
    order_id = quick_service.order_in("paid", **ASKED)
    berit = editor(quick_service, order_id)
    assert "This does not deliver the order." in berit.text
    assert "once you have started the final" in berit.text
    walk_on(quick_service, order_id, "in_progress")
    berit.see(f"/console/o/{order_id}/draft")
    assert "Nothing is sent until you deliver there." in berit.text
    berit.send("/draft", do="publish", spec_md="# Draft")
    assert "Replaces the draft that the buyer reads, at once." in berit.text
    assert "Publish the draft now" not in berit.text


def test_before_the_delivery_it_asks_what_was_forgotten_and_prevents_nothing(quick_service: Service) -> None:
    order_id = asked_and_answered(quick_service, "in_progress")
    berit = editor(quick_service, order_id)
    berit.send("/draft", do="save", spec_md="# Final\n\nChange the heading.")
    text = berit.see(f"/console/o/{order_id}/deliver")
    assert "word for word the draft" in text
    assert "compared with rival.example, but the text does not name it" in text
    assert "the text does not have 995" in text
    quick_service.clock.move(MINUTE)
    berit.see(f"/console/o/{order_id}/draft")
    berit.send("/draft", do="deliver", spec_md="# Final\n\nRival says 995 kr first.")
    assert berit.page.css_first("[data-questions]") is None
    assert "Delivered." in berit.send("/deliver", confirm="yes")

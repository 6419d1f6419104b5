"""The console says one thing at a time: no contradictory badges or dates, no machine words, and nothing of what is gone."""

from __future__ import annotations

from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.orders.acts.buyer_answer import InfoAnswer, store_answer
from coldread.orders.operator.queue import queue
from coldread.orders.operator.queue_views import VIEW
from coldread.pages.console.filters import span
from coldread.privacy.erase import erase_person
from tests.console.visitor import Visitor
from tests.harness.service import Service
from tests.orders.test_step_letters import typed


def state_line(berit: Visitor) -> list[str]:
    return [" ".join(tag.text().split()) for tag in berit.page.css("p.state .tag")]


def dates(berit: Visitor) -> str:
    (section,) = berit.page.css("section:has(#request)")
    return section.text()


def test_an_order_that_was_answered_does_not_wait_for_the_answer(quick_service: Service) -> None:
    order_id = quick_service.order_in("needs_info", html="x", language="sv")
    quick_service.write(store_answer, quick_service.settings, order_id, InfoAnswer(message="På måndagar"))
    berit = Visitor(quick_service, lang="sv").sign_in()
    berit.see(f"/console/o/{order_id}")
    tags = state_line(berit)
    assert "köparen har svarat" in tags
    assert not {"väntar på svar", "besvarad"} & set(tags)
    box = berit.page.css_first("#answered")
    assert box is not None, "the answer is above the steps"
    assert "På måndagar" in box.text()


def test_only_a_program_s_order_names_when_programs_can_read_it(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    for source, named in (("agent", True), ("web", False)):
        order_id = quick_service.order_in("billing_pending", html="x", source=source)
        berit.see(f"/console/o/{order_id}")
        assert ("answers an agent until" in dates(berit)) == named


def test_the_time_that_is_left_is_said_to_the_nearest_hour_or_day() -> None:
    assert span(72 * HOUR - MINUTE, "en") == "72 h"
    assert span(24 * HOUR - MINUTE, "en") == "24 h"
    assert span(7 * DAY - MINUTE, "en") == "7 d"
    assert span(90 * MINUTE, "en") == "90 min"
    assert span(-50 * HOUR, "en") == "50 h"


def test_an_erasure_does_not_change_when_the_order_ended(quick_service: Service) -> None:
    order_id = quick_service.order_in("delivered", html="x", contact_email="gone-desk@example.com")

    def ended() -> int:
        lines = quick_service.read(queue, quick_service.settings, VIEW["done"], "")
        found: int = next(line.over_since for line in lines if line.order.id == order_id)
        return found

    before = ended()
    quick_service.clock.move(HOUR)
    quick_service.write(erase_person, quick_service.services, "gone-desk@example.com", "berit")
    assert ended() == before
    berit = Visitor(quick_service).sign_in()
    text = berit.see(f"/console/o/{order_id}")
    assert "rescan until" not in dates(berit).lower()
    assert "files until" not in dates(berit).lower()
    assert "no source" not in text
    assert "after the payment" not in text, "no scan comes any more"


def test_the_history_says_what_a_move_changed_and_who_ordered(quick_service: Service) -> None:
    order_id = typed(quick_service, "reviewing")
    berit = Visitor(quick_service, lang="sv").sign_in()
    berit.see(f"/console/o/{order_id}")
    berit.send("/move/billing_pending", method="umbrella_invoice", reference="1001", looked="yes")
    (trail,) = berit.page.css("ol.trail")
    text = " ".join(trail.text().split())
    assert "betalsätt: faktura till ett företag" in text
    assert "referens: 1001" in text
    assert "umbrella_invoice" not in text
    assert "köparen lade beställningen" in text


def test_a_delivered_order_says_what_can_still_come(quick_service: Service) -> None:
    order_id = quick_service.order_in("delivered", html="x", language="sv")
    berit = Visitor(quick_service, lang="sv").sign_in()
    text = berit.see(f"/console/o/{order_id}")
    assert "göra sin omskanning i 30 dagar" in text
    assert "Inget steg återstår" not in text

"""The operator replies to a message of the buyer in the console: the buyer's page and a letter have the reply, the history once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import DAY, MINUTE
from coldread.base.db import Session
from coldread.mail.tables import letters
from coldread.orders.acts.buyer_answer import InfoAnswer, store_answer
from coldread.orders.acts.buyer_message import add_buyer_message
from coldread.orders.acts.withdrawal import withdraw
from coldread.orders.operator.queue import queue
from coldread.orders.operator.queue_views import VIEW
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.privacy.erase import erase_person
from coldread.privacy.export import export_person
from tests.console.visitor import Visitor
from tests.harness.service import Service
from tests.orders.test_step_letters import typed

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
ASKED = "Can I get the diff against our CMS template?"
REPLY = "Yes.\nSend us the template here."


def say(service: Service, order_id: str, words: str = ASKED) -> None:
    service.write(add_buyer_message, service.settings, order_id, words)


def buyers_page(service: Service, order_id: str, lang: str = "en") -> str:
    text = service.get(f"/o/{order_id}?lang={lang}", headers=HERE).text
    return " ".join(re.sub(r"<[^>]+>", " ", text.partition("<main")[2]).split())


def sent_replies(service: Service, order_id: str) -> Sequence[sa.Row[Any]]:
    def read(session: Session) -> Sequence[sa.Row[Any]]:
        mine = sa.and_(letters.c.kind == "message_answered", letters.c.about.startswith(order_id))
        return session.rows(sa.select(letters.c.language, letters.c.details).where(mine))

    found: Sequence[sa.Row[Any]] = service.read(read)
    return found


def needs_me(service: Service, order_id: str) -> tuple[str, ...]:
    """The flags of the order in “Needs me”; none where it is not there."""
    lines = service.read(queue, service.settings, VIEW["mine"], "")
    return next((line.flags for line in lines if line.order.id == order_id), ())


def desk_section(berit: Visitor, heading: str) -> str:
    (section,) = berit.page.css(f"section:has(#{heading})")
    return " ".join(section.text().split())


@pytest.mark.parametrize(
    "status", [status for status in STATE if status not in (Status.EXPIRED, Status.NEEDS_INFO)]
)
def test_a_reply_stands_below_the_message_and_goes_to_the_buyer_in_every_status(
    quick_service: Service, status: Status
) -> None:
    order_id = typed(quick_service, status.value, lang="sv")
    berit = Visitor(quick_service).sign_in()
    say(quick_service, order_id)
    was = quick_service.seen(order_id)["status"]
    quick_service.clock.move(MINUTE)
    berit.see(f"/console/o/{order_id}")
    assert "nothing that the buyer needs to know" not in desk_section(berit, "mail")
    assert "has no reply" in desk_section(berit, "mail")
    text = berit.send("/reply", reply=REPLY)
    assert "is on the buyer’s page and is sent as a letter" in text
    assert quick_service.seen(order_id)["status"] == was, "it moves nothing"
    assert "something new" not in text, "who replies has read"
    assert "new message" not in needs_me(quick_service, order_id)
    trail = desk_section(berit, "trail")
    assert trail.count("Send us the template here.") == 1
    assert trail.count("berit replied to the buyer") == 1
    page = buyers_page(quick_service, order_id, "sv")
    assert page.index(ASKED) < page.index("Granskarens svar") < page.index("Send us the template here.")
    assert "besvarat" in page
    (letter,) = sent_replies(quick_service, order_id)
    assert letter.language == "sv"
    assert json.loads(letter.details)["reply"] == REPLY
    assert json.loads(letter.details)["message"] == ASKED
    place = json.loads(letter.details)["status_page"].partition("#")[2]
    page = quick_service.get(f"/o/{order_id}", headers=HERE).text
    assert page.partition(f'id="{place}"')[2].partition("</dd>")[0].count(REPLY.splitlines()[0]) == 1


def test_the_same_form_twice_is_one_reply_and_one_letter(quick_service: Service) -> None:
    order_id = typed(quick_service, "delivered")
    say(quick_service, order_id)
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    data = {**berit.fields("/reply"), "reply": REPLY}
    for _ in range(2):
        assert berit.ask("POST", f"/console/o/{order_id}/reply", data=data).status_code == 303
        quick_service.clock.move(MINUTE)
    assert len(sent_replies(quick_service, order_id)) == 1
    assert buyers_page(quick_service, order_id).count("Send us the template here.") == 1
    berit.see(f"/console/o/{order_id}")
    berit.send("/reply", reply="And another thing.")
    assert len(sent_replies(quick_service, order_id)) == 2


def test_a_newer_message_stays_unread_when_the_older_one_is_replied_to(quick_service: Service) -> None:
    order_id = typed(quick_service, "paid")
    say(quick_service, order_id)
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    quick_service.clock.move(MINUTE)
    say(quick_service, order_id, "And when?")
    berit.send("/reply", reply=REPLY)
    box = berit.page.css_first("#new")
    assert box is not None
    assert "And when?" in box.text()
    assert ASKED not in box.text()
    assert "new message" in needs_me(quick_service, order_id)
    page = buyers_page(quick_service, order_id)
    assert page.index("And when?") < page.index(ASKED) < page.index("Send us the template here.")


def test_who_gets_no_letters_gets_a_ready_mail_and_the_page(quick_service: Service) -> None:
    """An order that was not made on the form."""
    service = quick_service
    order_id = service.order_in("in_progress", html="x", source="manual", language="en")
    say(service, order_id)
    berit = Visitor(service).sign_in()
    berit.see(f"/console/o/{order_id}")
    assert "ready to send afterwards" in berit.text
    text = berit.send("/reply", reply=REPLY)
    assert "A mail with it is ready to send below" in text
    assert sent_replies(service, order_id) == []
    assert "not mailed" in needs_me(service, order_id)
    (mail,) = [each for each in berit.page.css("section:has(#mail) details") if "Our answer" in each.text()]
    assert f"> {ASKED}" in mail.text()
    assert REPLY in mail.text()
    data = {**berit.fields("/remark"), "kind": "told_reply", "note": ""}
    assert berit.ask("POST", f"/console/o/{order_id}/remark", data=data).status_code == 303
    assert "not mailed" not in needs_me(service, order_id)


def test_the_kind_of_letter_can_be_switched_off(make_service: Callable[..., Service]) -> None:
    service = make_service(letters="question_asked")
    order_id = service.order_in("paid", html="x")
    say(service, order_id)
    berit = Visitor(service).sign_in()
    berit.see(f"/console/o/{order_id}")
    assert "A mail with it is ready" in berit.send("/reply", reply=REPLY)
    assert sent_replies(service, order_id) == []
    assert "Send us the template here." in buyers_page(service, order_id)


def test_an_answer_to_a_question_of_the_status_can_be_replied_to(quick_service: Service) -> None:
    order_id = typed(quick_service, "needs_info", lang="en")
    quick_service.write(store_answer, quick_service.settings, order_id, InfoAnswer(message="Mondays?"))
    quick_service.clock.move(MINUTE)
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    stale = berit.fields("/reply")
    berit.send("/reply", reply="Mondays are fine.")
    page = buyers_page(quick_service, order_id)
    assert page.index("Mondays?") < page.index("Mondays are fine.")
    quick_service.clock.move(MINUTE)
    quick_service.write(store_answer, quick_service.settings, order_id, InfoAnswer(message="Or Tuesdays?"))
    answer = berit.ask("POST", f"/console/o/{order_id}/reply", data={**stale, "reply": "To the first."})
    assert answer.status_code == 409
    assert "To the first." in answer.text, "what was typed is not lost"
    assert "To the first." not in buyers_page(quick_service, order_id)


def test_nothing_is_replied_to_nobody(quick_service: Service) -> None:
    order_id = typed(quick_service, "delivered")
    say(quick_service, order_id)
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    path, form = f"/console/o/{order_id}/reply", berit.fields("/reply")
    assert "The reply is empty" in berit.send("/reply", 400, reply="  ")
    assert berit.ask("POST", path, data={**form, "reply": "x", "to": "999999"}).status_code == 409
    assert berit.ask("POST", path, data={**form, "reply": "x", "to": "-1"}).status_code == 409
    quick_service.clock.move(31 * DAY)
    berit.sign_in()
    berit.see(f"/console/o/{order_id}")
    token = berit.fields("/remark")["token"]
    assert berit.ask("POST", path, data={**form, "reply": "x", "token": token}).status_code == 409
    assert not [
        each for each in berit.page.css("form") if str(each.attributes.get("action")).endswith("/reply")
    ]
    assert "You wrote to us" in desk_section(berit, "mail"), "30 days later the mail is the way"


def test_a_reply_after_a_withdrawal_is_possible(quick_service: Service) -> None:
    order_id = typed(quick_service, "paid")
    quick_service.write(withdraw, quick_service.settings, order_id, "person", "Kim")
    say(quick_service, order_id, "How much do I get back?")
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    berit.send("/reply", reply="All of it.")
    assert "All of it." in buyers_page(quick_service, order_id)


def test_replies_are_handed_out_and_erased(quick_service: Service) -> None:
    order_id = typed(quick_service, "delivered", contact_email="kim-reply@example.com")
    say(quick_service, order_id)
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    berit.send("/reply", reply=REPLY)
    kept = quick_service.read(export_person, quick_service.services, "kim-reply@example.com")
    assert [each["reply"] for each in kept["orders"][0]["replies"]] == [REPLY]
    quick_service.write(erase_person, quick_service.services, "kim-reply@example.com", "berit")
    assert "Send us the template" not in berit.see(f"/console/o/{order_id}")

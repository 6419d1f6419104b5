"""A buyer can say something at every stage until 30 days after the delivery: it is kept, confirmed, seen at the desk, and bounded."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.base.db import Session
from coldread.mail.tables import letters
from coldread.orders.acts.audit_notes import add_remark
from coldread.orders.acts.buyer_message import MOST
from coldread.orders.operator.queue import counts_by_view, queue
from coldread.orders.operator.queue_views import VIEW
from coldread.orders.rules.lifecycle import OPEN
from coldread.orders.views.messages import ASKED_BY_MAIL, READ
from tests.console.visitor import Visitor
from tests.harness.desk import desk, refund
from tests.harness.service import WAYS, Service

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
WORDS = "We are closed on Mondays: promise no delivery then."


def say(service: Service, order_id: str, words: str = WORDS, lang: str = "en") -> str:
    """Sent, and the page that comes of it."""
    answer = service.post(f"/o/{order_id}/say?lang={lang}", data={"said": words}, headers=HERE)
    assert answer.status_code == 303, answer.text[:500]
    return see(service, answer.headers["location"].partition("#")[0])


def see(service: Service, path: str) -> str:
    text = service.get(path, headers=HERE).text.replace("\u00a0", " ")
    return " ".join(re.sub(r"<[^>]+>", " ", text.partition("<main")[2]).split())


def flags(service: Service, view: str) -> dict[str, tuple[str, ...]]:
    return {line.order.id: line.flags for line in service.read(queue, service.settings, VIEW[view], "")}


def in_views(service: Service, order_id: str) -> set[str]:
    return {view for view in VIEW if order_id in flags(service, view)}


@pytest.mark.parametrize("status", [status for status in OPEN if status != "needs_info"])
@pytest.mark.parametrize(
    ("lang", "thanks", "received"),
    [
        ("en", "Thank you, we received it on 15 November 2026", "received, not read yet"),
        ("sv", "Tack, vi tog emot det 15 november 2026", "mottaget, ännu inte läst"),
    ],
)
def test_it_is_confirmed_with_its_words_and_time_and_stays_on_the_page(
    quick_service: Service, status: str, lang: str, thanks: str, received: str
) -> None:
    order_id = quick_service.order_in(status, html="x")
    before = quick_service.seen(order_id)
    page = say(quick_service, order_id, lang=lang)
    assert thanks in page
    assert page.count(WORDS) == 2, "in the confirmation, and below the field"
    kept = see(quick_service, f"/o/{order_id}?lang={lang}")
    assert thanks not in kept
    assert (kept.count(WORDS), kept.count(received)) == (1, 1)
    after = quick_service.seen(order_id)
    assert {name for name in after if after[name] != before[name]} <= {"updated_at"}, "it moves nothing"


def test_the_desk_sees_it_first_until_it_is_read_and_the_buyer_sees_that_it_was(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(operator_email="me@coldread.test")
    order_id = service.order_in("billing_pending", html="x", billing={"org_number": "556036-0793"})
    berit = Visitor(service).sign_in()
    berit.see(f"/console/o/{order_id}")
    assert order_id in flags(service, "buyer")
    service.clock.move(HOUR)
    say(service, order_id)
    assert flags(service, "mine") == {order_id: ("new message",)}
    assert flags(service, "buyer") == {}
    assert {view: service.read(counts_by_view)[view] for view in ("mine", "buyer")} == {"mine": 1, "buyer": 0}
    (line,) = service.read(queue, service.settings, VIEW["mine"], "")
    assert line.next.clock.name == "message"
    stale = berit.send("/move/paid", 409, amount="4875", confirm="yes")
    assert "The order has changed in the meantime" in stale, "who has not seen it does not pass over it"
    text = berit.see(f"/console/o/{order_id}")
    assert "The buyer wrote something new" in text
    assert text.count(WORDS) == 4, "above the steps, in the thread, in the audit trail and in the notice"
    assert "Marked as read" in berit.send("/read")
    assert "something new" not in berit.see(f"/console/o/{order_id}")
    assert flags(service, "buyer") == {order_id: ()}
    assert {view: service.read(counts_by_view)[view] for view in ("mine", "buyer")} == {"mine": 0, "buyer": 1}
    assert "read by the reviewer" in see(service, f"/o/{order_id}?lang=en")

    def notices(session: Session) -> int:
        return len(session.rows(sa.select(letters.c.id).where(letters.c.kind == "info_answered")))

    assert service.read(notices) == 1


def test_the_press_marks_only_what_the_page_showed(service: Service) -> None:
    """The second message comes after the operator's page was made, and before the press."""
    order_id = service.order_in("delivered", html="x")
    say(service, order_id, "Do I get a refund?")
    berit = Visitor(service).sign_in()
    berit.see(f"/console/o/{order_id}")
    service.clock.move(MINUTE)
    say(service, order_id, "Please erase everything.")
    service.clock.move(MINUTE)
    answered = berit.send("/read")
    assert "still unread and is shown below" in answered
    box = berit.page.css_first("#new")
    assert box is not None
    assert "Please erase everything." in box.text()
    assert "Do I get a refund?" not in box.text()
    assert flags(service, "mine")[order_id][0] == "new message"
    assert service.read(counts_by_view)["mine"] == 1
    page = see(service, f"/o/{order_id}?lang=en")
    assert (page.count("read by the reviewer"), page.count("received, not read yet")) == (1, 1)
    say(service, order_id, "Please erase everything.")
    assert len(desk(service, order_id)["messages"]) == 2, "sent again while unread, it is the same message"
    assert "Marked as read" in berit.send("/read"), "at once: this is no double click"
    assert "mine" not in in_views(service, order_id)
    assert see(service, f"/o/{order_id}?lang=en").count("read by the reviewer") == 2


@pytest.mark.parametrize("shown", ["", "-1", "x", "0", "9" * 18])
def test_a_number_that_the_page_did_not_name_marks_nothing_that_comes_later(
    quick_service: Service, shown: str
) -> None:
    order_id = quick_service.order(html="x")["order_id"]
    say(quick_service, order_id)
    berit = Visitor(quick_service).sign_in()
    berit.see(f"/console/o/{order_id}")
    berit.send("/read", shown=shown)
    quick_service.clock.move(MINUTE)
    say(quick_service, order_id, "Later")
    assert flags(quick_service, "mine")[order_id][0] == "new message"


def test_words_after_a_question_answer_it_and_then_there_is_nothing_to_do(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("accepted", language="en", html="x")
    assert "do not need to do anything" in see(quick_service, f"/o/{order_id}")
    berit.see(f"/console/o/{order_id}")
    berit.send("/ask", question="Which days?")
    page = see(quick_service, f"/o/{order_id}")
    assert "we have a question" in page
    assert "do not need to do anything" not in page
    quick_service.clock.move(HOUR)
    page = say(quick_service, order_id, "Mondays")
    assert "we have a question" not in page
    assert "do not need to do anything" in page
    assert "not read yet" not in page, "an answer is no note"
    berit.see(f"/console/o/{order_id}")
    (card,) = berit.page.css("section:has(#answers) .card")
    assert [dd.text() for dd in card.css("dd")] == ["Which days?", "Mondays"]
    quick_service.clock.move(HOUR)
    say(quick_service, order_id)
    berit.see(f"/console/o/{order_id}")
    said = [dd.text() for dd in berit.page.css("section:has(#answers) dd")]
    assert said == [WORDS, "Which days?", "Mondays"], "the latest first; what comes later is a note"


def test_an_answer_that_came_by_mail_ends_the_question_on_the_page(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("paid", language="en", html="x")
    berit.see(f"/console/o/{order_id}")
    berit.send("/ask", question="Which days?")
    assert "Send the answer" in see(quick_service, f"/o/{order_id}")
    data = {**berit.fields("/remark"), "kind": "answered_by_mail"}
    assert berit.ask("POST", f"/console/o/{order_id}/remark", data=data).status_code == 303
    page = see(quick_service, f"/o/{order_id}")
    assert "Send the answer" not in page
    assert "Which days?" in page


def test_in_needs_info_it_is_the_answer(quick_service: Service) -> None:
    order_id = quick_service.order_in("needs_info", language="en")
    assert "Your answer is with the reviewer" in say(quick_service, order_id)
    assert [answer["message"] for answer in desk(quick_service, order_id)["answers"]] == [WORDS]
    assert desk(quick_service, order_id)["messages"] == []


def test_a_note_on_a_new_order_is_no_answer_to_it(quick_service: Service) -> None:
    order_id = quick_service.order(html="x")["order_id"]
    say(quick_service, order_id)
    (line,) = quick_service.read(queue, quick_service.settings, VIEW["mine"], "")
    assert line.wait.name == "first_answer"
    assert {each.clock.name for each in line.deadlines} >= {"message", "first answer"}


def test_the_same_twice_is_one_and_there_is_an_end(quick_service: Service) -> None:
    order_id = quick_service.order(html="x")["order_id"]
    for words in ("same", "same", *(f"word {number}" for number in range(MOST - 1))):
        say(quick_service, order_id, words)
    assert len(desk(quick_service, order_id)["messages"]) == MOST
    more = quick_service.post(f"/o/{order_id}/say?lang=en", data={"said": "more"}, headers=HERE)
    assert more.status_code == 429
    assert "Please e-mail us instead" in more.text
    assert "/say" not in quick_service.get(f"/o/{order_id}", headers=HERE).text


def test_the_same_words_count_anew_once_they_were_read_or_something_was_asked(quick_service: Service) -> None:
    """“Any news?” on Monday and on Thursday are two messages, and “Yes” may answer two questions."""
    order_id = quick_service.order_in("in_progress")

    def said() -> int:
        page = quick_service.get(f"/o/{order_id}?lang=en", headers=HERE).text
        return page.count("Any news?")

    def say() -> None:
        answer = quick_service.post(f"/o/{order_id}/say", data={"said": "Any news?"}, headers=HERE)
        assert answer.status_code == 303

    say()
    say()
    assert said() == 1
    quick_service.clock.move(DAY)
    quick_service.write(add_remark, order_id, READ, "berit")
    say()
    assert said() == 2
    quick_service.clock.move(DAY)
    quick_service.write(add_remark, order_id, ASKED_BY_MAIL, "berit", "Which days?")
    say()
    assert said() == 3


@pytest.mark.parametrize("words", ["", "  ", "y" * 2001])
def test_a_fault_is_said_beside_the_field_and_keeps_what_was_typed(
    quick_service: Service, words: str
) -> None:
    order_id = quick_service.order(html="x")["order_id"]
    answer = quick_service.post(f"/o/{order_id}/say?lang=sv", data={"said": words}, headers=HERE)
    assert answer.status_code == 400
    assert 'id="said-fault"' in answer.text
    assert words.strip() in answer.text
    assert "minst 1 tecken" not in answer.text


def test_nobody_else_sends_it(quick_service: Service) -> None:
    foreign = {**HERE, "Sec-Fetch-Site": "cross-site"}
    order_id = quick_service.order(html="x")["order_id"]
    assert quick_service.post(f"/o/{order_id}/say", data={"said": WORDS}, headers=foreign).status_code == 403


@pytest.mark.parametrize("stage", [*WAYS, "refunded", "withdrawn"])
def test_the_buyer_can_write_at_every_stage_and_the_order_needs_me_until_it_is_read(
    service: Service, stage: str
) -> None:
    order_id = service.order_in(stage if stage in WAYS else "in_progress", html="x")
    if stage == "refunded":
        refund(service, order_id)
        service.write(add_remark, order_id, "told_refund", "berit")
    if stage == "withdrawn":
        service.post(f"/o/{order_id}/withdraw", data={"name": "Kim"}, headers=HERE)
    service.clock.move(HOUR)
    if stage == "needs_info":
        service.post(f"/o/{order_id}/info", data={"message": WORDS}, headers=HERE)
    else:
        assert "received, not read yet" in say(service, order_id)
    assert in_views(service, order_id) >= {"mine"}
    assert not in_views(service, order_id) & {"buyer", "done"}
    assert service.read(counts_by_view)["mine"] == 1
    assert (WORDS in see(service, f"/o/{order_id}?lang=en")) == (stage != "expired"), "the lapse hides words"
    service.clock.move(HOUR)
    service.write(add_remark, order_id, "read", "berit")
    if stage in ("delivered", "rejected", "expired", "refunded"):
        assert in_views(service, order_id) >= {"done"}
        assert "mine" not in in_views(service, order_id)
        assert service.read(counts_by_view)["mine"] == 0
        assert "read by the reviewer" in see(service, f"/o/{order_id}?lang=en")


def test_a_message_that_was_not_read_before_the_delivery_is_not_lost(service: Service) -> None:
    order_id = service.order_in("in_progress", html="x")
    say(service, order_id)
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    assert "mine" in in_views(service, order_id)
    assert "received, not read yet" in see(service, f"/o/{order_id}?lang=en")


def test_who_waits_for_a_late_final_can_write_after_the_seven_days(quick_service: Service) -> None:
    """The page says: write to us if you would rather have your money back."""
    order_id = quick_service.order_in("paid", html="x")
    quick_service.clock.move(8 * DAY)
    answer = quick_service.post(f"/o/{order_id}/say?lang=en", data={"said": WORDS}, headers=HERE)
    assert answer.status_code == 303
    page = see(quick_service, f"/o/{order_id}?lang=en&done=said")
    assert "we received it on 23 November 2026" in page
    assert "They are not shown here any more." in page
    assert WORDS not in page, "no words of the buyer after the lapse"
    assert "mine" in in_views(quick_service, order_id)


def test_thirty_days_after_the_delivery_it_is_over(quick_service: Service) -> None:
    order_id = quick_service.order_in("delivered", html="x")
    quick_service.clock.move(30 * DAY - 1)
    assert "/say" in quick_service.get(f"/o/{order_id}", headers=HERE).text
    quick_service.clock.move(2)
    late = quick_service.post(f"/o/{order_id}/say?lang=en", data={"said": WORDS}, headers=HERE)
    assert late.status_code in (404, 409)
    gone = quick_service.order_in("submitted")
    quick_service.clock.move(8 * DAY)
    assert quick_service.post(f"/o/{gone}/say", data={"said": WORDS}, headers=HERE).status_code == 404


def test_who_has_withdrawn_is_asked_for_nothing_more(quick_service: Service) -> None:
    order_id = quick_service.order_in("submitted", html="x")
    page = say(quick_service, order_id)
    assert "It costs nothing: you have not paid." in page
    assert "we mail you a link to the pay page, and the invoice is to be paid within 14 days" in page
    withdrawn = quick_service.post(f"/o/{order_id}/withdraw", data={"name": "Kim"}, headers=HERE)
    assert withdrawn.status_code == 303
    kept = see(quick_service, f"/o/{order_id}?lang=en")
    assert WORDS in kept
    assert "received, not read yet" in kept
    for over in ("Tell the reviewer", "pay page"):
        assert over not in kept
    paid = quick_service.order_in("paid", html="x")
    assert "It costs nothing" not in see(quick_service, f"/o/{paid}?lang=en")

"""A question and its answer stand together wherever one of them is shown."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import DAY, HOUR
from coldread.base.db import Session
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from tests.console.visitor import Visitor
from tests.harness.service import Service

HTML = {"Accept": "text/html"}
FIRST, SECOND = ("Which city?", "Malmö, and Lund"), ("Which days?", "Mondays")


def ask(service: Service, order_id: str, question: str) -> None:
    service.clock.move(HOUR)
    assert service.move(order_id, "needs_info", question=question).status_code == 200


def answer(service: Service, order_id: str, message: str) -> None:
    service.clock.move(HOUR)
    service.post(f"/v1/orders/{order_id}/info", json={"message": message}).raise_for_status()


def pairs(page: HTMLParser, within: str = "main") -> list[list[str]]:
    """Each thread's texts, from top to bottom."""
    return [
        [" ".join(said.text().split()) for said in thread.css("dd")]
        for thread in page.css(f"{within} dl.thread")
    ]


def buyers_page(service: Service, order_id: str) -> HTMLParser:
    return HTMLParser(service.get(f"/o/{order_id}?lang=en", headers=HTML).text)


def asked_twice(service: Service) -> str:
    order_id = service.order_in("reviewing")
    for question, said in (FIRST, SECOND):
        ask(service, order_id, question)
        answer(service, order_id, said)
        service.move(order_id, "reviewing")
    return order_id


def test_the_buyer_sees_the_question_with_the_answers_that_were_given(quick_service: Service) -> None:
    order_id = quick_service.order_in("reviewing")
    ask(quick_service, order_id, FIRST[0])
    assert pairs(buyers_page(quick_service, order_id), "#next") == [[FIRST[0]]]
    answer(quick_service, order_id, FIRST[1])
    answer(quick_service, order_id, "And Ystad")
    assert pairs(buyers_page(quick_service, order_id), "#next") == [[*FIRST, "And Ystad"]]
    quick_service.move(order_id, "reviewing")
    ask(quick_service, order_id, SECOND[0])
    page = buyers_page(quick_service, order_id)
    assert pairs(page, "#next") == [[SECOND[0]]], "the question that stands, and nothing of the other"
    assert pairs(page) == [[SECOND[0]], [*FIRST, "And Ystad"]], "what is settled stands below"


def test_what_was_asked_stays_on_the_page_until_the_order_lapses(quick_service: Service) -> None:
    order_id = asked_twice(quick_service)
    assert pairs(buyers_page(quick_service, order_id)) == [list(SECOND), list(FIRST)], "the latest first"
    for step in ("accepted", "billing_pending"):
        quick_service.move(order_id, step)
    quick_service.clock.move(8 * DAY)
    assert pairs(buyers_page(quick_service, order_id)) == []
    assert "Malmö" not in str(buyers_page(quick_service, order_id).html)


def test_the_operator_sees_both_in_the_thread_in_the_trail_and_in_the_notice(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(operator_email="me@coldread.test")
    order_id = asked_twice(service)
    ask(service, order_id, "Who are you?")
    berit = Visitor(service).sign_in()
    berit.see(f"/console/o/{order_id}")
    assert pairs(berit.page) == [["Who are you?"], list(SECOND), list(FIRST)]
    tags = [tag.text() for tag in berit.page.css("dl.thread .tag")]
    assert tags == ["waits for the buyer", "settled", "settled"]
    answer(service, order_id, "Anna")
    berit.see(f"/console/o/{order_id}")
    assert next(tag.text() for tag in berit.page.css("dl.thread .tag")) == "answered, your turn"
    entries = [" ".join(entry.text().split()) for entry in berit.page.css("ol.trail li")]
    (answered,) = [entry for entry in entries if "Malmö, and Lund" in entry]
    assert answered.startswith("buyer answered the question"), "once, at its own time"
    (asked,) = [entry for entry in entries if "Which city?" in entry]
    assert entries.index(answered) < entries.index(asked), "the newest first"

    def notices(session: Session) -> list[sa.Row[tuple[object, ...]]]:
        return list(session.rows(sa.select(letters).where(letters.c.kind == "info_answered")))

    last = compose(service.read(notices)[-1], "from@coldread.test").get_body(("plain",))
    assert last is not None
    assert "Who are you?" in last.get_content()
    assert "Anna" in last.get_content()

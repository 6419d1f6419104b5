"""What the reviewer asks reaches whoever must answer, on every surface, and only while it waits for the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coldread.base.clock import DAY, MINUTE
from tests.harness.desk import audit
from tests.harness.refusals import pointers
from tests.harness.service import Service

QUESTION = "Which of the two forms is the one that counts?"


def asked(service: Service, **move: Any) -> str:
    order_id = service.order_in("reviewing")
    assert service.move(order_id, "needs_info", **move).status_code == 200
    return order_id


def test_it_stands_in_the_order_until_the_order_moves_on(service: Service) -> None:
    order_id = asked(service, question=QUESTION, note="Ask Eva first")
    assert service.seen(order_id)["question"] == QUESTION
    assert audit(service, order_id)[-1]["question"] == QUESTION
    service.move(order_id, "reviewing")
    assert service.seen(order_id)["question"] is None


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        ({"substatus": "Which form?"}, "Which form?"),
        ({"substatus": "Which form?", "question": QUESTION}, QUESTION),
        ({"note": "for us alone"}, None),
    ],
)
def test_without_one_the_substatus_asks_and_a_note_never_does(
    lasting_service: Service, move: dict[str, str], shown: str | None
) -> None:
    assert lasting_service.seen(asked(lasting_service, **move))["question"] == shown


def test_other_moves_ask_nothing(lasting_service: Service) -> None:
    order_id = lasting_service.order()["order_id"]
    assert lasting_service.move(order_id, "reviewing", question=QUESTION, substatus="a").status_code == 200
    assert lasting_service.seen(order_id)["question"] is None


@pytest.mark.parametrize("question", ["", "  \n", "x" * 2001])
def test_it_has_bounds(lasting_service: Service, question: str) -> None:
    order_id = lasting_service.order_in("reviewing")
    assert pointers(lasting_service.move(order_id, "needs_info", question=question)) == {"#/question"}
    assert lasting_service.seen(order_id)["status"] == "reviewing"


def test_the_buyers_page_and_a_poll_in_the_thin_lane_say_it(service: Service) -> None:
    order_id = asked(service, question="Is it <b>this</b> one?")
    page = service.get(f"/o/{order_id}", headers={"Accept": "text/html"}).text
    assert "Is it &lt;b&gt;this&lt;/b&gt; one?" in page
    assert service.get(f"/v1/orders/{order_id}").json()["question"] == "Is it <b>this</b> one?"


def test_a_rehearsal_is_polled_no_slower_than_it_walks(make_service: Callable[..., Service]) -> None:
    service = make_service(sandbox="1", sandbox_step_s="7")
    wish = service.order(sandbox=True)
    assert wish["poll_interval_sec"] == service.seen(wish["order_id"])["poll_interval_sec"] == 3
    real = service.order()
    assert real["poll_interval_sec"] == 60


def test_two_questions_may_have_the_same_answer(service: Service) -> None:
    """The second “Yes” was taken for the first one sent again, and the order waited for ever."""
    order_id = service.order_in("needs_info")
    for number in (1, 2):
        for _ in range(2):
            taken = service.post(f"/v1/orders/{order_id}/info", json={"message": "Yes"})
            assert (taken.status_code, taken.json()["answers"]) == (202, number)
        assert service.seen(order_id)["waits_for"]["on"] == "operator"
        service.clock.move(MINUTE)
        service.move(order_id, "reviewing")
        service.move(order_id, "needs_info", question="And the other one?")
        assert service.seen(order_id)["waits_for"]["on"] == "buyer"
        service.clock.move(MINUTE)


def test_an_answer_is_taken_once_also_where_the_question_came_from_a_clock_that_was_ahead(
    service: Service,
) -> None:
    """It was stored twice, and the third time failed."""
    order_id = service.order_in("reviewing")
    right = service.clock.at
    service.clock.move(DAY)
    service.move(order_id, "needs_info", question=QUESTION)
    service.clock.at = right + MINUTE
    for _ in range(4):
        taken = service.post(f"/v1/orders/{order_id}/info", json={"message": "The upper one"})
        assert (taken.status_code, taken.json()["answers"]) == (202, 1)
        service.clock.move(MINUTE)

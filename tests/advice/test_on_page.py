"""Where the page was scanned lately, a quick fix says what stands at the element and what was found there; nothing is fetched."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

from coldread.advice.answers import quick_fix
from coldread.advice.on_page.answer import on_page
from coldread.advice.requests import QuickFixRequest
from coldread.advice.shapes import QuickFix
from coldread.base.clock import DAY
from coldread.scanner.stored_record import packed
from tests.harness.service import START, Service
from tests.harness.website import Website
from tests.scanner.seeing import ENGLISH, document, seen

FIELDS = "".join(
    f'<label>{name} <input name="{name}"></label>'
    for name in ("Name", "Email", "Phone", "Street", "Town", "Company", "Budget", "Role", "Fax")
)
PAGE = document(
    f'<main><h1>Welcome to the future</h1><p>Price: $89 a visit.</p><a class="cta" href="/book">Click here</a>{ENGLISH}'
    f'<form id="ask" action="/send">{FIELDS}<button>Send</button></form></main>',
    head="<title>Mobile car repair in Austin | Oakline</title>",
)


def answered(selector: str, problem: str) -> QuickFix:
    body = QuickFixRequest(url="https://page.example/", element_selector=selector, problem=problem)
    record = base64.b64encode(packed(seen(PAGE))).decode()
    return on_page(body, START, record=record, seen_at=START, goal="book_call", audience="")


def test_what_is_found_at_the_element_and_is_about_the_same_is_the_answer() -> None:
    answer = answered("h1", "People ring and ask whether we sell computers. Nobody understands what we do.")
    assert "“Welcome to the future”" in answer.diagnosis
    assert "“Mobile car repair in Austin”" in answer.rewrite
    assert 0.5 <= answer.confidence <= 0.7


def test_what_is_found_there_and_is_another_matter_is_no_answer_but_a_question() -> None:
    answer = answered("h1", "Our guests park on the lawn every Sunday.")
    assert "“Welcome to the future”" in answer.diagnosis
    assert answer.confidence <= 0.3
    assert answer.rewrite.count("?") == 1
    assert "HTML" not in answer.rewrite


@pytest.mark.parametrize(
    ("problem", "proposed"),
    [
        ("They start to fill in the form and give up.", True),
        ("They start to fill in the form and give up. Legal says we must keep all of the fields.", False),
    ],
)
def test_no_remedy_takes_away_what_has_to_stay(problem: str, proposed: bool) -> None:
    answer = answered("#ask", problem)
    assert ("ask for the rest later" in answer.rewrite) is proposed
    assert (answer.confidence >= 0.5) is proposed


def test_a_selector_that_means_nothing_is_said_and_the_words_lead_on() -> None:
    answer = answered(".price-box", "Everybody asks whether $89 includes the parts.")
    assert "Nothing on it answers to `.price-box`" in answer.diagnosis
    assert "“Price: $89 a visit.”" in answer.diagnosis
    broken = answered("h1:::((", "It is vague")
    assert "Nothing on it answers to" in broken.diagnosis


def test_a_stored_scan_is_read_and_the_page_is_left_alone(make_service: Callable[..., Service]) -> None:
    with Website({"/": PAGE}) as site:
        service = make_service(scan_engine="lite", scan_allow_hosts=site.place)
        body = QuickFixRequest(
            url=site.url("/"), element_selector="h1", problem="Nobody understands what we do."
        )
        before = service.run(quick_fix(service.services, body))
        assert "Welcome" not in before["diagnosis"]
        assert (
            service.post("/v1/scan", json={"url": site.url(""), "primary_goal": "book_call"}).status_code
            == 200
        )
        visits = site.visits.total()
        said = service.run(quick_fix(service.services, body))
        assert "“Welcome to the future”" in said["diagnosis"]
        assert set(said) == set(before)
        service.clock.move(8 * DAY)
        assert service.run(quick_fix(service.services, body)) == before
        assert site.visits.total() == visits, "nothing is fetched"

"""What a buyer sees: in every state, with every fact, in both languages, no page says two things at once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import DAY, HOUR
from coldread.base.languages import Language
from coldread.drafts import versions
from coldread.orders.acts.audit_notes import add_remark
from coldread.orders.acts.buyer_message import add_buyer_message
from coldread.orders.acts.withdrawal import withdraw
from coldread.orders.rules.buyer_claims import contradictions
from coldread.orders.rules.buyer_view import BUYER_ROWS
from coldread.orders.rules.lifecycle import OPEN, Status
from coldread.orders.views.messages import ASKED_BY_MAIL
from tests.harness import breadth
from tests.harness.desk import refund
from tests.harness.service import Service
from tests.harness.website import Website
from tests.pages.conftest import SELLER

LANGUAGES = (Language.EN, Language.SV)
HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}


def claims(html: str) -> set[str]:
    """Everything that the parts of a page claim."""
    return {
        claim
        for part in HTMLParser(html).css("[data-says]")
        for claim in str(part.attributes["data-says"]).split("|")
        if claim
    }


def heading(html: str) -> str:
    found = HTMLParser(html).css_first("#next-title")
    assert found is not None
    return found.text()


def see(service: Service, path: str, lang: str = "en") -> str:
    answer = service.get(f"{path}?lang={lang}", headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return answer.text


def answer(service: Service, order_id: str) -> None:
    service.post(f"/v1/orders/{order_id}/info", json={"message": "Göteborg"}).raise_for_status()


def leave(service: Service, order_id: str) -> None:
    service.write(withdraw, service.settings, order_id, "person", "Anna Ek")


def publish(service: Service, order_id: str) -> None:
    service.move(order_id, "in_progress", patch={"draft_url": "https://files.example/draft"})


def ask_beside(service: Service, order_id: str) -> None:
    service.write(add_remark, order_id, ASKED_BY_MAIL, "berit", "Which days?")


def say_something(service: Service, order_id: str) -> None:
    service.write(add_buyer_message, service.settings, order_id, "Closed on Mondays")


def nothing(service: Service, order_id: str) -> None:
    """The state alone."""


#: what can happen beside the moves, and where
FACTS: tuple[tuple[Callable[[Service, str], None], tuple[Status, ...]], ...] = (
    (nothing, tuple(Status)),
    (answer, (Status.NEEDS_INFO,)),
    (leave, OPEN),
    (ask_beside, (Status.ACCEPTED, Status.BILLING_PENDING, Status.PAID, Status.IN_PROGRESS)),
    (say_something, OPEN),
    (refund, (Status.PAID, Status.IN_PROGRESS, Status.DELIVERED)),
    (publish, (Status.PAID,)),
)


@pytest.mark.parametrize(
    ("fact", "status"),
    [pytest.param(fact, status, id=f"{status}-{fact.__name__}") for fact, where in FACTS for status in where],
)
def test_no_page_of_an_order_contradicts_itself(
    sqlite_service: Callable[..., Service], fact: Callable[[Service, str], None], status: Status
) -> None:
    """Each way to pay, early and late, and each language: in pairs, with TEST_WHOLE all of them with each other."""
    service = sqlite_service(**SELLER)
    for method, read in (("umbrella_invoice", LANGUAGES), ("mobile_payment", LANGUAGES[::-1])):
        order_id = service.order_in(status, billing_method_preference=method)
        fact(service, order_id)
        for hours, only in zip((0, 80), read, strict=True):
            service.clock.move(hours * HOUR)
            for lang in LANGUAGES if breadth.WHOLE else (only,):
                said = claims(see(service, f"/o/{order_id}", lang)) | claims(
                    see(service, f"/pay/{order_id}", lang)
                )
                assert contradictions(said) == [], (status, fact.__name__, lang, said)


def test_every_row_says_nothing_that_excludes_itself() -> None:
    assert {row.name: contradictions(row.claims) for row in BUYER_ROWS if contradictions(row.claims)} == {}


def test_an_answered_question_is_with_the_reviewer_and_asks_no_more(quick_service: Service) -> None:
    order_id = quick_service.order_in("needs_info")
    assert heading(see(quick_service, f"/o/{order_id}")) == "A question for you"
    answer(quick_service, order_id)
    page = see(quick_service, f"/o/{order_id}")
    assert heading(page) == "Your answer is with the reviewer"
    assert "Göteborg" in page
    assert "needs an answer" not in page


def test_a_refusal_says_why_and_a_refund_ends_the_promises(quick_service: Service) -> None:
    refused = quick_service.order()["order_id"]
    quick_service.move(refused, "rejected", substatus="We do not review gambling pages")
    assert "We do not review gambling pages" in see(quick_service, f"/o/{refused}")
    order_id = quick_service.order_in("paid")
    refund(quick_service, order_id)
    for path in (f"/o/{order_id}", f"/pay/{order_id}"):
        page = see(quick_service, path)
        assert "money back" in page
        assert "Thank you" not in page
        assert not re.search(r"due \d", page)
        assert "after the delivery" not in page


def test_a_draft_that_a_person_has_saved_is_not_called_a_machines(quick_service: Service) -> None:
    order_id = quick_service.order_in("in_progress", language="en")
    for author, heading_says, machine in (
        (versions.OWN, "made by a machine", True),
        ("berit", "A person has begun", False),
    ):
        quick_service.write(
            versions.save_draft, quick_service.services, order_id, f"# By {author}", None, author
        )
        quick_service.clock.move(2 * HOUR)
        for path in (f"/o/{order_id}", f"/o/{order_id}/spec"):
            page = see(quick_service, path)
            assert ("made by a machine" in page.lower()) is machine, path
        assert heading_says in see(quick_service, f"/o/{order_id}")


def test_a_draft_that_is_there_is_not_being_made(quick_service: Service) -> None:
    order_id = quick_service.order_in("paid")
    assert "A first draft appears here by" in see(quick_service, f"/o/{order_id}")
    publish(quick_service, order_id)
    page = see(quick_service, f"/o/{order_id}")
    assert heading(page) == "Your draft is here"
    assert "appears here" not in page
    assert "not yet checked" in page
    quick_service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    page = see(quick_service, f"/o/{order_id}")
    assert "the final version replaces it" in page
    assert "not yet checked" not in page


@pytest.mark.parametrize(
    ("status", "last_day"), [("submitted", 6), ("billing_pending", 29), ("paid", 200), ("delivered", 364)]
)
def test_the_page_lives_as_long_as_what_was_promised_and_the_api_seven_days(
    service: Service, status: str, last_day: int
) -> None:
    order_id = service.order_in(status, billing={"company_name": "Bageri AB"})
    service.clock.move(last_day * DAY)
    page = see(service, f"/o/{order_id}")
    see(service, f"/pay/{order_id}")
    if last_day > 7:
        assert service.get(f"/v1/orders/{order_id}").status_code == 404
        assert "anna@shop.example" not in page + see(service, f"/pay/{order_id}")
        assert "Bageri AB" not in page
    if status != "paid":
        service.clock.move(2 * DAY)
        gone = service.get(f"/o/{order_id}", headers={"Accept": "text/html"})
        assert gone.status_code == 404


def test_the_rescan_is_used_on_the_page_on_its_last_day(sqlite_service: Callable[..., Service]) -> None:
    with Website({"/": "<title>Bread</title><h1>Fresh bread every morning</h1><p>Order now.</p>"}) as site:
        service = sqlite_service(scan_allow_hosts=site.place, scan_engine="lite")
        order_id = service.order_in("delivered", url=site.url("/"))
        service.clock.move(29 * DAY)
        assert "rescan open" in claims(see(service, f"/o/{order_id}"))
        again = {"rescan_url": site.url("/")}
        asked = service.post(f"/o/{order_id}/rescan", data=again, headers=HERE)
        assert asked.status_code == 200
        assert "Use your one free rescan now?" in asked.text
        assert site.url("/") in asked.text
        assert "rescan open" in claims(see(service, f"/o/{order_id}")), "one press uses nothing up"
        wrong = {"rescan_url": site.url("/") + "nothing-here", "sure": "yes"}
        failed = service.post(f"/o/{order_id}/rescan", data=wrong, headers=HERE)
        assert failed.status_code == 422
        assert "rescan open" in claims(see(service, f"/o/{order_id}")), "nor does a page that is not there"
        answer = service.post(f"/o/{order_id}/rescan", data={**again, "sure": "yes"}, headers=HERE)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/r/")
        assert "rescan open" not in claims(see(service, f"/o/{order_id}"))


def test_billing_details_can_be_completed_while_the_invoice_is_open(service: Service) -> None:
    order_id = service.order_in("billing_pending")
    service.clock.move(20 * DAY)
    typed = {"company_name": "Bageri AB"}
    assert service.post(f"/pay/{order_id}/billing", data=typed, headers=HERE).status_code == 303


def test_an_erased_order_has_no_page_whatever_was_promised(service: Service) -> None:
    from coldread.privacy.erase import erase_person

    order_id = service.order_in("delivered")
    service.write(erase_person, service.services, "anna@shop.example", "berit")
    assert service.get(f"/o/{order_id}", headers={"Accept": "text/html"}).status_code == 404

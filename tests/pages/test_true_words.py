"""What a buyer reads: no machine that sounds like people, one second is one, and a paper that is called what it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coldread.pages.page_texts import TEXTS, page_texts
from coldread.scanner.visit.without_tls import address_without_tls
from tests.harness.service import Service
from tests.pages.conftest import SELLER
from tests.pages.test_withdrawing import leave, words_of

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_the_scanner_is_never_called_reviewers(lang: str) -> None:
    said = [str(text) for key, text in TEXTS.of(lang).items() if key.startswith(("report.", "scanning."))]
    assert [text for text in said if "granskare" in text.lower() or "reviewer" in text.lower()] == []


@pytest.mark.parametrize(
    ("lang", "one", "two"), [("en", "1 second so", "2 seconds so"), ("sv", "1 sekund h", "2 sekunder h")]
)
def test_one_second_is_one(lang: str, one: str, two: str) -> None:
    say = page_texts(lang, "scanning")
    assert say("seconds", n=1).startswith(one)
    assert say("seconds", n=2).startswith(two)


@pytest.mark.parametrize(
    ("lang", "half"), [("en", "(1,950 SEK of 3,900 SEK)"), ("sv", "(1 950 kr av 3 900 kr)")]
)
def test_half_of_the_price_is_told_in_whole_kronor(
    sqlite_service: Callable[..., Service], lang: str, half: str
) -> None:
    terms = sqlite_service(**SELLER).get(f"/terms.md?lang={lang}").text
    assert half in terms.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("status", "said", "never"),
    [
        ("submitted", "Du ska inte betala", "Skulle du redan"),
        ("billing_pending", "Skulle du redan ha betalat", "enligt villkoren"),
        ("paid", "enligt villkoren", "Du ska inte betala"),
    ],
)
def test_the_paper_of_a_withdrawal_has_a_name_and_words_of_its_own(
    sqlite_service: Callable[..., Service], status: str, said: str, never: str
) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in(status, language="sv", billing_method_preference="mobile_payment")
    leave(service, order_id)
    made = service.get(f"/o/{order_id}/withdrawal.pdf")
    assert f'"angerbekraftelse-{order_id}.pdf"' in made.headers["content-disposition"]
    told = words_of(made.content)
    assert said in told
    assert never not in told
    assert not [word for word in ("Totalt", "3 900") if word in told]


@pytest.mark.parametrize(
    ("url", "reason", "instead"),
    [
        ("https://shop.example/a", "tls_failed", "http://shop.example/a"),
        ("https://shop.example/a", "http_404", None),
        ("http://shop.example/a", "tls_failed", None),
    ],
)
def test_where_nothing_answers_on_https_http_is_tried(url: str, reason: str, instead: str | None) -> None:
    assert address_without_tls(url, reason) == instead


def test_a_form_that_comes_back_shows_the_address_as_it_was_typed(quick_service: Service) -> None:
    refused = quick_service.post("/scan", data={"url": "shop.example"}, headers=HERE)
    assert refused.status_code == 400
    assert 'value="shop.example"' in refused.text, "no scheme that nobody wrote: both are tried again"


@pytest.mark.parametrize(
    ("lang", "mark"), [("en", "An example, not a customer"), ("sv", "Ett exempel, inte ett kundarbete")]
)
def test_a_finished_cold_read_can_be_read_before_ordering_and_is_marked_as_an_example(
    quick_service: Service, lang: str, mark: str
) -> None:
    for path in ("/", "/order", "/sample"):
        assert "/example" in quick_service.get(f"{path}?lang={lang}", headers=HERE).text, path
    page = quick_service.get(f"/example?lang={lang}", headers=HERE)
    assert page.status_code == 200
    assert page.text.index(mark) < page.text.index("<h2"), "said before anything else"
    assert "/sample?lang=" in page.text

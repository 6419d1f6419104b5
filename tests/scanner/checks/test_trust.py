"""Trust: why should a stranger believe it?"""

from __future__ import annotations

import time

import pytest

from coldread.scanner.judge.checks.trust.stale import copyright_years_in
from coldread.scanner.judge.finding import NotApplicable
from coldread.scanner.page.observe.claims import counts_people_or_results, states_rating

from ..seeing import ENGLISH, document, finding, rendered, verdict


def test_a_page_of_digits_is_searched_in_a_moment() -> None:
    began = time.process_time()
    assert not states_rating("123 " * 2000)
    assert not counts_people_or_results("123 " * 2000)
    assert time.process_time() - began < 20


FORM = '<form action="/x"><input type="email" name="email"><button>Go</button></form>'


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/privacy">Privacy</a>',
        '<a href="/p">Integritetspolicy</a>',
        '<a href="/gdpr.pdf">Läs mer</a>',
        '<a href="/x">Så behandlar vi dina uppgifter</a>',
        '<a href="/x">How we use your data</a>',
    ],
)
def test_a_form_with_a_privacy_link_is_fine(link: str) -> None:
    assert verdict("trust.privacy-link", document(ENGLISH + FORM + link)) is None


def test_a_form_for_personal_data_needs_a_privacy_link_and_a_search_does_not() -> None:
    assert (
        finding("trust.privacy-link", document(ENGLISH + FORM + '<a href="/terms">Terms</a>')).severity
        == "P1"
    )
    assert isinstance(
        verdict("trust.privacy-link", document(f'{ENGLISH}<form role="search"><input name="q"></form>')),
        NotApplicable,
    )


def test_http_is_told_for_the_page_and_for_every_form() -> None:
    plain = document(ENGLISH)
    assert finding("trust.https", rendered(plain, final_url="http://page.example/")).severity == "P0"
    assert (
        verdict("trust.https", rendered(plain, final_url="http://page.example/", allow_listed=True)) is None
    )
    form = document('<form action="http://page.example/x"><input name="email"></form>')
    assert finding("trust.https", rendered(form, allow_listed=True)).evidence[0].selector == "body > form"
    assert verdict("trust.https", rendered(document('<form action="/x"><input name="email"></form>'))) is None


@pytest.mark.parametrize(
    "button", ['<button formaction="{}">Go</button>', '<input type="submit" formaction="{}">']
)
def test_a_button_that_sends_its_form_over_http_is_told(button: str) -> None:
    form = '<form action="/x"><input name="email">{}</form>'
    open_way = document(form.format(button.format(" HTTP://page.example/x")))
    assert finding("trust.https", rendered(open_way, allow_listed=True)).severity == "P0"
    assert verdict("trust.https", rendered(document(form.format(button.format("/y"))))) is None


@pytest.mark.parametrize(
    ("line", "years"),
    [
        ("© 2019 Bread", [2019]),
        ("Copyright 2019–2026 Bread", [2026]),
        ("© Bread AB 2018-24", [2024]),
        ("2021 © Bread", [2021]),
        ("(c) 2020", [2020]),
        ("All rights reserved, Bread Ltd 2022", [2022]),
        ("2021 Bread AB. Alla rättigheter förbehållna", []),
        ("Alla rättigheter förbehållna 2021", [2021]),
        ("Since 2014", []),
    ],
)
def test_the_last_year_of_a_copyright_line_counts(line: str, years: list[int]) -> None:
    assert copyright_years_in(line) == years


@pytest.mark.parametrize(("year", "stale"), [(2024, True), (2025, False), (2026, False), (2019, True)])
def test_a_year_two_years_gone_is_stale(year: int, stale: bool) -> None:
    answer = verdict("trust.stale", document(f"{ENGLISH}<footer><p>© {year} Bread</p></footer>"))
    assert (answer is not None) is stale

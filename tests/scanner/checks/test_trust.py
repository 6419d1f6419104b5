"""Trust: why should a stranger believe it?"""

from __future__ import annotations

import time

import pytest

from coldread.scanner.judge.checks.trust.stale import years_in
from coldread.scanner.judge.finding import NotApplicable
from coldread.scanner.page.observe.claims import counts_people_or_results, states_rating

from ..seeing import ENGLISH, document, finding, rendered, verdict

PROVEN = [
    "<blockquote>It changed how we bake every single night.</blockquote><p>Ann Lee, Mill Lane</p>",
    "<p>“I sleep until six now, and the bread is better than ever.” — Tom Hill, baker</p>",
    "<h2>What our customers say</h2><p>Best bread in town, and always on time, says Maria.</p>",
    "<p>Rated 4.8 out of 5 by our readers.</p>",
    "<p>★★★★★</p>",
    "<p>Betyg 4,7 av 5 på Reco.</p>",
    "<p>Used by 140 bakeries.</p>",
    "<p>Join 9,000+ subscribers.</p>",
    "<p>Över 500 företag använder oss.</p>",
    "<p>Our clients saw 32 % more orders.</p>",
    "<p>Vi har renoverat 640 badrum sedan starten.</p>",
    "<p>Thousands of teams rely on it.</p>",
    '<h3>Trusted by</h3><div><img src="a.svg" alt="Volvo"><img src="b.svg" alt="Ikea"><img src="c.svg" alt="Spotify"></div>',
    "<p>Trusted by Volvo, Spotify and Klarna.</p>",
    "<p>Case study: how Brede halved its returns in a month.</p>",
    "<p>Winner of the Bristol Food Award 2025.</p>",
    "<p>Årets företagare 2025 i Borås.</p>",
    "<p>Anlitas av Region Skåne och Lunds kommun.</p>",
    "<div><p>I am 190 cm and had never owned bread that reached my plate.</p><p>Tomasz Wolny, Gdańsk</p></div>",
    "<h2>Case studies</h2><p>How Mill Lane doubled its morning orders.</p>",
    "<h2>Kundcase</h2><p>Så fick Kvarnbo ordning på sina nycklar.</p>",
    "<h2>Våra kunder säger</h2><p>Bästa brödet i stan, och alltid i tid, säger Maria.</p>",
    '<div><img src="a.svg" alt="Volvo"><img src="b.svg" alt="Ikea"><img src="c.svg" alt="Spotify"><img src="d.svg" alt="Klarna"></div>',
]
UNPROVEN = [
    "<p>Only $29 per month, 3 steps, open 7 days a week.</p>",
    "<p>Founded in 2014.</p>",
    "<p>Award-winning bread for everyone in York.</p>",
    "<p>Become a member of the Bread Club.</p>",
    "<p>Bli medlem i Brödklubben.</p>",
    "<p>I come to you with my bread and my patience, every week.</p><p>Ruth Adeyemi, founder</p>",
    "<h2>What our clients say</h2><blockquote>Lorem ipsum dolor sit amet consectetur</blockquote><p>Lorem ipsum dolor sit amet.</p>",
    "<p>Trusted by teams everywhere.</p>",
    "<p>We are the leading provider of bread.</p>",
    "<p>Save 20 % on annual plans. 5 users included.</p>",
    "<p>Delivery within 24 hours.</p>",
    '<nav><a href="/c">Customers</a><a href="/s">Case studies</a></nav>',
    "<p>Vi har lång erfarenhet och nöjda kunder.</p>",
    '<footer><a href="https://facebook.com/x"><img src="f.svg" alt="Facebook"></a><a href="https://x.com/x"><img src="x.svg" alt="X"></a>'
    '<a href="https://instagram.com/x"><img src="i.svg" alt="Instagram"></a></footer>',
]


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
    assert years_in(line) == years


@pytest.mark.parametrize(("year", "stale"), [(2024, True), (2025, False), (2026, False), (2019, True)])
def test_a_year_two_years_gone_is_stale(year: int, stale: bool) -> None:
    answer = verdict("trust.stale", document(f"{ENGLISH}<footer><p>© {year} Bread</p></footer>"))
    assert (answer is not None) is stale

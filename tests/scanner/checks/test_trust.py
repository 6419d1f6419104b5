"""Trust: why should a stranger believe it?"""

from __future__ import annotations

import time

import pytest

from coldread.scanner.judge.checks.trust.stale import years_in
from coldread.scanner.judge.finding import NotApplicable
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.observe.claims import counts_people_or_results, states_rating

from ..seeing import ENGLISH, SWEDISH, desktop, document, drawn, finding, rendered, verdict

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


@pytest.mark.parametrize("body", PROVEN)
def test_others_vouch_for_the_page(body: str) -> None:
    assert verdict("trust.no-proof", document(f"<main><h1>Bread</h1>{ENGLISH}{body}</main>")) is None


@pytest.mark.parametrize("body", UNPROVEN)
def test_a_page_that_only_praises_itself_has_no_proof(body: str) -> None:
    item = finding("trust.no-proof", document(f"<main><h1>Bread</h1>{ENGLISH}</main>{body}"))
    assert item.fix.kind == "spec_only"


def test_an_unsigned_quotation_is_shown_and_a_signed_one_is_not() -> None:
    unsigned = document(
        f"<main>{ENGLISH}<blockquote>It changed how we bake every single night.</blockquote></main>"
    )
    signed = document(
        f"<main>{ENGLISH}<figure><blockquote>It changed how we bake every night.</blockquote><figcaption>Ann Lee</figcaption></figure></main>"
    )
    assert finding("trust.proof-anonymous", unsigned).severity == "info"
    assert verdict("trust.proof-anonymous", signed) is None


@pytest.mark.parametrize(
    "body",
    [
        "<p>“It changed how we bake every night.”<br><em>Ingrid Solheim, Manager, Vestfisk</em></p>",
        "<p>“It changed how we bake every night.” Esnart Banda, Mzimba</p>",
        "<blockquote><p>It changed how we bake every night.</p></blockquote><p>Ken Barrow, bus driver</p>",
        "<div><h5>Margaret E.</h5><p>“It changed how we bake every night.”</p></div>",
    ],
)
def test_a_name_beside_the_words_signs_them(body: str) -> None:
    assert verdict("trust.proof-anonymous", document(f"<main>{ENGLISH}{body}</main>")) is None


@pytest.mark.parametrize(
    "body",
    [
        "<blockquote><p>It changed how we bake every night.</p><cite>A happy customer</cite></blockquote>",
        "<blockquote><p>It changed how we bake every night.</p><cite>Nöjd kund</cite></blockquote>",
        "<section><h2>How it went in Leeds</h2><p>“It changed how we bake every night.”</p></section>",
    ],
)
def test_a_signature_that_names_nobody_is_none(body: str) -> None:
    assert finding("trust.proof-anonymous", document(f"<main>{ENGLISH}{body}</main>")).severity == "info"


def test_a_page_of_digits_is_searched_in_a_moment() -> None:
    began = time.process_time()
    assert not states_rating("123 " * 2000)
    assert not counts_people_or_results("123 " * 2000)
    assert time.process_time() - began < 20


def test_proof_far_down_is_shown() -> None:
    html = document(f"<main>{ENGLISH}<p>Used by 140 bakeries.</p></main>")

    def at(top: float) -> Observations:
        proof = drawn("body > main > p:nth-of-type(2)", box=(0, top, 100, 20))
        return rendered(html, desktop=desktop(proof, scroll_height=9000))

    assert finding("trust.proof-far", at(1700)).severity == "info"
    assert verdict("trust.proof-far", at(1000)) is None


@pytest.mark.parametrize(
    "body",
    [
        '<a href="mailto:a@b.se">Write</a>',
        '<a href="tel:+46812345678">Ring</a>',
        "<p>hello@bread.example</p>",
        "<p>020 7946 0123</p>",
        "<p>08-123 456 78</p>",
        "<p>+46 70 123 45 67</p>",
        "<address>Somewhere</address>",
        "<p>Storgatan 4, 411 38 Göteborg</p>",
        "<p>12 Baker Street, Leeds</p>",
        '<a href="/kontakt">Här finns vi</a>',
        '<a href="/x">Get in touch</a>',
        '<form action="/x"><textarea name="m"></textarea><button>Send</button></form>',
        '<section><h2>Contact us</h2><form action="/x"><input name="email"><button>Send</button></form></section>',
    ],
)
def test_a_human_can_be_reached(body: str) -> None:
    assert verdict("trust.contact", document(f"<h1>Bread</h1>{ENGLISH}{body}")) is None


@pytest.mark.parametrize(
    "body",
    [
        "",
        '<form action="/x"><h2>Newsletter</h2><input name="email"><button>Subscribe</button></form>',
        "<p>Since 2014, 1 200 000 loaves.</p>",
    ],
)
def test_a_page_without_a_way_to_reach_anyone_is_told_and_weighs_more_for_a_call(body: str) -> None:
    html = document(f"<h1>Bread</h1>{ENGLISH}{body}")
    assert finding("trust.contact", html, "book_call").severity == "P1"
    assert finding("trust.contact", html, "newsletter").severity == "P2"


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


@pytest.mark.parametrize(
    "text",
    [
        "Free for 14 days",
        "Cancel anytime",
        "30-day money-back guarantee",
        "No credit card needed",
        "Ingen bindningstid",
        "Prova gratis i 30 dagar",
        "Ångerrätt i 14 dagar",
        "Säg upp när du vill",
        "Full refund",
    ],
)
def test_something_lowers_the_risk(text: str) -> None:
    assert verdict("trust.risk-reversal", document(f"{ENGLISH}<p>{text}.</p>"), "paid_signup") is None


@pytest.mark.parametrize("text", ["", "No refunds.", "Ingen ångerrätt.", "Pay once a year."])
def test_nothing_lowers_the_risk(text: str) -> None:
    assert (
        finding("trust.risk-reversal", document(f"{SWEDISH}<p>{text}</p>", lang="sv"), "paid_signup").severity
        == "P2"
    )
    assert isinstance(verdict("trust.risk-reversal", document(ENGLISH), "demo"), NotApplicable)


def test_a_page_that_works_the_price_out_shows_what_it_costs() -> None:
    counter = "<div><label>Windows <input name='n' type='number'></label><p>0 kr</p></div>"
    html = document(f"<main><h1>Clean windows</h1>{ENGLISH}{counter}</main>")
    assert verdict("trust.price-absent", html) is None
    assert (
        verdict("trust.price-absent", document(f"<main><h1>Clean windows</h1>{ENGLISH}</main>")) is not None
    )

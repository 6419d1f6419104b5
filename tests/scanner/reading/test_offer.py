"""Whether a line says what is offered: judged on its own page, never by a list alone."""

from __future__ import annotations

import pytest

from coldread.scanner.reading.first_screen import first_screen
from coldread.scanner.reading.offer import judge_line, people_in, topics, weights
from coldread.scanner.reading.read import read

from ..seeing import document, page

BODY = """<section><h2>Bread on your step before seven</h2><p>Choose your loaf in the evening and the bakery delivers it in the night.</p></section>
<section><h2>How the delivery works</h2><p>You pick sourdough, rye or buns. The driver leaves the bread in a box.</p></section>
<section><h2>Questions about bread delivery</h2><p>Can I pause the delivery? Yes, any evening before nine.</p></section>"""
BODY_SV = """<section><h2>Bröd på trappan före sju</h2><p>Du väljer limpa på kvällen och bageriet kör ut den under natten.</p></section>
<section><h2>Så går leveransen till</h2><p>Du väljer surdeg, råg eller bullar. Chauffören ställer brödet i en låda.</p></section>
<section><h2>Frågor om brödleverans</h2><p>Kan jag pausa leveransen? Ja, varje kväll före nio.</p></section>"""


def outcome(headline: str, body: str = BODY, lang: str = "en") -> str:
    html = document(f"<main><section><h1>{headline}</h1></section>{body}</main>", lang=lang)
    seen = page(html)
    return judge_line(headline, seen, topics(seen)).outcome


@pytest.mark.parametrize(
    "headline",
    [
        "Fresh bread on your step before breakfast",
        "Bread delivery for early risers",
        "Sourdough, baked at night and delivered by seven",
    ],
)
def test_a_line_that_names_what_the_page_is_about_says_the_offer(headline: str) -> None:
    assert outcome(headline) == "yes"


@pytest.mark.parametrize(
    "headline",
    [
        "Welcome to our website",
        "Where passion meets excellence",
        "Elevate your everyday",
        "Think. Build. Grow.",
        "The future is here",
        "Lorem ipsum dolor sit amet",
    ],
)
def test_a_line_that_would_fit_any_firm_does_not(headline: str) -> None:
    assert outcome(headline) == "no"


def test_swedish_lines_are_judged_as_swedish() -> None:
    assert outcome("Nybakat bröd på trappan varje morgon", BODY_SV, "sv") == "yes"
    assert outcome("Tillsammans skapar vi framtiden", BODY_SV, "sv") == "no"


def test_a_line_in_between_is_left_open() -> None:
    assert outcome("Say goodbye to chaos") == "unsure"


def test_the_brand_s_own_name_says_nothing() -> None:
    html = document(
        f"<main><section><h1>Breadly</h1></section>{BODY}</main>",
        head='<meta property="og:site_name" content="Breadly">',
    )
    headline = read(page(html)).headline
    assert headline is not None
    assert headline.says_offer == "no"
    assert "no_topic" in headline.reasons


def test_weights_are_whole_numbers_and_their_card_says_how_they_came_about() -> None:
    import tomllib
    from importlib import resources

    file = resources.files("coldread.scanner.reading").joinpath("offer_weights.toml")
    card = tomllib.loads(file.read_text("utf-8"))["card"]
    assert card["trained"] is False
    assert "by hand" in card["how"]
    assert all(isinstance(value, int) for value in weights().of.values())


@pytest.mark.parametrize(
    ("line", "people"),
    [
        ("Bookkeeping for freelancers and small agencies", ["freelancers", "agencies"]),
        ("Hyresvärdar får betalt i tid", ["Hyresvärdar"]),
        ("We are an agency for dentists", ["dentists"]),
        ("Vi är ett marknadsledande företag med kundfokus", []),
        ("We are a leading company with a passion for quality", []),
        ("We are developers", []),
        ("Your customer focus starts here", []),
    ],
)
def test_whom_a_page_says_that_it_is_is_not_whom_it_speaks_to(line: str, people: list[str]) -> None:
    assert people_in(line) == people


def test_a_row_of_controls_is_no_line_that_says_the_offer() -> None:
    row = "<p>Bread delivery: <a href='tel:1'>Bread by phone call</a> <a href='sms:1'>Bread by text message</a> <a href='/'>Order bread</a></p>"
    seen = page(document(f"<main><section><h1>Good mornings</h1>{row}</section>{BODY}</main>"))
    assert all("phone call" not in at.snippet for at in first_screen(seen).evidence)


@pytest.mark.parametrize(
    "contact", ["E-mail: farah.ghe@example.se", "Telefon: 08-20 30 35", "Ring oss på 08 - 20 30 35"]
)
def test_an_address_or_a_number_never_says_what_is_offered(contact: str) -> None:
    seen = page(document(f"<main><section><h1>Good mornings</h1><p>{contact}</p></section>{BODY}</main>"))
    assert all(contact not in at.snippet for at in first_screen(seen).evidence)

"""What two matchers of the fourth test called wrong, by class: each is told no more, and its neighbour still is."""

from __future__ import annotations

import pytest

from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of
from tests.scanner.patch.mending import ids, patched
from tests.scanner.seeing import brief, document, drawn, rendered, report

BREAD = "<h1>Bread for offices in Lund</h1><p>We bake in the night and bring it at seven.</p>"


def told(body: str, check_id: str, goal: str = "book_call") -> bool:
    return check_id in ids(report(document(body), goal))


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("30 dagars öppet köp</p><p>14 dagars ångerrätt", False),
        ("30 dagars öppet köp</p><p>14 dagars öppet köp", True),
    ],
)
def test_the_laws_fourteen_days_contradict_no_shop(said: str, is_told: bool) -> None:
    assert told(f"{BREAD}<p>{said}</p>", "copy.contradiction") is is_told


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        ('<div id="reel">0123456789</div>', False),
        ("<p>Call 123-456-7890</p>", True),
        ('<p><a href="tel:1234567890">1234567890</a></p>', True),
    ],
)
def test_bare_digits_are_no_made_up_number_until_somebody_is_to_ring(body: str, is_told: bool) -> None:
    assert told(BREAD + body, "copy.leftover") is is_told


@pytest.mark.parametrize(
    ("around", "is_told"), [("<p>Every loaf by hand.</p>", False), ("<p>Monthly plans</p>", True)]
)
def test_goods_need_no_period_beside_their_price(around: str, is_told: bool) -> None:
    prices = "<ul><li>Rye <b>$4</b></li><li>Wheat <b>$6</b></li></ul>"
    assert told(BREAD + prices + around, "trust.price-unclear", "paid_signup") is is_told


@pytest.mark.parametrize(("second", "is_told"), [("CC Courtney Clark", False), ("Dana Reed", True)])
def test_initials_before_a_name_make_no_second_person(second: str, is_told: bool) -> None:
    quote = "<blockquote><p>“They bring warm bread before anybody else is awake in our street.”</p><cite>{}</cite></blockquote>"
    assert (
        told(BREAD + quote.format("Courtney Clark") + quote.format(second), "trust.proof-repeated") is is_told
    )


def test_a_first_line_as_large_as_an_h1_below_the_screen_is_the_headline() -> None:
    html = document(
        "<p class=hero>Modernise with a respray</p><section><h1>What is respraying</h1></section>"
    )
    hero = drawn("body > p", text="Modernise with a respray", font_size=64.0, box=(0.0, 100.0, 600.0, 80.0))
    low = drawn(
        "body > section > h1", text="What is respraying", font_size=40.0, box=(0.0, 1400.0, 600.0, 50.0)
    )
    headline = reading_of(Page(rendered(html, hero, low), brief())).headline
    assert headline is not None
    assert headline.text == "Modernise with a respray"


def test_a_field_for_both_names_is_filled_in_with_both_and_one_about_others_is_left_alone() -> None:
    fields = (
        '<label for="a">För- och efternamn</label><input id="a" name="namn">'
        '<label for="b">Name of the friend who referred you</label><input id="b" name="referrer_name">'
    )
    text = patched("form.autocomplete", document(f'<form action="/x" method="post">{fields}</form>{BREAD}'))
    assert '<input id="a" name="namn" autocomplete="name">' in text
    assert '<input id="b" name="referrer_name">' in text


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Platshållare för citat. Byt ut mot en riktig kundröst innan du publicerar.", True),
        ("“Placeholder for a quote from a real customer of yours, with name and firm.”", True),
        ("A placeholder inside a field is no label, because it goes away with the first letter.", False),
        ("We replace worn bearings on Fridays, before the weekend.", False),
    ],
)
def test_a_text_that_calls_itself_a_placeholder_is_one(text: str, is_one: bool) -> None:
    assert bool(placeholder_in(text)) is is_one

"""What two matchers of the fourth test called wrong, by class: each is told no more, and its neighbour still is."""

from __future__ import annotations

import pytest

from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of
from tests.scanner.patch.mending import patched
from tests.scanner.seeing import brief, document, drawn, rendered

BREAD = "<h1>Bread for offices in Lund</h1><p>We bake in the night and bring it at seven.</p>"


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

"""Clarity: does a stranger understand what this is?"""

from __future__ import annotations

import pytest

from coldread.scanner.page.observations import Drawn

from ..seeing import ENGLISH, SWEDISH, desktop, document, drawn, finding, mobile, rendered, verdict


def test_a_page_without_an_h1_has_no_headline() -> None:
    assert finding("clarity.h1-missing", document(f"<h2>Bread</h2>{ENGLISH}")).severity == "P2"
    assert verdict("clarity.h1-missing", document(f"<h1>Bread</h1>{ENGLISH}")) is None


@pytest.mark.parametrize(
    "h1",
    ["<h1></h1>", "<h1> <span></span></h1>", "<h1 hidden>Bread</h1>", '<h1><img src="a.png" alt=""></h1>'],
)
def test_an_empty_or_hidden_h1_is_no_headline(h1: str) -> None:
    assert finding("clarity.h1-missing", document(h1 + ENGLISH))


def test_a_picture_with_a_name_is_a_headline() -> None:
    assert (
        verdict("clarity.h1-missing", document('<h1><img src="a.png" alt="Bread at your door"></h1>')) is None
    )


def test_an_h1_that_no_window_shows_counts_as_missing() -> None:
    html = document(f"<h1>Bread</h1>{ENGLISH}")
    big = drawn("body > p", own_chars=100, font_size=32.0)
    assert (
        finding("clarity.h1-missing", rendered(html, drawn("body > h1", visible=False), big)).severity == "P2"
    )
    assert verdict("clarity.h1-missing", rendered(html, drawn("body > h1"), big)) is None


def test_no_headline_and_no_large_text_above_the_fold_blocks_the_goal() -> None:
    html = document(f"<h2>Bread</h2>{ENGLISH}")
    small = drawn("body > p", own_chars=100, font_size=16.0)
    low = drawn("body > h2", own_chars=5, font_size=40.0, box=(0, 900, 300, 40))
    assert finding("clarity.h1-missing", rendered(html, small, low)).severity == "P0"


def test_a_second_h1_is_told_and_a_headline_per_window_is_one_headline() -> None:
    html = document(f"<h1>Bread</h1><h1>Cake</h1>{ENGLISH}")
    assert finding("clarity.h1-multiple", html).evidence[0].selector == "body > h1:nth-of-type(2)"
    first, second = "body > h1:nth-of-type(1)", "body > h1:nth-of-type(2)"
    both = rendered(
        html,
        desktop=desktop(drawn(first), drawn(second, visible=False)),
        mobile=mobile(drawn(first, visible=False), drawn(second)),
    )
    assert verdict("clarity.h1-multiple", both) is None


def test_a_long_headline_is_told_by_words_and_by_characters() -> None:
    words = document(f"<h1>{'bread ' * 17}</h1>{ENGLISH}")
    chars = document(f"<h1>{'breadbakery ' * 10}</h1>{ENGLISH}")
    assert finding("clarity.h1-long", words).evidence[0].value == 17
    assert finding("clarity.h1-long", chars).severity == "P2"
    assert verdict("clarity.h1-long", document(f"<h1>{'bread ' * 16}</h1>{ENGLISH}")) is None


def test_a_headline_that_a_phone_shows_only_after_scrolling_is_below_the_fold() -> None:
    html = document(f"<h1>Bread</h1>{ENGLISH}")

    def at(top: float) -> Drawn:
        return drawn("body > h1", box=(0.0, top, 300.0, 60.0))

    low_on_phone = rendered(html, desktop=desktop(at(100.0)), mobile=mobile(at(900.0)))
    assert finding("clarity.h1-below-fold", low_on_phone).evidence[0].viewport == "mobile"
    assert verdict("clarity.h1-below-fold", rendered(html, at(600.0))) is None


def test_a_placeholder_in_the_hero_blocks_the_goal_and_elsewhere_costs() -> None:
    hero = document(
        f"<section><h1>Bread</h1><p>Lorem ipsum dolor</p></section><section><h2>More</h2>{ENGLISH}</section>"
    )
    below = document(
        f"<section><h1>Bread</h1>{ENGLISH}</section><section><h2>More</h2><p>Lorem ipsum dolor</p></section>"
    )
    assert finding("clarity.placeholder", hero).severity == "P0"
    assert finding("clarity.placeholder", below).severity == "P1"


@pytest.mark.parametrize("headline", ["<h1>Bread by seven</h1>", "<h2>Bread by seven</h2>"])
def test_without_an_element_around_it_the_hero_ends_at_the_next_heading(headline: str) -> None:
    hero = document(f"<main>{headline}<p>Lorem ipsum dolor</p><h2>More</h2>{ENGLISH}</main>")
    below = document(f"<main>{headline}{ENGLISH}<h2>More</h2><p>Lorem ipsum dolor</p></main>")
    assert finding("clarity.placeholder", hero).severity == "P0"
    assert finding("clarity.placeholder", below).severity == "P1"


def test_an_h2_right_under_the_headline_is_its_second_line() -> None:
    html = document(f"<main><h1>Bread</h1><h2>By seven</h2><p>Lorem ipsum</p><h2>More</h2>{ENGLISH}</main>")
    assert finding("clarity.placeholder", html).severity == "P0"


def test_placeholder_attributes_comments_and_scripts_are_not_text() -> None:
    html = document(
        f'<h1>Bread</h1>{SWEDISH}{SWEDISH}<input placeholder="Lorem ipsum"><!-- TODO --><script>// TODO lorem ipsum</script>',
        lang="sv",
    )
    assert verdict("clarity.placeholder", html) is None

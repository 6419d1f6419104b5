"""Whether a page does what it is for, when it says so in its own way."""

from __future__ import annotations

import pytest

from coldread.scanner.judge.finding import NotMeasured

from ..seeing import ENGLISH, document, finding, verdict


def page(body: str, *, top: str = "") -> str:
    return document(f"{top}<main><h1>Bread by seven</h1>{ENGLISH}{body}</main>")


@pytest.mark.parametrize("label", ["Fix my roof", "Yes, that is me", "Wake the baker"])
@pytest.mark.parametrize("goal", ["book_call", "demo", "paid_signup"])
def test_a_first_button_in_words_that_we_do_not_know_is_not_judged(goal: str, label: str) -> None:
    told = verdict("cta.goal-mismatch", page(f'<a role="button" href="/go">{label}</a>'), goal)
    assert told == NotMeasured("unknown-purpose")


@pytest.mark.parametrize(
    "button",
    [
        '<a role="button" href="/go">Pictures of the oven</a>',
        '<a role="button" href="/blog">From our hearts</a>',
        '<a role="button" href="/go">Läs om degen</a>',
        '<a role="button" href="/go">Proceed</a>',
    ],
)
def test_a_first_button_that_is_known_to_lead_elsewhere_blocks_the_goal(button: str) -> None:
    assert finding("cta.goal-mismatch", page(button), "book_call").severity == "P0"


def test_an_unknown_button_far_down_does_not_hide_that_the_first_one_leads_elsewhere() -> None:
    body = (
        '<a role="button" href="/blog">Read the blog</a><h2>Rye</h2><p>Dark and slow.</p>'
        '<div><a role="button" href="/go">Wake the baker</a></div>'
    )
    assert finding("cta.goal-mismatch", page(body), "book_call").severity == "P0"


def test_a_letter_needs_an_address_field_whatever_the_button_says() -> None:
    assert finding("cta.goal-mismatch", page('<a role="button" href="/go">Wake me</a>'), "newsletter")


def test_what_has_a_price_is_no_letter() -> None:
    button = '<a role="button" href="/go">Join the course for £49</a>'
    assert finding("cta.goal-mismatch", page(button), "newsletter")
    assert verdict("cta.goal-mismatch", page(button), "paid_signup") is None


def test_a_number_in_the_header_can_be_rung_and_one_in_the_footer_is_small_print() -> None:
    number = '<a href="tel:+4690123456">090-12 34 56</a>'
    header = page("", top=f'<header><a href="/">Bread</a>{number}</header>')
    footer = page(f"</main><footer>{number}</footer><main>")
    assert verdict("cta.goal-mismatch", header, "book_call") is None
    assert finding("cta.goal-mismatch", footer, "book_call")

"""Checks that rest on the reading: offer, audience and place, proof and claims, the step, price, care."""

from __future__ import annotations

import pytest

from ..seeing import ENGLISH, document, finding, verdict


def main(*parts: str, lang: str = "en", head: str = "") -> str:
    return document(f"<main>{''.join(parts)}</main>", lang=lang, head=head)


def test_a_private_mailbox_is_found() -> None:
    assert finding("trust.private-mail", main(ENGLISH, '<a href="mailto:brod.ab@gmail.com">Write</a>'))
    assert verdict("trust.private-mail", main(ENGLISH, '<a href="mailto:hello@bread.test">Write</a>')) is None


@pytest.mark.parametrize(
    "left",
    [
        '<p><a href="mailto:info@example.com">info@example.com</a></p>',
        "<p>[object Object]</p>",
        "<h2>undefined</h2>",
    ],
)
def test_what_a_template_left_is_found(left: str) -> None:
    assert finding("copy.unfilled", main("<h1>Bread</h1>", ENGLISH, left))


def test_ordinary_words_are_no_leftovers_and_no_placeholders() -> None:
    words = (
        "<p>We replace the placeholder text on your site with words that your customers use themselves.</p>"
        "<h3>Description</h3><p>Ring 020 7946 0123 or write to hello@bread.test.</p>"
    )
    assert verdict("copy.unfilled", main("<h1>Bread</h1>", ENGLISH, words)) is None
    assert verdict("clarity.placeholder", main("<h1>Bread</h1>", ENGLISH, words)) is None


def test_one_text_under_several_headings_is_found() -> None:
    text = "<p>We take care of everything so that you can rest and enjoy the day.</p>"
    assert finding("copy.repeated", main("<h1>Bread</h1>", ENGLISH, f"<h2>Rye</h2>{text}<h2>Buns</h2>{text}"))

"""Amounts of money and the sentences that hold them, as a page writes them."""

from __future__ import annotations

import pytest

from coldread.scanner.reading.amounts import amounts_in, sentences_with_amounts

from ..seeing import document, page


def sentences(body: str) -> list[str]:
    return sentences_with_amounts(page(document(f"<main>{body}</main>")))


@pytest.mark.parametrize(
    "text",
    [
        "We detail the Audi RS8, the RS 6 and the rs4880.",
        "£5M public liability cover, £5m cover and £5mn more; insured for £10 million.",
    ],
)
def test_what_is_no_whole_amount_is_none(text: str) -> None:
    assert amounts_in(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Rs 500 or Rs. 700, from RS. 900", ["Rs 500", "Rs. 700", "RS. 900"]),
        ("Lokalen kostar 7 500–12 000 kr per helg.", ["7 500–12 000 kr"]),
        ("A wash is £10-20, a full valet £79.", ["£10-20", "£79"]),
        ("Rents of £950 – £1,080 a month", ["£950 – £1,080"]),
        ("The coach is £20. We have raised £5,000 for charity.", ["£20", "£5,000"]),
        ("Självrisk: 3 000 kr", ["3 000 kr"]),
    ],
)
def test_an_amount_is_told_as_it_is_written(text: str, told: list[str]) -> None:
    assert amounts_in(text) == told


def test_the_words_around_an_amount_are_its_sentence_and_no_more_than_a_line() -> None:
    assert sentences("<p>Kom och spring. Anmälan kostar 400 kr. Varmt välkommen!</p>") == [
        "Anmälan kostar 400 kr."
    ]
    [long] = sentences(f"<p>{'very ' * 60}good bread for £3 {'and ' * 60}</p>")
    assert "good bread for £3" in long
    assert len(long) < 150


def test_words_that_do_not_stand_side_by_side_are_no_sentence() -> None:
    assert sentences("<div>Pay like this: <ul><li>Bank</li></ul> The fee is £10.</div>") == [
        "The fee is £10."
    ]

"""Which sums of a page are prices: not what is insured, collected, given or won, and not half of a range."""

from __future__ import annotations

import pytest

from coldread.scanner.reading.amounts import free_sentences, is_of_another_firm, named_amounts

from ..seeing import document, page


def amounts(body: str) -> list[str]:
    return [one.amount for one in named_amounts(page(document(f"<main>{body}</main>")))]


@pytest.mark.parametrize(
    "body",
    [
        "<p>We detail the Audi RS8, the RS 6 and the rs4880.</p>",
        "<p>£5M public liability cover, £5m cover and £5mn more; insured for £10 million.</p>",
        "<p>We carry £5,000,000 public liability insurance.</p>",
        "<p>Vårt mål är att samla in minst 100 000 kr!</p>",
        "<ul><li><b>Självrisk:</b> 3 000 kr vid vattenskador</li></ul>",
        "<table><tr><td>Självrisk</td><td>3 000 kr</td></tr></table>",
        "<p>För sponsorer som skänker över 1000 kr vill vi ge mer.</p>",
        "<p>The prize fund is £2,000.</p>",
    ],
)
def test_a_sum_that_is_no_price_is_not_told(body: str) -> None:
    assert amounts(body) == []


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<p>Rs 500 or Rs. 700, from RS. 900</p>", ["Rs 500", "Rs. 700", "RS. 900"]),
        ("<p>Lokalen kostar 7 500–12 000 kr per helg.</p>", ["7 500–12 000 kr"]),
        ("<p>A wash is £10-20, a full valet £79.</p>", ["£10-20", "£79"]),
        ("<p>The coach is £20. We have raised £5,000 for charity.</p>", ["£20"]),
        ("<p>Vi samlar in till taket. Medlem kostar 200 kr.</p>", ["200 kr"]),
        ("<p>Skänk i ek, 4 500 kr</p>", ["4 500 kr"]),
    ],
)
def test_a_price_is_told_as_it_is_written(body: str, told: list[str]) -> None:
    assert amounts(body) == told


@pytest.mark.parametrize(
    ("body", "is_priced"),
    [
        ("<p>Anmälan kostar 400 kr och i priset ingår kaffe.</p>", True),
        ("<p>200 kr / familj och hushåll</p>", True),
        ("<p>Adult members £18, Juniors £10.</p>", True),
        ("<p>Engångskostnad</p><div>10 000 kr</div>", True),
        ("<p>We once found £40 in the car park.</p>", False),
    ],
)
def test_words_beside_it_say_whether_a_sum_is_a_price(body: str, is_priced: bool) -> None:
    found = named_amounts(page(document(f"<main>{body}</main>")))
    assert {one.is_priced for one in found} == {is_priced}


def test_the_words_around_an_amount_are_its_sentence_and_no_more_than_a_line() -> None:
    [one] = named_amounts(page(document("<p>Kom och spring. Anmälan kostar 400 kr. Varmt välkommen!</p>")))
    assert one.words == "Anmälan kostar 400 kr."
    [long] = named_amounts(page(document(f"<p>{'very ' * 60}good bread for £3 {'and ' * 60}</p>")))
    assert "good bread for £3" in long.words
    assert len(long.words) < 150


def test_an_advertisement_of_the_sites_maker_is_another_firms() -> None:
    home = page(document("<h1>Via bygdegård</h1>"))
    maker = page(document("<h1>En webbplats som sköter sig själv</h1>"))
    assert is_of_another_firm(maker, home)
    assert not is_of_another_firm(home, maker)
    assert not is_of_another_firm(maker, maker)


def test_sentences_about_free_are_the_pages_own() -> None:
    body = "<p>Kom som du är. Det är helt gratis att bli medlem! Ring oss.</p><p>Feel free to ask.</p>"
    assert free_sentences(page(document(body))) == ["Det är helt gratis att bli medlem!"]

"""A sheet quotes amounts as the order and the pages write them, and asks for no price where the order names one."""

from __future__ import annotations

import dataclasses

import pytest

from coldread.base.languages import Language
from coldread.drafts.document.money_shown import order_amounts
from tests.drafts.ordering import assignment, made
from tests.drafts.sheets import behind, sheet, shows
from tests.scanner.seeing import SWEDISH, document

BARE = document(f"<main><h1>Via bygdegård</h1>{SWEDISH}</main>", head="<title>Via</title>")


def money(text: str) -> str:
    return shows(text, "Money") or shows(text, "Pengar")


@pytest.mark.parametrize(
    ("words", "amounts"),
    [
        ("Det är 1 500 kr per dygn, 1 000 för medlemmar.", ["1 500 kr"]),
        ("You can come as a guest, the coach is £20 – £25.", ["£20 – £25"]),
        ("Kortet kostar 300 kr. Dieseln går loss på 60 000 kr.", ["300 kr", "60 000 kr"]),
        ("Householders want a driveway sprayed for fifty quid.", []),
        ("We turn over £3 million.", []),
        ("Det kostar 1 500 till 3 000 kr.", ["1 500 till 3 000 kr"]),
        ("Från 300 kr till 12 personer.", ["300 kr"]),
    ],
)
def test_the_orders_amounts_are_taken_as_written_whatever_they_are_of(words: str, amounts: list[str]) -> None:
    assert order_amounts(assignment(pain_point=words)) == amounts


@pytest.mark.parametrize("lang", list(Language))
def test_an_amount_that_only_the_order_names_is_told_and_no_price_is_asked_for(lang: Language) -> None:
    text = sheet(made(BARE, pain_point="De frågar vad det kostar. Det är 1 500 kr per dygn.", lang=lang))
    told = {
        Language.EN: "Your order names `1 500 kr`; no text of this page has that figure.",
        Language.SV: "Din beställning anger `1 500 kr`; den siffran står inte i någon text på sidan.",
    }
    assert told[lang] in money(text)
    asked = {Language.EN: "If it costs something", Language.SV: "Kostar det något"}
    assert asked[lang] not in text
    assert asked[lang] in sheet(made(BARE, lang=lang))


def test_a_figure_that_the_page_has_is_quoted_with_its_sentence() -> None:
    page = BARE.replace("<h1>", "<p>Vi har öppet. Dygnet kostar 1500 kr. Välkommen!</p><h1>")
    told = money(sheet(made(page, pain_point="Det är 1 500 kr per dygn.")))
    assert "Sentences of the page with an amount: “Dygnet kostar 1500 kr”." in told
    assert "Your order names `1 500 kr`; the page has that figure in “Dygnet kostar 1500 kr”." in told


@pytest.mark.parametrize(
    ("asked", "page", "told"),
    [
        ("$19.99", "Only $2.99 / month, 99 guides", "no text of this page has that figure."),
        ("$20", "It is $20.00 a month", "the page has that figure in “It is $20.00 a month”."),
        ("1 500 kr", "Det kostar 1.500 kr", "the page has that figure in “Det kostar 1.500 kr”."),
        ("£20 – £25", "From £20 to £25", "the page has that figure in “From £20 to £25”."),
        ("500 kr", "Det kostar 1 500 kr", "no text of this page has that figure."),
    ],
)
def test_a_figure_is_the_same_only_with_its_thousands_and_its_decimals(
    asked: str, page: str, told: str
) -> None:
    text = sheet(
        made(document(f"<main><h1>Guides</h1><p>{page}</p></main>"), constraints=f"We ask {asked} for it.")
    )
    assert f"Your order names `{asked}`; {told}" in money(text)


def test_of_a_figure_in_hidden_text_nothing_is_said() -> None:
    page = BARE.replace("</main>", "<p hidden>Dygnet kostar 1500 kr.</p></main>")
    assert "Your order" not in money(sheet(made(page, pain_point="Det är 1 500 kr per dygn.")))


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<p>Medlem kostar 200 kr. Välkommen!</p>", "`/two.html`, says: “Medlem kostar 200 kr”."),
        ("<p>År 1969 var avgiften 10 kr.</p>", "`/two.html`, says: “År 1969 var avgiften 10 kr”."),
        (
            "<div>Anmäl dig så här: <ul><li>Ring</li></ul> Avgiften är 100 kr.</div>",
            "`/two.html`, says: “Avgiften är 100 kr”.",
        ),
        ("<p>Ring oss.</p>", ""),
    ],
)
def test_of_another_page_whole_sentences_with_amounts_are_quoted(html: str, told: str) -> None:
    case = dataclasses.replace(made(BARE), around=(behind("https://page.example/two.html", document(html)),))
    text = sheet(case)
    finding = text.partition("`trust.no-amount`")[2].partition("\n### ")[0]
    assert (told in money(text)) if told else ("two.html" not in money(text))
    assert (told in finding) if told else ("two.html" not in finding)
    assert "Only this page was searched." not in finding

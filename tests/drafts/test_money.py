"""A sheet asks for a price that is missing, and for none that the page or the order has, or that nobody asks."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from coldread.base.languages import Language
from coldread.drafts.draft_texts import say
from coldread.drafts.order_price import order_price
from tests.drafts.ordering import assignment, made
from tests.drafts.sheets import answers, behind, sheet
from tests.scanner.seeing import SWEDISH, document

BARE = document(f"<main><h1>Via bygdegård</h1>{SWEDISH}</main>", head="<title>Via</title>")


def cost(text: str) -> str:
    return answers(text)[3]


def finding(text: str) -> str:
    return text.partition("`trust.no-amount`")[2].partition("\n### ")[0]


@pytest.mark.parametrize(
    ("words", "amounts"),
    [
        ("Det är 1 500 kr per dygn, 1 000 för medlemmar.", ("1 500 kr",)),
        ("Tre kvällar är gratis, sedan är det 650 kr per termin.", ("650 kr",)),
        ("You can come as a guest, the coach is £20.", ("£20",)),
        ("Kortet kostar 300 kr. Dieseln går loss på 60 000 kr.", ("300 kr",)),
        ("Priset är inte bestämt, det lutar åt 49 kr i månaden.", ()),
        ("Ett pass kostar 250 kr, men priset ändras så vi har inte velat skriva ut det.", ()),
        ("Vi måste upp i 100 000 kr, annars känns det inte bra.", ()),
        ("Householders want a driveway sprayed for fifty quid.", ()),
    ],
)
def test_the_orders_prices_are_those_that_it_asks_of_others(words: str, amounts: tuple[str, ...]) -> None:
    found = order_price(assignment(pain_point=words))
    assert found.amounts == amounts
    assert not found.is_nothing_sold


@pytest.mark.parametrize(
    ("words", "is_nothing_sold"),
    [
        ("Inget som låter som reklam, vi säljer ingenting.", True),
        ("Everything is free, so no sales language.", True),
        ("Det ska stå att det är gratis.", True),
        ("Come in for a free trial class.", False),
        ("The app will be free.", True),
        ("Other score apps are free with adverts.", False),
        ("Feel free to change it.", False),
    ],
)
def test_the_order_says_whether_anything_is_sold(words: str, is_nothing_sold: bool) -> None:
    assert order_price(assignment(goal="Visits", constraints=words)).is_nothing_sold is is_nothing_sold


def test_a_price_that_only_the_order_names_is_told_and_not_asked_for() -> None:
    text = sheet(made(BARE, pain_point="De frågar vad det kostar. Det är 1 500 kr per dygn."))
    assert "Your order names `1 500 kr`; the text of the page does not." in cost(text)
    assert "The order names `1 500 kr`, and the page names no amount" in text
    assert "If that is what it costs, say it on the page." in text
    assert "If it costs something" not in text


def test_a_price_that_both_name_is_no_fault() -> None:
    page = BARE.replace("<h1>", "<p>Dygnet kostar 1500 kr.</p><h1>")
    text = sheet(made(page, pain_point="Det är 1 500 kr per dygn."))
    assert "`1500 kr`" in cost(text)
    assert "Your order names" not in cost(text)
    assert "trust.no-amount" not in text


@pytest.mark.parametrize("lang", list(Language))
def test_no_price_is_asked_of_those_who_say_that_they_sell_nothing(lang: Language) -> None:
    text = sheet(made(BARE, constraints="Vi säljer ingenting.", primary_goal="other", lang=lang))
    assert "trust.no-amount" not in text
    assert say(lang, "shows.no_price_asked") in cost(text)
    assert say(lang, "unmeasured.unpriced") in text
    assert say(lang, "unmeasured.offer") not in text
    assert "trust.no-amount" in sheet(made(BARE, primary_goal="other", lang=lang))


def test_of_what_others_give_away_nothing_is_said() -> None:
    assert "You wrote" not in cost(sheet(made(BARE, pain_point="Other score apps are free with adverts.")))
    assert "You wrote: “A free trial class”" in cost(sheet(made(BARE, goal="A free trial class.")))


def test_what_the_page_says_of_free_is_quoted() -> None:
    page = BARE.replace("</main>", "<p>Det är helt gratis att bli medlem! Ladda ner blanketten.</p></main>")
    text = sheet(made(page, constraints="Det ska stå att det är gratis."))
    assert "Its words about free: “Det är helt gratis att bli medlem!”." in cost(text)
    assert "trust.no-amount" not in text
    bare = sheet(made(BARE, constraints="Det ska stå att det är gratis."))
    assert "No words in the text of the page say that something is free." in cost(bare)


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<p>Medlem kostar 200 kr. Välkommen!</p>", "`/two.html`, says: “Medlem kostar 200 kr”."),
        ("<p>Självrisk: 3 000 kr vid vattenskador</p>", ""),
        ("<p>Vi hittade 40 kr på golvet.</p>", ""),
        ("<h1>En webbplats som sköter sig själv</h1><p>Den kostar 10 000 kr.</p>", ""),
    ],
)
def test_of_another_page_its_prices_are_told_in_its_own_words(html: str, told: str) -> None:
    case = dataclasses.replace(made(BARE), around=(behind("https://page.example/two.html", document(html)),))
    text = sheet(case)
    assert (told in cost(text)) if told else ("two.html" not in text)
    assert (told in finding(text)) if told else ("two.html" not in finding(text))


def test_the_rules_answer_stands_aside_where_the_order_knows_better() -> None:
    church = BARE.replace("Via bygdegård", "Via församling")
    order: dict[str, Any] = {"primary_goal": "other"}
    assert "(Rules: does not apply.)" in cost(sheet(made(church, **order)))
    assert "Rules:" not in cost(sheet(made(church, pain_point="Det är 650 kr per termin.", **order)))

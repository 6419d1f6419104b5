"""What owners talk about is answered matter by matter: nothing contradicts them, nothing that was told is asked for."""

from __future__ import annotations

import re

import pytest

from coldread.advice.hurts.classes import HURTS
from coldread.advice.matters.answer import SURE, by_matters, kind_of, matters_of
from coldread.advice.matters.own_words import own_words
from coldread.advice.matters.signs import DIGITS, TEXTS, class_of, languages_of, signs_of, told
from coldread.advice.matters.table import BY_NAME, MATTERS, OUTCOME
from coldread.advice.quick_fix import HOME, ONE_SIGN, fixed, reading_of
from coldread.advice.requests import QuickFixRequest
from coldread.base.languages import Language
from coldread.base.texts.said import gaps_in
from tests.harness.service import START


def ask(problem: str, selector: str = "body") -> QuickFixRequest:
    return QuickFixRequest(url="https://acme.example/", element_selector=selector, problem=problem)


def names(problem: str) -> list[str]:
    return [matter.name for matter in matters_of(reading_of(ask(problem), START))]


@pytest.mark.parametrize(
    ("problem", "matters"),
    [
        ("The brochure is a pdf and nobody opens it", ["pdf"]),
        ("Vår meny är en pdf", ["pdf"]),
        ("Each plan looks identical, people book the wrong course", ["mixed-up"]),
        ("Folk tror att vi bara säljer till företag", ["wrong-belief"]),
        ("New members are afraid they will not keep up", ["fears"]),
        ("Everyone asks if dogs are allowed", ["asked"]),
        ("Alla frågar om man får ha hund med sig", ["asked"]),
        ("Guests book through Airbnb although we are cheaper", ["middleman"]),
        ("Frakten syns först i kassan", ["price-late"]),
        ("The opening hours are still from last winter", ["stale"]),
        ("Our hours are wrong on Google", ["google-entry"]),
        ("Kunderna ringer i stället", ["calls-instead"]),
        ("Our staff keep quitting and the economy is bad", ["beyond"]),
        ("The weather box covers the calendar", ["covers"]),
        ("The form times out and we start over", ["lost-work"]),
        ("Sidan inleds med vår historia", ["order"]),
        ("Våra annonser drar folk men ingen stannar", ["ads"]),
        ("We have 34 links", ["menu"]),
        ("Should we mention the wait", ["tell-or-not"]),
        ("The carousel turns too fast. The phone number cannot be tapped.", ["carousel", "number-dead"]),
    ],
)
def test_a_matter_is_told_by_classes_of_words(problem: str, matters: list[str]) -> None:
    assert names(problem) == matters


@pytest.mark.parametrize(
    "problem",
    [
        "We sell slow travel and love it",
        "The page loads in 1 second",
        "The menu is a picture of health",
        "Our gift boxes are lovely",
        "Our brochure is printed in Hull",
        "Vi har fullt upp och det är roligt",
    ],
)
def test_what_only_sounds_like_a_matter_is_none(problem: str) -> None:
    assert names(problem) == []


def test_a_word_of_one_language_is_none_in_the_other_unless_both_are_spoken() -> None:
    assert languages_of(told("Vi får bland annat frågor om tider")) == (Language.SV,)
    assert languages_of(told("We get many questions about the times")) == (Language.EN,)
    both = told("Hej, our checkout is only in english fast resten är på svenska")
    assert languages_of(both) == (Language.EN, Language.SV)
    assert "tone" not in names("Formuläret frågar bland annat efter allergier")


def test_where_several_are_told_each_is_answered_and_one_question_asked() -> None:
    answer = fixed(ask("The age gate comes first, then the cookie banner, then a pop-up"), START)
    assert [line[:2] for line in answer.rewrite.split("\n\n")][:3] == ["1.", "2.", "3."]
    assert answer.rewrite.count("?") == 1
    assert answer.rewrite.endswith("?")


def test_what_is_said_to_be_well_is_no_matter_and_what_nothing_is_like_is() -> None:
    assert names("The carousel is fine, nobody finds the pdf") == ["pdf"]
    assert names("Karusellen är bra men prislistan är en pdf") == ["pdf"]
    assert names("Nothing looks right on phones, the text gets cut") == ["phone-layout"]


def test_a_swedish_denial_may_follow_its_verb() -> None:
    assert names("Folk ser inte knappen") == names("Folk som inte ser knappen") == ["button-unseen"]


def test_a_symptom_stands_beside_one_cause_and_never_beside_two() -> None:
    one = names("Everyone asks if dogs are allowed. It says so in the pdf.")
    assert one == ["pdf", "asked"]
    two = names("Everyone asks if dogs are allowed. It says so in the pdf. The carousel hides it.")
    assert two == ["pdf", "carousel"]
    assert names("Guests are furious about the bathrooms") == ["surprised"]
    assert names("Guests are furious about the pdf") == ["pdf"]


def test_the_quotation_of_the_sentence_that_tells_it_is_repeated_and_no_other() -> None:
    answer = fixed(ask('A man said "hello". The button says "Go on" and they think it closes.'), START)
    assert "“Go on”" in answer.rewrite
    assert "hello" not in answer.rewrite
    long = fixed(ask(f'Our headline is "{"we dare " * 20}" and nobody gets it'), START)
    assert "we dare" not in long.rewrite


def test_the_owners_own_fact_is_handed_back_and_not_asked_for() -> None:
    answer = fixed(ask('The headline is "Onwards" and people wonder. We do boat repairs in Hull.'), START)
    assert "“Boat repairs in Hull”" in answer.rewrite
    assert not answer.rewrite.endswith(TEXTS.say(Language.EN, "matter.headline.ask"))
    without = fixed(ask('The headline is "Onwards" and people wonder.'), START)
    assert without.rewrite.endswith(TEXTS.say(Language.EN, "matter.headline.ask"))


@pytest.mark.parametrize(
    ("problem", "fact"),
    [
        ("Nobody gets it (it's shift planning for bakeries).", "Shift planning for bakeries"),
        ("De tror att det är tryck. De är original i olja.", "De är original i olja"),
        ("We do not know what to do", None),
        ("Jag är trött på det här", None),
        ("We are losing customers", None),
        ("We do what we can?", None),
    ],
)
def test_a_fact_is_a_plain_statement_without_complaint(problem: str, fact: str | None) -> None:
    assert own_words(problem) == fact


def test_what_has_to_stay_is_said_to_be_respected() -> None:
    assert "can be respected" in fixed(ask("The pop-up annoys people but the board insists"), START).rewrite
    assert "can be respected" not in fixed(ask("The pop-up annoys people a lot"), START).rewrite


@pytest.mark.parametrize("problem", ["Nobody buys anything", "Ingen köper något", "Nobody signs up"])
def test_where_only_what_happens_is_told_the_usual_reasons_and_a_look_are_given(problem: str) -> None:
    answer = fixed(ask(problem), START)
    assert answer.confidence <= 0.3
    assert re.search(r"^3\. ", answer.rewrite, re.MULTILINE)
    assert answer.rewrite.count("?") == 1
    assert problem in answer.diagnosis


def test_people_are_sent_to_the_first_page_and_agents_to_the_endpoint() -> None:
    for problem in ("menu is a pdf", "Nobody buys anything", "My aunt is tall"):
        answer = fixed(ask(problem), START, "https://reads.example")
        assert "https://reads.example" in answer.rationale + answer.rewrite
        assert HOME not in answer.rationale + answer.rewrite
        assert "POST /v1/scan" in answer.rationale


def test_a_single_clause_about_one_element_keeps_its_remedy() -> None:
    assert "<" in fixed(ask("The phone number can't be tapped: 08-123 45", "a.tel"), START).rewrite
    assert fixed(ask("14 items in the menu", "nav"), START).rewrite.count("\n\n") == 0


def test_every_matter_is_told_and_said_in_every_language_and_claims_little() -> None:
    assert TEXTS.check() == []
    for matter in MATTERS:
        assert set(matter.gives_way) <= BY_NAME.keys(), matter.name
        assert SURE[matter.weight] <= ONE_SIGN
        for lang in Language:
            key = f"matter.{matter.name}"
            assert signs_of(f"{key}.signs", lang), matter.name
            assert TEXTS.say(lang, f"{key}.ask").count("?") == 1, matter.name
            assert "?" not in TEXTS.say(lang, f"{key}.says") + TEXTS.say(lang, f"{key}.title")
            choices = TEXTS.choices(lang, f"{key}.help")
            assert not gaps_in(choices[-1]), matter.name
            for sign in (*signs_of(f"{key}.signs", lang), *signs_of(f"{key}.unless", lang)):
                for phrase in (*sign.absent, *(one for group in sign.groups for one in group)):
                    assert all(
                        class_of(word.lower(), lang) for word in phrase if word.isupper() and word != DIGITS
                    )
    known = TEXTS.keys()
    assert {name.split(".")[1] for name in known if name.startswith("matter.")} == BY_NAME.keys()


def test_every_matter_can_be_answered_alone() -> None:
    for lang, problem in ((Language.EN, "It is what it is"), (Language.SV, "Det är som det är")):
        reading = reading_of(ask(problem), START)
        assert reading.lang == lang
        for matter in MATTERS:
            answer = by_matters([matter], reading)
            assert "{" not in re.sub(r"\{ [a-z-]+: [^{}]* \}", "", answer.rewrite), matter.name
            assert answer.confidence == SURE[matter.weight]
    assert min(SURE.values()) == SURE[OUTCOME]


def test_every_kind_of_trouble_that_has_reasons_is_one_that_is_recognised() -> None:
    known = TEXTS.keys()
    kinds = {key.split(".")[1] for key in known if key.startswith("kind.") and key.endswith(".causes")}
    assert kinds <= {hurt.name for hurt in HURTS}
    assert kind_of([], reading_of(ask("Bounce rate 89%. Help."), START)) == "wish"
    assert kind_of([], reading_of(ask("It rains here"), START)) is None
    told_why = (
        "Our bookings come in as twelve because the counter of the form begins at twelve, as far as I can see"
    )
    assert kind_of([], reading_of(ask(told_why), START)) is None

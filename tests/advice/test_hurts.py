"""What hurts is told by classes of words; a remedy is claimed only where it answers that."""

from __future__ import annotations

import pytest
from bench.advice.__main__ import answered, problems

from coldread.advice.complaints import BY_NAME
from coldread.advice.hurts.classes import HURTS, TEXTS, hurts_in
from coldread.advice.quick_fix import BY_CLASS, fixed
from coldread.advice.requests import QuickFixRequest
from coldread.base.languages import Language
from tests.harness.service import START


def ask(problem: str, selector: str = "main") -> QuickFixRequest:
    return QuickFixRequest(url="https://acme.example/", element_selector=selector, problem=problem)


@pytest.mark.parametrize(
    ("problem", "hurt"),
    [
        ("Since we changed the picture we have had half as many bookings", "after-change"),
        ("Sedan vi bytte leverantör har beställningarna halverats", "after-change"),
        ("Norwegian guests do not understand the booking", "other-tongue"),
        ("The map does not load", "fails"),
        ("Sidan kraschar", "fails"),
        ("Shoppers abandon the basket", "stops-halfway"),
        ("Folk ger upp halvvägs", "stops-halfway"),
        ("Parents order the wrong size", "mixed-up"),
        ("Nobody notices the phone number", "unseen"),
        ("Ingen ser skylten", "unseen"),
        ("Tenants are afraid to sign", "doubts"),
        ("Hyresgästerna vågar inte skriva under", "doubts"),
        ("Givers ask where the money goes", "asked"),
        ("It sounds like a brochure", "sounds-wrong"),
        ("We want more members", "wish"),
        ("Terrible on mobile", "one-screen"),
    ],
)
def test_what_hurts_is_told_by_classes_of_words(problem: str, hurt: str) -> None:
    assert hurts_in(problem)[0].name == hurt


def test_what_the_owner_does_not_know_is_not_what_visitors_suffer() -> None:
    assert "misread" not in {hurt.name for hurt in hurts_in("I don't know where to put it")}
    assert "misread" in {hurt.name for hurt in hurts_in("Visitors don't know where to put it")}


def test_a_change_that_came_first_is_asked_about_before_anything_is_reworded() -> None:
    answer = fixed(ask("Since we changed the label to 'Submit' we get fewer orders", "button"), START)
    assert answer.confidence == BY_CLASS
    assert "<button>" not in answer.rewrite
    assert answer.rewrite.count("?") == 1


def test_each_class_that_answers_asks_one_question_and_names_only_complaints_and_words_that_exist() -> None:
    for hurt in HURTS:
        assert hurt.fits <= BY_NAME.keys(), hurt.name
        for language in Language:
            if hurt.answers_at:
                first = TEXTS.say(language, f"hurt.{hurt.name}.first", element="x")
                question = TEXTS.say(language, f"hurt.{hurt.name}.question", element="x")
                assert (first.count("?"), question.count("?")) == (0, 1), hurt.name
            for sign in TEXTS.choices(language, f"hurt.{hurt.name}.signs"):
                for word in sign.replace(" & ", " ").split():
                    assert not word.isupper() or TEXTS.choices(language, f"word.{word.lower()}"), (
                        hurt.name,
                        word,
                    )


def test_the_answers_to_the_owners_of_the_benchmark_are_those_that_were_labelled() -> None:
    rows = [(problem, *answered(problem)) for problem in problems()]
    assert [problem["problem"] for problem, name, _, _ in rows if name != problem["answer"]] == []
    assert max((sure for problem, _, sure, _ in rows if problem["label"] == "wrong"), default=0.0) <= 0.5

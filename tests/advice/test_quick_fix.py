"""The rules read the complaint: language, element, quotation, offer, figures; and never invent."""

from __future__ import annotations

import time

import pytest

from coldread.advice.complaint_texts import TEXTS
from coldread.advice.complaints import BY_NAME, COMPLAINTS, USUAL
from coldread.advice.quick_fix import chosen, fixed, reading_of
from coldread.advice.requests import QuickFixRequest
from coldread.base.languages import Language
from coldread.scanner.judge.rubric import CHECKS
from tests.harness.service import START


def ask(selector: str, problem: str, url: str = "https://acme.example/") -> QuickFixRequest:
    return QuickFixRequest(url=url, element_selector=selector, problem=problem)


@pytest.mark.parametrize(
    ("selector", "problem", "complaint"),
    [
        ("h1", "not clear what this product does", "headline-vague"),
        (".cta-button", "CTA says 'Get Started' but it should say something about a demo", "goal-mismatch"),
        ("footer", "Copyright 2019 at the bottom", "stale"),
        ("nav.main", "14 items in the menu", "nav"),
        ("button.buy", "white text on yellow button", "low-contrast"),
        (".faq", "Too much text, nobody reads it", "wall-of-text"),
        ("form", "People don't trust what we do with their data", "privacy"),
        (".hero video", "Video starts by itself with sound", "autoplay"),
        ("body", "text is 12px and hard to read", "small-text"),
        ("a.cta", "Ingen klickar på knappen", "ignored-call"),
        (".pris", "Vi har 14 dagars öppet köp men ingen vet om det", "risk"),
        ("button", "Knappen är på engelska: 'Submit', resten är på svenska", "language-mix"),
        (".lead", "Ingen förstår texten, den är full av facktermer", "hard-to-read"),
        ("img.hero", "stockfoto på ett handslag", "stock-photo"),
        ("div.card", "the layout jumps when the image loads", "layout-shift"),
        ("button#buy", "The button leads to a 404", "dead-link"),
        ("#x", "asdf qwer", "unclear"),
    ],
)
def test_the_complaint_is_recognised_by_its_words_and_its_element(
    selector: str, problem: str, complaint: str
) -> None:
    assert chosen(reading_of(ask(selector, problem), START)).complaint.name == complaint


def test_the_offer_in_the_complaint_becomes_the_headline() -> None:
    english = fixed(ask("h1", "Vague. We make ergonomic chairs for programmers."), START)
    assert "<h1>Ergonomic chairs for programmers</h1>" in english.rewrite
    swedish = fixed(ask("h1", "Rubriken är luddig. Vi säljer städning till kontor i Malmö."), START)
    assert "<h1>Städning för kontor i Malmö</h1>" in swedish.rewrite


def test_the_answer_is_in_the_language_of_the_complaint() -> None:
    assert "knapp" in fixed(ask("button", "Knappen säger bara Skicka"), START).diagnosis.lower()
    assert "button" in fixed(ask("button", "It just says Skicka on the button"), START).diagnosis.lower()


def test_contrast_is_calculated_from_the_colours_that_were_told() -> None:
    answer = fixed(ask(".cta", "text is #999999 on #ffffff, hard to see"), START)
    assert "2.8:1" in answer.diagnosis
    assert "color: #767676" in answer.rewrite


def test_a_rewrite_that_rests_on_facts_is_surer_than_one_with_blanks() -> None:
    told = fixed(ask("h1", "Too vague. We sell bread for cafés."), START)
    blank = fixed(ask("h1", "Too vague."), START)
    assert blank.confidence < told.confidence <= 0.85
    assert "[" in blank.rewrite


def test_praise_and_promises_are_never_invented() -> None:
    proof = fixed(ask("main", "No testimonials, people don't trust us"), START)
    assert "[Name]" in proof.rewrite
    promise = fixed(ask(".btn", "People hesitate, afraid of lock-in"), START)
    assert "[Only what is true" in promise.rewrite


@pytest.mark.parametrize(
    "problem",
    [
        '"' * 2000,
        "we sell " + "a " * 990,
        "- " * 1000,
        "{quote}{0}" * 200,
        "<script>" * 250,
        "1 " * 1000,
        "“" * 2000,
    ],
)
def test_whatever_is_complained_of_is_answered_soon(problem: str) -> None:
    fixed(ask("h1", "warm"), START)
    began = time.process_time()
    answer = fixed(ask("[x=" * 120, problem[:2000]), START)
    assert time.process_time() - began < 5
    assert answer.diagnosis
    assert "<script" not in answer.rewrite


def test_every_complaint_has_its_words_in_every_language_and_a_check_that_exists() -> None:
    names = set(BY_NAME)
    for language in Language:
        said = {key.split(".")[1] for key in TEXTS.of(language) if key.startswith("complaint.")}
        assert said == names
    checks = {check.meta.id for check in CHECKS}
    assert {row.check for row in COMPLAINTS if row.check} <= checks
    assert set(USUAL.values()) <= names


@pytest.mark.parametrize("piece", ["-", " ", "a-", "our is "])
def test_a_problem_of_one_thing_over_and_over_is_read_in_a_moment(piece: str) -> None:
    body = QuickFixRequest(
        url="https://shop.example/", element_selector="h1", problem=("x" + piece * 2000)[:1999] + "x"
    )
    fixed(body, START)  # lexicons are read at the first
    began = time.thread_time()
    fixed(body, START)
    assert time.thread_time() - began < 2

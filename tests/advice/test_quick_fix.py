"""The rules read the complaint: language, element, quotation, offer, figures; and never invent."""

from __future__ import annotations

import time

import pytest

from coldread.advice.clauses import complained_of, denied
from coldread.advice.complaint_texts import TEXTS
from coldread.advice.complaints import BY_NAME, COMPLAINTS
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
        ("a.cta", "Ingen klickar på knappen ”Kom igång”", "ignored-call"),
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


@pytest.mark.parametrize(
    ("selector", "problem", "complaint"),
    [
        (".cookie", "cookie banner hides the cart on mobile, people can't check out", "covered"),
        (".testimonials", "we have no customers yet, what do we put in testimonials?", "nothing-to-show-yet"),
        (".referenser", "Vi har nöjda kunder men ingen vill ställa upp med namn", "unnamed-proof"),
        ("form", "Formuläret skickar inte iväg något när man trycker på knappen", "form-broken"),
        ("form", "we get lots of spam through the contact form", "form-spam"),
        ("form", "leads from the form are rubbish, mostly students", "wrong-people"),
        (".product", "The add to cart button works but people leave at shipping costs", "price-surprise"),
        (".pris", "priset står men kunderna tycker att det är dyrt", "dear"),
        ("video", "The video in the hero doesn't play on iPhone", "media-broken"),
        ("h1", "Ingen hittar oss på google när de söker hunddagis i Solna", "unfound"),
        (".tickets", "tickets are sold out but the buy button is still there", "sold-out"),
        (".cta", "button text is fine, nobody sees the button on phones", "below-fold"),
        (".donate", "donors worry how much goes to admin", "open-question"),
        (".oppet", "Det står att vi har öppet på lördagar men det har vi inte", "says-otherwise"),
    ],
)
def test_what_it_is_about_and_what_is_wrong_with_it_decide_together(
    selector: str, problem: str, complaint: str
) -> None:
    assert chosen(reading_of(ask(selector, problem), START)).complaint.name == complaint


@pytest.mark.parametrize(
    ("selector", "problem"),
    [
        ("#main", "how do I get more sales"),
        (".faq", "we removed the FAQ and support tickets doubled"),
        ("h1", "gör den bättre"),
        (".kalender", "kunder bokar på dagar vi har stängt"),
    ],
)
def test_what_no_rule_fits_is_said_not_to_be_understood_and_one_question_is_asked(
    selector: str, problem: str
) -> None:
    answer = fixed(ask(selector, problem), START)
    assert answer.confidence <= 0.3
    assert answer.rewrite.count("?") == 1
    assert "<" not in answer.rewrite
    assert "/v1/scan" in answer.rationale


def test_an_opinion_is_no_fact_and_one_device_is_no_missing_address() -> None:
    opinion = fixed(
        ask("p.about", "my wife says the text is too long but I think everything is important"), START
    )
    assert "everything is important" not in opinion.rewrite
    assert opinion.confidence <= 0.3
    device = fixed(ask("button.buy", "when I click buy on my iPad nothing happens"), START)
    assert "href" not in device.rewrite
    assert device.confidence <= 0.3


def test_no_fix_contradicts_the_problem() -> None:
    covered = fixed(ask(".cookie", "the cookie banner hides the cart, people can't check out"), START)
    assert "<button>" not in covered.rewrite
    alone = fixed(ask("main", "no testimonials, we have no customers yet"), START)
    assert "ask three" not in alone.rewrite + alone.rationale
    kept = fixed(
        ask("button", "Don't change the label, it's fine: 'Start my trial'. White on #ffcc00."), START
    )
    assert "<button>" not in kept.rewrite
    by_mail = fixed(ask(".kontakt", "vi vill inte ha telefonsamtal, bara mejl, men alla ringer"), START)
    assert "tel:" not in by_mail.rewrite


def test_what_is_said_to_be_well_is_not_complained_of() -> None:
    assert complained_of("The headline is clear, but the form is slow") == "the form is slow"
    assert complained_of("Priset är bra men knappen syns inte") == "knappen syns inte"
    assert "not clear" in complained_of("The headline is not clear")
    assert denied("it is not a contrast problem", 12, "contrast")
    assert not denied("they do not know what it costs", 16, "what it costs")


def test_where_half_of_it_is_not_understood_little_is_claimed() -> None:
    plain = fixed(ask("nav", "14 items in the menu"), START)
    mixed = fixed(ask("nav", "14 items in the menu, the moon is full, my cat sleeps, rain falls"), START)
    assert mixed.confidence < plain.confidence
    assert mixed.confidence <= 0.5


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
    assert {name for row in COMPLAINTS for name in row.unless} <= names


@pytest.mark.parametrize("piece", ["-", " ", "a-", "our is "])
def test_a_problem_of_one_thing_over_and_over_is_read_in_a_moment(piece: str) -> None:
    body = QuickFixRequest(
        url="https://shop.example/", element_selector="h1", problem=("x" + piece * 2000)[:1999] + "x"
    )
    fixed(body, START)  # lexicons are read at the first
    began = time.thread_time()
    fixed(body, START)
    assert time.thread_time() - began < 2

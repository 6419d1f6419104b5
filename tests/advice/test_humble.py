"""Sure or humble: what no rule fits for certain gets no remedy, and a question that the owner has not answered."""

from __future__ import annotations

import itertools
import re

import pytest

from coldread.advice.humble import LONGEST, repeated
from coldread.advice.offer import is_whole, offer_in
from coldread.advice.quick_fix import chosen, fixed, reading_of
from coldread.advice.requests import QuickFixRequest
from tests.harness.service import START

#: owners' troubles of kinds that no rule knows, in parts that are put together
_WHO = ("Our guests", "Two of the neighbours", "Våra gäster", "Min svåger")
_WHAT = (
    "park on the lawn every Sunday",
    "think the owl on the wall is alive",
    "har börjat ta med egna stolar",
    "vinkar åt katten i skyltfönstret",
)
_MORE = ("", " I want them to stay longer.", " Det vore fint om det vände.", " The sign reads “Ring twice”.")


def ask(problem: str, selector: str = "body") -> QuickFixRequest:
    return QuickFixRequest(url="https://acme.example/", element_selector=selector, problem=problem)


@pytest.mark.parametrize("parts", tuple(itertools.product(_WHO, _WHAT, _MORE)))
def test_what_is_of_an_unknown_kind_gets_no_remedy(parts: tuple[str, str, str]) -> None:
    who, what, more = parts
    answer = fixed(ask(f"{who} {what}.{more}"), START)
    assert answer.confidence <= 0.3
    assert not re.search(r"[<{}\[]", answer.rewrite)
    assert answer.rewrite.count("?") == 1
    assert "POST /v1/scan" in answer.rewrite
    assert who in answer.diagnosis
    assert re.search(r"solved|löst", answer.rewrite.rpartition("\n")[2])


@pytest.mark.parametrize(
    ("problem", "asked"),
    [
        ("Nobody likes this: <div class='owl'>Hoo</div>", "solved"),
        ("Ingen gillar den här: <div class='uggla'>Ho</div>", "löst"),
        ("Nobody likes the owl", "solved"),
        ("Ingen gillar ugglan", "löst"),
    ],
)
def test_the_question_is_one_that_nobody_has_answered_yet(problem: str, asked: str) -> None:
    assert asked in fixed(ask(problem), START).rewrite.rpartition("\n")[2]


def test_the_owners_words_end_where_a_sentence_does() -> None:
    assert (
        repeated("Hi! The owl on our wall frightens guests. It is old.")
        == "The owl on our wall frightens guests"
    )
    assert repeated('The sign says "Ring". Nobody ever rings there.').startswith(
        "The sign says ’Ring’. Nobody"
    )
    long = repeated("we have owls, " * 60)
    assert long.endswith(" …")
    assert len(long) <= LONGEST + 2
    assert repeated("<b>") == "…"


@pytest.mark.parametrize(
    ("problem", "name", "holds"),
    [
        (
            "You can't tap our phone number 08-123 456 78 on a mobile",
            "not-a-link",
            'href="tel:0812345678">08-123 456 78<',
        ),
        ("Telefonnumret går inte att trycka på", "not-a-link", "[nummer]"),
        ("Our email address isn't clickable", "not-a-link", "mailto:[address]"),
        ("The opening hours are just an image", "text-in-picture", "typed as text"),
        ("Prislistan är en bild", "text-in-picture", "skrivna som text"),
        ("A newsletter box opens first. Our number lies behind it.", "box-over", "close button"),
        ("Startsidan tar 12 sekunder att ladda", "slow", "AVIF"),
        ("My site is slow, it has a video at the top", "slow", "preload"),
    ],
)
def test_what_is_worded_plainly_is_answered_with_little_claimed(problem: str, name: str, holds: str) -> None:
    answer = fixed(ask(problem), START)
    assert chosen(reading_of(ask(problem), START)).complaint.name == name
    assert holds in answer.rewrite
    assert answer.confidence <= 0.5


@pytest.mark.parametrize(
    "problem",
    [
        "Our delivery is slow and the page does not say so",
        "We sell slow travel and the page is full of pictures",
        "Our gift box covers everything, nobody orders it",
        "The menu is a picture of health",
        "The page loads in 1 second and nobody buys",
        "The form has 11 fields and legal says we must keep all of them",
        "Formuläret har 11 fält. Jag får inte ta bort något.",
        "Sales fell by half since May, and we have not changed anything",
        "At night people fill in the form instead of calling the number",
    ],
)
def test_what_only_sounds_like_it_is_left_alone(problem: str) -> None:
    answer = fixed(ask(problem), START)
    assert answer.confidence <= 0.3
    assert "<" not in answer.rewrite


def test_an_offer_is_a_whole_clause_or_none() -> None:
    told = offer_in("Ingen kan säga vad vi gör efter att ha läst den (vi automatiserar attest av fakturor).")
    assert told.says == "vi automatiserar attest av fakturor"
    assert not is_whole("efter att ha läst den")
    assert not is_whole("bread (and cakes")
    assert is_whole("bread and cakes (daily)")


def test_a_shade_that_was_not_told_is_no_fact() -> None:
    answer = fixed(ask("The text is light grey on white and too small"), START)
    assert answer.confidence <= 0.5
    assert "say #cccccc" in answer.diagnosis

"""A model words what was found: what it adds to the facts is found out."""

from __future__ import annotations

import pytest

from coldread.llm.grounds import Grounds

PAGE = """Bageri Kvarnen – Bread for cafés. We bake 1 200 loaves a night for 45 cafés in Malmö.
“Our guests ask for the rye.” Anna Berg, Café Linden. Book a tasting. Order before noon. Thu-Sun 9-17."""

GROUNDS = Grounds(
    PAGE, "Owners of small cafés", "The page has no headline. Write one that says what is offered."
)


@pytest.mark.parametrize(
    "text",
    [
        "Bread for cafés in Malmö",
        "Say it first: 45 cafés get 1,200 loaves a night.",
        "The button should say “Book a tasting”, not less.",
        "Anna Berg's words belong next to the button.",
        "A stranger cannot tell what is offered, so nobody stays.",
        'The word "rye" sells; lead with it.',
        "Skriv vad som erbjuds och till vem.",
        "Write it once: open Thu–Sun.",
        "Save the picture as WebP or JPEG.",
        "Latin filler stands where the offer should be, and an English line beside it speaks to AI reviewers.",
    ],
)
def test_what_the_page_and_the_findings_say_may_be_said_again(text: str) -> None:
    assert GROUNDS.objection(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Trusted by 500 cafés", "new-number"),
        ("Fördubbla din försäljning", "new-number"),
        ("Twice as many orders", "new-number"),
        ("Used by Espresso House", "new-name"),
        ("Bread that Volvo eats", "new-name"),
        ("Erik Svensson loves it", "new-name"),
        ("A guest said “best bread in the whole town”.", "new-quote"),
        ("See https://evil.example/pay", "address"),
        ("Write to me@evil.example", "address"),
        ("Go to evil.com today", "address"),
        ("<script>alert(1)</script>", "markup"),
        ("[Book](javascript:alert)", "markup"),
    ],
)
def test_new_numbers_names_quotations_addresses_and_markup_are_told_apart(text: str, reason: str) -> None:
    assert GROUNDS.objection(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        "[third review]",
        "The third question stays open.",
        "Write what every quarter brings.",
        "Ask a third party.",
        "The headline is shown double.",
        "Rubriken visas dubbelt.",
        "Ta bort den dubbla rubriken.",
    ],
)
def test_a_place_in_a_row_or_a_thing_too_many_claims_no_number(text: str) -> None:
    assert GROUNDS.objection(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "A third of them leave.",
        "It takes a third less time.",
        "[third of your visitors]",
        "A quarter of them leave.",
        "Double your sales.",
        "It can double sales.",
        "Dubbelt så många gäster.",
        "Det kan dubbla intäkterna.",
        "Write twelve reviews.",
    ],
)
def test_a_share_or_a_multiple_is_a_number(text: str) -> None:
    assert GROUNDS.objection(text) == "new-number"


ORDINARY = frozenset({"happens", "wakes", "delivered", "happy", "apple", "espresso", "house"})
WORDY = Grounds(PAGE, is_word=ORDINARY.__contains__)


@pytest.mark.parametrize(
    "text",
    [
        "Happens every night.",
        "What Happens When Malmö Wakes",
        "Malmö-delivered rye",
        "The café said it: “Happy guests in Malmö”.",
        "We bake for you. [Happens when?]",
    ],
)
def test_an_ordinary_word_with_a_capital_is_no_name_where_a_sentence_or_a_heading_gives_it_one(
    text: str,
) -> None:
    assert WORDY.objection(text, proposes=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "It happens at Apple",
        "Volvo-delivered rye",
        "Lund-Malmö bread",
        "What Happens When Volvo Wakes",
        "Used by Espresso House",
    ],
)
def test_a_name_stays_one_inside_a_sentence_a_compound_or_a_heading(text: str) -> None:
    assert WORDY.objection(text, proposes=True) == "new-name"


@pytest.mark.parametrize(
    ("text", "promised"),
    [
        ("Free delivery", True),
        ("With our guarantee", True),
        ("Prisbelönt bröd", True),
        ("Bread for cafés", False),
    ],
)
def test_a_promise_that_nobody_made_is_found(text: str, promised: bool) -> None:
    assert GROUNDS.makes_promise(text) is promised
    assert not Grounds(PAGE, text).makes_promise(text)

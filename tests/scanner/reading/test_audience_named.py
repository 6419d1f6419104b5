"""Whether a page names the people that its owner wants: one shared word of a long description is not enough to say yes."""

from __future__ import annotations

import pytest

from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.page import Page
from coldread.scanner.reading.audience import names_audience
from tests.scanner.seeing import document, seen

LONG = "Uppsalabor med ont i fötterna, liktornar eller naglar som växer in, gärna äldre och sådana som har friskvårdsbidrag kvar"


@pytest.mark.parametrize(
    ("headline", "audience", "sure", "somehow"),
    [
        ("Vila för fötterna", LONG, False, True),
        ("Fotvård i Uppsala mot liktornar och naglar", LONG, True, True),
        ("Fotvård för seniorer", "seniorer", True, True),
        ("Fotvård", "seniorer", False, False),
        (
            "Altan och trappa i trä",
            "Husägare runt Torsby som vill ha altan, trappa eller tak",
            False,
            True,
        ),
        ("Bygg i Torsby", "Husägare och företag runt Torsby som ska bygga eller renovera", True, True),
    ],
)
def test_a_long_description_needs_more_than_one_word(
    headline: str, audience: str, sure: bool, somehow: bool
) -> None:
    page = Page(
        seen(document(f"<h1>{headline}</h1>", lang="sv")), Brief(goal=PrimaryGoal.OTHER, audience=audience)
    )
    assert (names_audience(page, surely=True), names_audience(page)) == (sure, somehow)

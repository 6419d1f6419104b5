"""Clubs, associations and congregations: something that one joins."""

from __future__ import annotations

import re

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.once import once_a_page
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.quotes import read_blocks
from coldread.scanner.reading.read import reading_of

#: a shop may call itself a club; it has no statutes and no board
_JOINED = re.compile(
    r"\b(?:medlemsavgift\w*|årsavgift\w*|årsmöte\w*|stadgar|styrelse\w*|ideell\w*|annual meeting|committee|membership fee|volunteers?|non-?profit|congregation|parish)\b",
    re.IGNORECASE,
)


@once_a_page
def is_club(page: Page) -> bool:
    """By its own name; it has members, and nobody asks them for a reference or a guarantee."""
    headline = reading_of(page).headline
    named = f"{page.title} · {headline.text if headline else ''}"
    if phrases("reading.clubs").search(named) is None:
        return False
    return page.brief.goal == PrimaryGoal.OTHER or any(
        _JOINED.search(block.text) for block in read_blocks(page)
    )

"""The traits of two answers (what is it, is it for me): small whole numbers, counted on the page.

`SIGNS` fixes whether a trait counts for an answer or against it. How much it weighs was trained on readers' answers
(`answer_weights.toml`). The answer of a rule is one of the traits.
"""

from __future__ import annotations

from collections.abc import Mapping

from coldread.scanner.judge.answers import proof_traits, step_traits
from coldread.scanner.judge.answers.questions import Question
from coldread.scanner.judge.answers.weigh_traits import Outcome
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import is_filler
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.people import first_blocks, names_local_trade
from coldread.scanner.reading.quotes import read_blocks
from coldread.scanner.reading.record import Reading
from coldread.scanner.reading.whom import unquoted_first_blocks, whom

#: words of a page, without menus, below which it is thin, by degree
THIN = (60, 140, 300)
#: share of words that are filler, by degree
FILLED = (0.03, 0.25)
#: words on the first screen below which it is quiet, by degree
QUIET = (6, 12)
#: a page may be thin or unfinished by so many degrees before naming no audience counts against it
SPARED = 1
#: fewest words of a line that explains something besides the headline; more than so many lines add nothing
FEWEST_WORDS, MOST_LINES = 4, 4

#: 1 counts for a yes, -1 against it
SIGNS: dict[Question, dict[str, int]] = {
    Question.WHAT: {"rule_yes": 1, "lines": 1, "quiet": -1, "filler": -1},
    Question.FOR_ME: {
        "who": 1, "bare": -1, "nowhere": -1, "thin": -1,
    },
    Question.WHY: proof_traits.SIGNS,
    Question.PRESS: step_traits.SIGNS,
}  # fmt: skip


@once_per_page
def page_traits(page: Page) -> dict[str, int]:
    """How thin the page is, and how much of it is filler."""
    counted = [(len(words(block.text)), block.text) for block in read_blocks(page) if block.region != "nav"]
    total = sum(number for number, _ in counted)
    filler = sum(number for number, text in counted if is_filler(text) or placeholder_in(text))
    share = filler / total if total else 0.0
    return {
        "thin": sum(total < bound for bound in THIN),
        "filler": sum(share >= bound for bound in FILLED),
    }


def offer_traits(page: Page, reading: Reading, rule: Outcome) -> dict[str, int]:
    """Whether a line says what is offered, and how much text the first screen has."""
    head = reading.headline.text if reading.headline else ""
    lines = [
        one
        for one in unquoted_first_blocks(page)
        if one.text != head and len(words(one.text)) >= FEWEST_WORDS and not is_filler(one.text)
    ]
    word_count = sum(len(words(block.text)) for block in first_blocks(page))
    return {
        "rule_yes": int(rule == "yes"),
        "lines": min(MOST_LINES, len(lines)),
        "quiet": sum(word_count < bound for bound in QUIET),
    }


def audience_traits(page: Page, reading: Reading) -> dict[str, int]:
    """Whom the first screen names. A place counts as an audience, since people who live there know that they are meant."""
    audience, own = whom(page), page_traits(page)
    meant = bool(audience.named or audience.placed)
    near_by = reading.local or names_local_trade(page)
    silent = not meant and not audience.titled
    return {
        "who": int(meant),
        "bare": max(0, own["thin"] + own["filler"] - SPARED) if silent else 0,
        "nowhere": int(near_by and not audience.anywhere and not audience.titled),
    }


def traits_in_weights(question: Question, own: Mapping[str, int], page: Mapping[str, int]) -> dict[str, int]:
    """The traits that the question's weights use."""
    every = {**page, **own}
    return {name: every[name] for name in SIGNS[question]}

"""What two answers are weighed by (what is it, is it for me): what was counted on the page, small whole numbers.

Whether a trait speaks for an answer or against it is fixed here (`SIGNS`); how much it weighs was trained on what readers answered
(`answer_weights.toml`). What a rule had said before is one trait among the others.
"""

from __future__ import annotations

from collections.abc import Mapping

from coldread.scanner.judge import proof_traits, step_traits
from coldread.scanner.judge.questions import Question
from coldread.scanner.judge.weigh_traits import Outcome
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import is_filler
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.people import first_blocks, names_local_trade
from coldread.scanner.reading.quotes import read_blocks
from coldread.scanner.reading.record import Reading
from coldread.scanner.reading.whom import unquoted_first_blocks, whom

#: words of a page (menu left out) below which it is thin: hardly anything, little, not much
THIN = (60, 140, 300)
#: share of all words that only stand for words to come: some, many
FILLED = (0.03, 0.25)
#: words on the first screen below which it is quiet
QUIET = (6, 12)
#: a page may be so thin, or so unfinished, before it counts against it that it names nobody
SPARED = 1
#: words of a line beside the headline that explains something; more such lines add nothing
FEWEST_WORDS, MOST_LINES = 4, 4

#: 1 speaks for the answer, -1 against it
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
    """How much there is to read, and how much of it is not written yet."""
    counted = [(len(words(block.text)), block.text) for block in read_blocks(page) if block.region != "nav"]
    total = sum(number for number, _ in counted)
    filler = sum(number for number, text in counted if is_filler(text) or placeholder_in(text))
    share = filler / total if total else 0.0
    return {
        "thin": sum(total < bound for bound in THIN),
        "filler": sum(share >= bound for bound in FILLED),
    }


def offer_traits(page: Page, reading: Reading, rule: Outcome) -> dict[str, int]:
    """Whether a line says it, and how much is said at all before anybody scrolls."""
    head = reading.headline.text if reading.headline else ""
    lines = [
        one
        for one in unquoted_first_blocks(page)
        if one.text != head and len(words(one.text)) >= FEWEST_WORDS and not is_filler(one.text)
    ]
    said = sum(len(words(block.text)) for block in first_blocks(page))
    return {
        "rule_yes": int(rule == "yes"),
        "lines": min(MOST_LINES, len(lines)),
        "quiet": sum(said < bound for bound in QUIET),
    }


def audience_traits(page: Page, reading: Reading) -> dict[str, int]:
    """Whom the first screen names; a place stands for people, since those who live there know that they are meant."""
    told, own = whom(page), page_traits(page)
    meant = bool(told.named or told.placed)
    near_by = reading.local or names_local_trade(page)
    silent = not meant and not told.titled
    return {
        "who": int(meant),
        "bare": max(0, own["thin"] + own["filler"] - SPARED) if silent else 0,
        "nowhere": int(near_by and not told.anywhere and not told.titled),
    }


def counted(question: Question, own: Mapping[str, int], page: Mapping[str, int]) -> dict[str, int]:
    """What the question's weights know, its own traits and the page's."""
    every = {**page, **own}
    return {name: every[name] for name in SIGNS[question]}

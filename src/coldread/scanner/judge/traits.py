"""What two answers are weighed by (what is it, is it for me): what was counted on the page, small whole numbers.

Whether a trait speaks for an answer or against it is fixed here (`SIGNS`); how much it weighs was trained on what readers answered
(`answer_weights.toml`). What a rule had said before is one trait among the others.
"""

from __future__ import annotations

from collections.abc import Mapping

from coldread.scanner.judge.questions import Question
from coldread.scanner.judge.weighed import Outcome
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import is_filler
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.first_screen import first_screen
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.reading.people import first_blocks, names_local_trade
from coldread.scanner.reading.quotes import read_blocks
from coldread.scanner.reading.record import Reading
from coldread.scanner.reading.whom import whom

#: words of a page (menu left out) below which it is thin: hardly anything, little, not much
THIN = (60, 140, 300)
#: words from which on somebody has taken the trouble to explain
LONG = 600
#: share of all words that only stand for words to come: some, many
FILLED = (0.03, 0.25)
#: words on the first screen below which it is quiet
QUIET = (6, 12)
#: a page may be so thin, or so unfinished, before it counts against it that it names nobody
SPARED = 1
#: of the largest line: a telling one that is smaller is read by few
SMALL = 0.45

#: 1 speaks for the answer, -1 against it
SIGNS: dict[Question, dict[str, int]] = {
    Question.WHAT: {
        "rule_yes": 1, "rule_partly": 1, "kind": 1, "below": 1, "slogan": -1, "small": -1, "quiet": -1, "empty": -1,
        "filler": -1, "thin": -1,
    },
    Question.FOR_ME: {
        "who": 1, "bare": -1, "nowhere": -1, "thin": -1,
    },
}  # fmt: skip


def page_traits(page: Page) -> dict[str, int]:
    """How much there is to read, and how much of it is not written yet."""
    counted = [(len(words(block.text)), block.text) for block in read_blocks(page) if block.region != "nav"]
    total = sum(number for number, _ in counted)
    filler = sum(number for number, text in counted if is_filler(text) or placeholder_in(text))
    share = filler / total if total else 0.0
    return {
        "thin": sum(total < bound for bound in THIN),
        "long": int(total >= LONG),
        "filler": sum(share >= bound for bound in FILLED),
    }


def offer_traits(page: Page, reading: Reading, rule: Outcome) -> dict[str, int]:
    head = reading.headline
    told = first_screen(page)
    counted = judge_line(head.text, page, topics(page)).counted if head is not None else {}
    sizes = {at.selector: _size(page, at.selector) for at in (*told.evidence, *told.telling)}
    own = _size(page, head.evidence[0].selector) if head is not None else 0.0
    telling = max((sizes[at.selector] for at in told.telling), default=0.0)
    said = sum(len(words(block.text)) for block in first_blocks(page))
    silent = head is None or head.says_offer != "yes"
    return {
        "rule_yes": int(rule == "yes"),
        "rule_partly": int(rule != "no"),
        "kind": min(1, counted.get("kind", 0)),
        "below": int(any(head is None or at not in head.evidence for at in told.telling)),
        "slogan": int(silent and not counted.get("kind", 0)),
        "small": int(0 < telling < SMALL * max([own, *sizes.values()])),
        "quiet": sum(said < bound for bound in QUIET),
        "empty": min(2, counted.get("empty", 0)),
    }


def _size(page: Page, selector: str) -> float:
    item = page.desktop.get(selector)
    return item.painted_size if item is not None and item.visible else 0.0


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

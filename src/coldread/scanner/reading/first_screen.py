"""What the first screen as a whole tells of the offer: one line may say it where the headline does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import Block, is_filler
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import content_words, words
from coldread.scanner.reading.offer import Verdict, judge_line, topics
from coldread.scanner.reading.people import first_blocks
from coldread.scanner.reading.quotes import quote
from coldread.scanner.reading.record import Quote

#: characters of a line that are weighed
MAX_LINE = 600
#: words that a piece beside heading and paragraph needs to be read as a line
FEWEST_WORDS = 3
#: words of substance that make a line worth guessing from
TELLING = 3
#: words of the page's topic that stand for a name of the thing
TOPICS = 2
Told = Literal["yes", "partly", "no"]


@dataclass(frozen=True, kw_only=True)
class FirstScreen:
    """The outcome, and the lines that it rests on, the best first."""

    says_offer: Told
    evidence: tuple[Quote, ...]
    #: the lines that say it, whole
    telling: tuple[Quote, ...] = ()


@once_per_page
def first_screen(page: Page) -> FirstScreen:
    """`yes`: a line names the thing or what the page is about; `partly`: something can be guessed."""
    found = topics(page)
    lines = ((judge_line(text, page, found), at) for text, at in _lines(page))
    judged = sorted(
        ((_verdict_number(verdict), -verdict.points, at) for verdict, at in lines),
        key=lambda row: (row[0], row[1], row[2].selector),
    )
    if not judged:
        return FirstScreen(says_offer="no", evidence=())
    best = judged[0][0]
    outcome: Told = "yes" if best == 0 else "partly" if best == 1 else "no"
    return FirstScreen(
        says_offer=outcome,
        evidence=tuple(at for _, _, at in judged[:3]),
        telling=tuple(at for told, _, at in judged if told == 0),
    )


#: words of substance on a first screen from which a stranger guesses something, menu and buttons left out
GUESSED = 3


def lets_guess(page: Page) -> bool:
    """Enough own words, or a title that names the thing: readers call only an empty or unfinished first screen silent."""
    blocks = [block for block in first_blocks(page) if not is_filler(block.text)]
    said = {word for block in blocks for word in content_words(block.text)}
    if any(is_filler(block.text) or placeholder_in(block.text) for block in first_blocks(page)):
        return False
    titled = judge_line(page.title, page, topics(page))
    return len(said) >= GUESSED or (titled.outcome == "yes" and titled.counted["kind"] >= 1)


def _verdict_number(verdict: Verdict) -> int:
    """0: says it, 1: lets one guess, 2: says nothing."""
    counted = verdict.counted
    names = counted["kind"] >= 1 or counted["topic"] >= TOPICS
    if counted["filler"] or counted["greets"] or counted["only_name"]:
        return 1 if names and not counted["filler"] and counted["telling"] >= TELLING else 2
    if verdict.outcome == "yes" and names:
        return 0
    if verdict.outcome == "yes" or (verdict.outcome == "unsure" and (names or counted["telling"] >= TELLING)):
        return 1
    return 2


def _lines(page: Page) -> Iterator[tuple[str, Quote]]:
    if page.headline is not None and page.in_hero(page.headline):
        text = heading_text(page.headline)
        yield text[:MAX_LINE], quote(page, page.headline, text)
    for block in first_blocks(page):
        if _is_line(block):
            yield block.text[:MAX_LINE], quote(page, block.element, block.text)


def _is_line(block: Block) -> bool:
    """Headings and sentences; scraps such as a menu's entries and rows of buttons are not."""
    if block.element.closest("nav") is not None:
        return False
    if block.element.all("a", "button"):
        return block.kind in ("heading", "paragraph") and len(words(block.text)) > 6
    return block.kind in ("heading", "paragraph") or len(words(block.text)) >= FEWEST_WORDS

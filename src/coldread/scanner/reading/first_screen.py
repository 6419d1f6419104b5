"""Whether the first screen says what is offered. Any of its lines may, if the headline does not."""

from __future__ import annotations

import re
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

#: characters of a line that are read
MAX_LINE = 600
#: fewest words of a line that is neither heading nor paragraph
FEWEST_WORDS = 3
#: words of substance from which a stranger can guess the offer
TELLING = 3
#: words of the page's topic that count like a name of the thing
TOPICS = 2
#: an e-mail address or a phone number
_REACH = re.compile(r"\S{1,64}@\S{1,255}|\+?\d[\d ()/.–-]{5,30}\d")
SaysOffer = Literal["yes", "partly", "no"]


@dataclass(frozen=True, kw_only=True)
class FirstScreen:
    """The outcome, and the lines that it is based on, the best first."""

    says_offer: SaysOffer
    evidence: tuple[Quote, ...]
    #: the lines that say what is offered
    telling: tuple[Quote, ...] = ()


@once_per_page
def first_screen(page: Page) -> FirstScreen:
    """`yes`: a line names the thing or the page's topic; `partly`: something can be guessed."""
    found = topics(page)
    lines = ((judge_line(text, page, found), at) for text, at in _first_screen_lines(page))
    judged = sorted(
        ((_verdict_number(verdict), -verdict.points, at) for verdict, at in lines),
        key=lambda line: (line[0], line[1], line[2].selector),
    )
    if not judged:
        return FirstScreen(says_offer="no", evidence=())
    best = judged[0][0]
    outcome: SaysOffer = "yes" if best == 0 else "partly" if best == 1 else "no"
    return FirstScreen(
        says_offer=outcome,
        evidence=tuple(at for _, _, at in judged[:3]),
        telling=tuple(at for number, _, at in judged if number == 0),
    )


#: words of substance on a first screen, without menu and buttons, from which a stranger guesses something
GUESSED = 3


def lets_guess(page: Page) -> bool:
    """The first screen has enough words, or the title names the thing; False if placeholder text is on it."""
    blocks = [block for block in first_blocks(page) if not is_filler(block.text)]
    own_words = {word for block in blocks for word in content_words(block.text)}
    if any(is_filler(block.text) or placeholder_in(block.text) for block in first_blocks(page)):
        return False
    titled = judge_line(page.title, page, topics(page))
    return len(own_words) >= GUESSED or (titled.outcome == "yes" and titled.counted["kind"] >= 1)


def _verdict_number(verdict: Verdict) -> int:
    """0: the line says what is offered, 1: a reader can guess it, 2: the line says nothing."""
    counted = verdict.counted
    names = counted["kind"] >= 1 or counted["topic"] >= TOPICS
    if counted["filler"] or counted["greets"] or counted["only_name"]:
        return 1 if names and not counted["filler"] and counted["telling"] >= TELLING else 2
    if verdict.outcome == "yes" and names:
        return 0
    if verdict.outcome == "yes" or (verdict.outcome == "unsure" and (names or counted["telling"] >= TELLING)):
        return 1
    return 2


def _first_screen_lines(page: Page) -> Iterator[tuple[str, Quote]]:
    if page.headline is not None and page.in_hero(page.headline):
        text = heading_text(page.headline)
        yield text[:MAX_LINE], quote(page, page.headline, text)
    for block in first_blocks(page):
        if _is_line(block):
            yield block.text[:MAX_LINE], quote(page, block.element, block.text)


def _is_line(block: Block) -> bool:
    """The block is a heading or a sentence, not menu entries or a row of buttons."""
    if block.element.closest("nav") is not None or _only_contact(block.text):
        return False
    if controls := block.element.all("a", "button"):
        own_words = len(words(block.text)) - sum(len(words(control.text)) for control in controls)
        return (
            block.kind in ("heading", "paragraph")
            and len(words(block.text)) > 6
            and own_words >= FEWEST_WORDS
        )
    return block.kind in ("heading", "paragraph") or len(words(block.text)) >= FEWEST_WORDS


def _only_contact(text: str) -> bool:
    """The line is an e-mail address or a phone number with at most its label ("E-mail: …", "Call us on …")."""
    left = _REACH.sub(" ", text)
    return left != text and len(words(left)) <= FEWEST_WORDS

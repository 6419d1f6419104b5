"""Reviews without quotation markup: a text with a name, under a heading for reviews or in a box that is named after them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.text import HEADINGS, RIGHTS, Block
from coldread.scanner.page.phrases import words


class Card(NamedTuple):
    """A review, and the line that signs it."""

    element: Element
    text: str
    by: str


#: words of a review, and of a line that signs it
LEAST_VOICE, MOST_VOICE, MOST_SIGNING = 6, 160, 8
#: ancestors of a review whose names are read, or that may be its card
MOST_AROUND = 7
#: most lines between a review and its name
NEAR = 3
#: most reviews that are read
MOST_VOICES = 60
_WHO = r"(?:clients?|customers?|guests?|patients?|members?|students?|parents?|people|families|users?|readers?|owners|others|they)"
_VEM = r"(?:kunder|gäster|patienter|medlemmar|elever|föräldrar|deltagare|andra|läsare|de|dom)(?:na|s)?"
_PROMISED = re.compile(
    rf"^\W{{0,5}}(?:(?:our|google|{_WHO}|recent|happy|verified|some)['’]?s?\s){{0,3}}(?:reviews|testimonials|feedback)\W{{0,5}}$"
    rf"|\bwhat (?:[\w'’]+ ){{1,4}}(?:say|think|are saying)\b|\b{_WHO} (?:say|love|are saying|think)\b|\bkind words\b|\bhappy {_WHO}\b|\bhear from {_WHO}\b|\bloved by\b"
    rf"|\b(?:kund)?(?:omdömen?|recension(?:er)?|röster)\b|\bkundberättelser\b|\b(?:säger|tycker|berättar) (?:våra|om oss|några|{_VEM})\b|\b{_VEM} (?:säger|tycker|berättar)\b|\bnöjda {_VEM}",
    re.IGNORECASE,
)
#: class names and ids of a box of reviews
_CALLED = re.compile(
    r"testimonial|(?<![a-z])reviews?(?![a-z])|recension|omd[oö]me|kundr[oö]st", re.IGNORECASE
)
_NAME = re.compile(
    r"^[\s—–\-~]{0,4}([A-ZÅÄÖÉ][a-zåäöéüø'’-]{1,20}(?:\s(?:[A-ZÅÄÖÉ][\w'’-]{0,20}\.?|&|och|and|von|van|af)){0,3})(?:\s{0,2}(?:$|[,·•|(–—/]|\n)|\s-\s)"
)
_STARS = re.compile(r"^[★☆⭐\s\d.,/]{1,20}$")


def review_cards(body: Sequence[Block]) -> Iterator[Card]:
    """The signed reviews."""
    found = list(islice(_possible_reviews(body), MOST_VOICES))
    for place, (at, promised) in enumerate(found):
        before = found[place - 1][0] if place else -1
        after = found[place + 1][0] if place + 1 < len(found) else len(body)
        by = _signature_line(body, at, max(before, promised), after, is_promised=promised >= 0)
        if by:
            yield Card(element=body[at].element, text=body[at].text, by=by)


def promised_voices(body: Sequence[Block]) -> list[int]:
    """Numbers of the elements that may be reviews, signed or not."""
    return [body[at].element.number for at, _ in islice(_possible_reviews(body), MOST_VOICES)]


def _possible_reviews(body: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """Indexes of the blocks that may be reviews, each with the index of the heading that announces it, or -1."""
    rank, heading = 0, -1
    for at, block in enumerate(body):
        if block.kind == "heading":
            own = _heading_level(block)
            if _PROMISED.search(block.text[:120]) and len(words(block.text)) <= MOST_SIGNING + 4:
                rank, heading = own, at
            elif heading >= 0 and own <= rank:
                heading = -1
            continue
        if not LEAST_VOICE <= len(words(block.text)) <= MOST_VOICE or block.element.closest(
            "a", "button", "form"
        ):
            continue
        if RIGHTS.search(block.text[:200]) or block.region == "footer":
            continue
        if heading >= 0 or _is_in_box(block.element):
            yield at, heading


def _heading_level(block: Block) -> int:
    heading = block.element.closest(*HEADINGS)
    return int(heading.tag[1]) if heading is not None else len(HEADINGS) + 1


def _is_in_box(element: Element) -> bool:
    boxes = (element, *islice(element.ancestors(), MOST_AROUND))
    return any(
        _CALLED.search(f"{box.attr('class')} {box.attr('id')}"[:300]) is not None
        for box in boxes
        if box.tag not in ("html", "body", "main")
    )


def _signature_line(body: Sequence[Block], at: int, before: int, after: int, *, is_promised: bool) -> str:
    """The line that signs it, after it or before it, in its own card if it has one; empty if there is none.

    Without a heading that announces reviews, a heading before the review is its title, not a name.
    """
    card = _card(body, at, before, after)
    behind = _lines_until_next_part(body[at + 1 : min(after, at + 1 + NEAR)])
    ahead = _lines_until_next_part(reversed(body[max(before + 1, at - NEAR, 0) : at]))
    if not is_promised:
        ahead = [line for line in ahead if line.kind != "heading"]
    if card is not None:
        behind = [line for line in behind if card.contains(line.element)]
        ahead = [line for line in ahead if card.contains(line.element)]
    for line in (*behind, *ahead):
        if line.element.closest("a", "button"):
            continue
        if name_in(line.text):
            return line.text
        if _TITLE.search(line.text) and len(words(line.text)) <= MOST_SIGNING:
            break  # signed by a role: the town that follows is no name
    return ""


#: roles that replace a name
_TITLE = re.compile(
    r"\b(?:owner|surgeon|physician|doctor|administrator|manager|director|practice|group|ägare|läkare|chef)\b",
    re.IGNORECASE,
)


def _lines_until_next_part(lines: Iterable[Block]) -> list[Block]:
    """The lines up to a heading that is no name, where another part begins."""
    return list(takewhile(lambda line: line.kind != "heading" or bool(name_in(line.text)), lines))


def _card(body: Sequence[Block], at: int, before: int, after: int) -> Element | None:
    """The widest box around it without another review or the reviews' heading; None if there is none."""
    own, found = body[at].element, None
    others = [body[one].element for one in (before, after) if 0 <= one < len(body)]
    for box in islice(own.ancestors(), MOST_AROUND):
        if box.tag in ("html", "body", "main") or any(box.contains(one) for one in others):
            break
        found = box
    return found


def name_in(line: str) -> str:
    """A person's name at the beginning of a short line; empty if there is none."""
    line = " ".join(line.split())
    if not line or len(words(line)) > MOST_SIGNING or _STARS.match(line):
        return ""
    match = _NAME.match(line)
    if match is None:
        return ""
    return "" if _NOBODY.search(match[1]) or _DAY.fullmatch(match[1]) else match[1].strip()


_DAY = re.compile(
    r"(?:mån|tis|ons|tors?|fre|lör|sön|mon|tues?|wed|thurs?|fri|sat|sun)(?:dag|day|nesday|urday)?",
    re.IGNORECASE,
)


#: words that are no name: a role, a source, an invitation, or the beginning of a sentence
_NOBODY = re.compile(
    r"\b(?:owner|customers?|clients?|manager|director|founder|patients?|guests?|members?|users?|parents?|students?|buyer|readers?|purchase|surgeon|physician|doctor|administrator|practice|certified|verified|verifierad|anonym\w*|local|guide|happy"
    r"|kund(?:er)?|ägare|gäst(?:er)?|medlem(?:mar)?|användare|elev(?:er)?|läsare|nöjda?|google|trustpilot|facebook|reco|yelp|tripadvisor|reviews?|recension\w*|omdöme\w*|stars?|stjärn\w*"
    r"|read|läs|see|se|show|visa|book|boka|contact|kontakt\w*|our|våra?|we|vi|the|det|den|this|about|om|why|varför|how|hur|what|vad|great|bra|snabb\w*|professional\w*|proffs\w*|quality|kvalitet\w*|trygg\w*|service)\b",
    re.IGNORECASE,
)

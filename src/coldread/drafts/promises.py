"""The strongest promise that the page makes further down: what one is spared, gets for certain, or has in one place. Pure.

A heading that promises leads with its own sentence below it; a sentence that promises leads with the one after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from coldread.drafts.business.facts import is_label
from coldread.drafts.business.readers import met_in
from coldread.drafts.sight import place
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.suggest.wording import ended, recased, sentences


@dataclass(frozen=True, kw_only=True)
class Promise:
    """Its headline, and the sentence that belongs to it; that is empty where the page has none."""

    head: str
    line: str
    weight: int


MOST_BLOCKS, LONGEST_TEXT = 400, 500
LEAST_HEAD, MOST_HEAD, LONGEST_HEAD, MOST_LINE = 3, 13, 78, 32
#: what one is spared, has in one place or can rely on
_SPARES: dict[str, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:no|never|without|zero|(?:do|does|wo|ca)n['’]t|do not|one (?:view|place|system|contact|person|list|team|click)|all in one|stays? (?:in|with|on) your|guarantee\w*|same[- ]day|24/7|within \d+ (?:hours?|days?)|replaces?|\d+ ?% (?:off|less|fewer))\b", re.IGNORECASE),
    "sv": re.compile(r"\b(?:slipp\w*|utan|ingen|inga|inget|aldrig|en (?:enda )?(?:kontakt|faktura|person)|(?:behöver|måste) (?:du |ni )?inte|samma tak|dygnet runt|24/7|garanti\w*|fast pris|samma dag|inom \d+ (?:timmar|dagar)|\d+ ?% (?:rabatt|mindre|färre))\b", re.IGNORECASE),
}  # fmt: skip
#: an offer may stand on the first screen and still deserve to lead
_OFF = re.compile(r"\b\d{1,2} ?% (?:off|rabatt)\b|discount|\brabatt", re.IGNORECASE)
#: what is told of others, of rules and of the page's own form, and what leans on a line above
_NO_PROMISE = re.compile(
    r"©|cookie|privacy policy|integritetspolicy|personuppgift|villkor|\bterms\b|avbok|cancel|refund|återbetal|newsletter|nyhetsbrev|\bspam\b|freelanc|competitor|konkurrent|\bothers?\b|just nu|right now|kommande|upcoming|\byet\b|@|https?:|\bthese\b|\bdessa\b|\bdisclaimer\b|medical|diagnos",
    re.IGNORECASE,
)
_SPOKEN_TO = re.compile(r"\b(?:you|your|we|our|du|din|ditt|dina|ni|er|era|ert|vi|vår|våra|vårt)\b", re.IGNORECASE)  # fmt: skip
#: begins as the second of two sentences, as an answer, or without saying who does it
_LEANS = re.compile(
    r"(?:and|but|or|so|then|they|it|also|this|that|these|those|not|if|when|as|och|men|eller|så|då|därför|dessutom|den|det|de|detta|dessa|här|om|när|som|ja|nej|yes|no|absolut)\b|\w+s (?:directly|in|with|seamlessly)\b",
    re.IGNORECASE,
)


def promises(page: Page, lang: str, audience: str, is_disputed: Callable[[str], bool]) -> list[Promise]:
    """The weightiest first; none from the first screen, from a quotation or from what the page contradicts."""
    spares = _SPARES.get(lang)
    if spares is None:
        return []
    found = [
        one
        for one in _pairs(page, spares, audience)
        if not _NO_PROMISE.search(f"{one.head} {one.line}") and not is_disputed(one.head)
    ]
    return sorted(found, key=lambda one: -one.weight)


def _pairs(page: Page, spares: re.Pattern[str], audience: str) -> Iterator[Promise]:
    blocks = [block for block in page.blocks[:MOST_BLOCKS] if _is_own(page, block)]
    for at, block in enumerate(blocks):
        after = blocks[at + 1] if at + 1 < len(blocks) else None
        if block.kind == "heading":
            head = recased(" ".join(block.text.split())).strip(" .")
            below = _sentences(after) if after is not None and after.kind != "heading" else []
            if below and spares.search(head) and _can_lead(head):
                line = _fitting(below)
                yield _weighed(head, line, spares, audience, page, bonus=2)
            continue
        told = _sentences(block)
        for number, sentence in enumerate(told[:4]):
            rest = _fitting(told[number + 1 :])
            head = sentence.strip(" .!")
            # without a “you” or a “we” it may be told of anybody
            if spares.search(sentence) and _SPOKEN_TO.search(sentence) and _can_lead(head):
                yield _weighed(head, rest, spares, audience, page)


def _is_own(page: Page, block: Block) -> bool:
    """The page's own words, seen further down."""
    if block.region in ("nav", "header") or page.is_quotation(block.element):
        return False
    at = place(page, block.element)
    first = at.is_first and not _OFF.search(block.text[:200])
    return at.is_seen and not first and not is_label(block.element) and not placeholder_in(block.text[:300])  # fmt: skip


def _sentences(block: Block) -> list[str]:
    """Each whole; what a dash adds to a long one is a sentence of its own."""
    told = sentences(" ".join(block.text[:LONGEST_TEXT].split()))
    whole = told[:-1] if len(block.text) > LONGEST_TEXT else told
    parted: list[str] = []
    for one in whole:
        head, dash, rest = one.partition(" — ")
        short = len(words(one)) <= MOST_HEAD or not dash
        parted += [one] if short else [f"{head}.", f"{rest[:1].upper()}{rest[1:]}"]
    return parted


def _can_lead(head: str) -> bool:
    return (
        LEAST_HEAD <= len(words(head)) <= MOST_HEAD
        and len(head) <= LONGEST_HEAD
        and not head.endswith(("?", ":"))
        and head[:1].isupper()
        and not _LEANS.match(head)
        and not re.search(r"[•·|✓→↓↑]", head)
    )


def _fitting(told: list[str]) -> str:
    """As many of them as a line holds."""
    line = ""
    for one in told:
        longer = f"{line} {one}".strip()
        if len(words(longer)) > MOST_LINE or (not line and _LEANS.match(one)):
            break
        line = longer
    return ended(line)


def _weighed(
    head: str, line: str, spares: re.Pattern[str], audience: str, page: Page, *, bonus: int = 0
) -> Promise:
    """Spared twice is more than once; a sentence of its own below, and the readers by name, are worth as much."""
    mine = {stem(word.lower()) for word in content_words(f"{head} {line}")}
    title = {stem(word.lower()) for word in content_words(page.title)}
    weight = (
        bonus
        + 2 * bool(_OFF.search(head))
        + 2 * bool(spares.search(head))
        + bool(spares.search(line))
        + bool(line)
    )
    weight += min(met_in(f"{head} {line}", audience), 2) + bool(mine & title)
    return Promise(head=head, line=line, weight=weight)

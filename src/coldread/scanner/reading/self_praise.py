"""Claims of the page about itself: superlatives and numbers, with or without a source."""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.scanner.page.figures import first_figure
from coldread.scanner.page.observe.drawn_examples import is_sample_talk
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.quotes import own_words, quote_from
from coldread.scanner.reading.record import Claim

MOST = 12
#: "3x faster", "98 % success": a result as a number
_RESULT = re.compile(
    r"(?<![\w$€£.,])(?<!\d[-–])(?:\d{1,3}[-–])?\d{1,4}(?:[.,]\d{1,2})?\s?(?:%|x\b|×|times\b|procent\b|gånger\b)(?!\s*(?:off|rabatt|discount|moms|vat|free|gratis|bomull|cotton|wool|ull|ekologisk|organic))",
    re.IGNORECASE,
)


def claims(page: Page) -> tuple[Claim, ...]:
    found: list[Claim] = []
    seen_texts: set[str] = set()
    blocks = own_words(page)
    for index, block in enumerate(blocks):
        if (
            block.region == "footer"
            or page.is_quotation(block.element)
            or is_sample_talk(block.element)
            or block.element.closest("form", "button", "a")
            or block.text in seen_texts  # a carousel repeats its texts
            or _THANKS.search(block.text)
        ):
            continue
        seen_texts.add(block.text)
        match = _praise(block.text)
        number = first_figure(_RESULT, block.text)
        if number is not None and not phrases("proof.results").search(_words_around(blocks, index, number)):
            number = None
        if match is None and number is None:
            continue
        start = (match or number).start()  # type: ignore[union-attr]
        found.append(
            Claim(
                what=(match or number)[0],  # type: ignore[index]
                number=number[0] if number else "",
                sourced=_is_sourced(block, _text_with_next_block(blocks, index)),
                evidence=(quote_from(page, block, start),),
            )
        )
        if len(found) >= MOST:
            break
    # a source given once counts for the same claim elsewhere
    known = {claim.what.lower() for claim in found if claim.sourced}
    return tuple(replace(claim, sourced=claim.what.lower() in known) for claim in found)


#: praise that addresses its reader: the words of a guest, even if not marked as a quotation
_THANKS = re.compile(
    r"\b(?:du|ni) är (?:verkligen |helt enkelt )?(?:världens|sveriges|stans|den|de|bäst)|\byou(?: guys| all)? are (?:truly |simply |by far )?the (?:best|greatest|most)"
    r"|\b(?:jag|vi) rekommenderar\b|\b(?:I|we)(?: would|['’]d)?(?: highly| strongly)? recommend\b",
    re.IGNORECASE,
)
#: characters around a number in which its result is named
_REACH = 60


def _words_around(blocks: list[Block], index: int, number: re.Match[str]) -> str:
    """The words around a number, up to the end of its sentence or brackets: "50 % (rounded down)" is no fall."""
    near = _text_with_next_block(blocks, index)
    before = re.split(r"[.!?()]\s", near[max(0, number.start() - _REACH) : number.start()])[-1]
    after = re.split(r"[.!?](?:\s|$)|[()]", near[number.end() : number.end() + _REACH])[0]
    return f"{before} {after}"


def _praise(text: str) -> re.Match[str] | None:
    """A superlative, but not the badge of a plan ("Most popular") or a number in a list ("Project #1")."""
    found = phrases("reading.superlatives").search(text)
    if found is None or (found[0].lower() == "most popular" and len(text.split()) <= 3):
        return None
    numbered = (
        found[0] == "#1" and re.search(r"\w\s$", text[: found.start()]) and found.end() == len(text.rstrip())
    )
    return None if numbered else found


def _text_with_next_block(blocks: list[Block], index: int) -> str:
    """The text of the block and the next one, since a large number has its words below."""
    return " ".join(block.text for block in blocks[index : index + 2])[:400]


#: "#1 of 90 restaurants", or the name of a list that others keep
_AMONG = re.compile(
    r"#\s?\d{1,3} (?:of|out of|av) \d{1,5}\b|\b(?:tripadvisor|thefork|yelp|yell|reco|g2|capterra|product hunt|app store|google play|white guide|michelin)\b",
    re.IGNORECASE,
)


def _is_sourced(block: Block, near: str) -> bool:
    linked = any(link.attr("href").startswith(("http", "/")) for link in block.element.all("a"))
    return (
        linked
        or bool(phrases("reading.sources").search(near))
        or _AMONG.search(near) is not None
        or bool(re.search(r"[*†¹²³]|\[\d\]", block.text))
    )

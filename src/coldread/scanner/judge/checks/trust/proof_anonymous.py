"""A quotation that nobody signs."""

from __future__ import annotations

import re
from functools import reduce
from itertools import islice

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.proof import QUOTED, is_signature
from coldread.scanner.page.observe.text import HEADINGS
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words

META = Meta(
    id="trust.proof-anonymous",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="M",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Quotes are signed",
        failure="{count:One quote has|{count} quotes have} no name",
        why="An unsigned quote reads as if you had written it yourself. This does not affect the score.",
        fix="Add a name and who it is, with consent: role and organisation, or for private persons their town. Or drop the quote.",
    ),
    sv=Text(
        title="Citaten har en avsändare",
        failure="{count:Ett|{count}} citat saknar namn",
        why="Ett citat utan avsändare ser ut som om ni hade skrivit det själva. Det påverkar inte poängen.",
        fix="Lägg till namn och vem det är, med samtycke: roll och organisation, eller för privatpersoner orten. Eller ta bort citatet.",
    ),
)

#: of these the rest is believed: each is looked at in its surroundings
MOST_QUOTES, MOST_SIGNATURES, MOST_HEADINGS = 100, 50, 20
#: characters of the surroundings
LONGEST_AROUND = 20_000

_NAME = re.compile(
    r"\b[A-ZÅÄÖÉ][\w’'-]+(?:\s+(?:[A-ZÅÄÖÉ]\.?(?!\w)|[A-ZÅÄÖÉ][\w’'-]+))+|[—–-]\s*[A-ZÅÄÖÉ][\w’'-]+"
)


def check(page: Page) -> Verdict:
    quotes = [
        piece
        for piece in page.proofs
        if piece.kind == "quote" and piece.element.tag in ("blockquote", "q", "p", "div")
    ]
    if not quotes:
        return NotApplicable("no-quotation")
    unsigned = [piece.element for piece in quotes[:MOST_QUOTES] if not _signed(piece.element, piece.text)]
    if not unsigned:
        return None
    return found(META, page.brief, Severity.INFO, [evidence.of(page, element) for element in unsigned])


def _signed(element: Element, said: str) -> bool:
    """A name, a role or a cite element stands in the quotation's surroundings, outside its words."""
    place = element.closest("figure", "li", "article") or _surroundings(element)
    signatures = [
        *element.all("cite", "footer", "figcaption")[:MOST_SIGNATURES],
        *place.all("cite", "figcaption")[:MOST_SIGNATURES],
    ]
    if signatures:
        return any(_identifies(signature.begins(LONGEST_AROUND)) for signature in signatures)
    headings = (heading.text for heading in place.all("h1", "h2")[:MOST_HEADINGS])
    text = place.begins(LONGEST_AROUND)
    around = reduce(lambda left, taken: left.replace(taken, " "), (said, *headings), text)
    return any(
        _NAME.search(text) or phrases("roles.words").search(text) or _is_signature(text)
        for text in (around, QUOTED.sub(" ", said), _line_below(element))
        if _identifies(text)
    )


def _identifies(text: str) -> bool:
    """More than "a happy customer": a name, a role, a firm."""
    return bool(words(phrases("roles.nobody").sub(" ", text)))


def _line_below(element: Element) -> str:
    """The short line after the quotation, outside it."""
    row = [other for other in element.parent.elements if not other.hidden] if element.parent else []
    below = row[row.index(element) + 1 :] if element in row else []
    text = below[0].text if below and below[0].tag not in HEADINGS else ""
    return text if is_signature(text) else ""


def _is_signature(around: str) -> bool:
    """A few words that start like a name, and nothing else."""
    left = around.strip(' “”"—–-.,')
    return 1 <= len(words(left)) <= 6 and left[:1].isupper()


def _surroundings(element: Element) -> Element:
    """The smallest ancestor that says more than the quotation, but not much more."""
    for above in islice(element.ancestors(), 3):
        if len(above.text) > len(element.text) + 2:
            return above if len(above.text) < len(element.text) + 160 else element
    return element

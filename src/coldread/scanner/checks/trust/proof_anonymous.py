"""A quotation that nobody signs."""

from __future__ import annotations

import re

from coldread.scanner import evidence
from coldread.scanner.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.observe.dom import Element
from coldread.scanner.page import Page
from coldread.scanner.words import phrases, words

META = Meta(
    id="trust.proof-anonymous",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="M",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Quotations are signed",
        failure="Quotations without a name or an organisation: {count}",
        why="An unsigned quotation reads as if the firm had written it; practitioner consensus only, so it is shown and not scored.",
        fix="Add name, role and organisation, with consent, or drop the quotation.",
    ),
    sv=Text(
        title="Citat är undertecknade",
        failure="Citat utan namn eller organisation: {count}",
        why="Ett citat utan avsändare läses som om företaget skrivit det; bara praktikers erfarenhet, därför visat men inte poängsatt.",
        fix="Lägg till namn, roll och organisation, med samtycke, eller ta bort citatet.",
    ),
)

_NAME = re.compile(r"\b[A-ZÅÄÖÉ][\w’'-]+(?:\s+(?:[A-ZÅÄÖÉ]\.|[A-ZÅÄÖÉ][\w’'-]+))+|[—–-]\s*[A-ZÅÄÖÉ][\w’'-]+")


def check(page: Page) -> Verdict:
    quotes = [
        piece
        for piece in page.proofs
        if piece.kind == "quote" and piece.element.tag in ("blockquote", "q", "p", "div")
    ]
    if not quotes:
        return NotApplicable("no-quotation")
    unsigned = [piece.element for piece in quotes if not _signed(piece.element, piece.text)]
    if not unsigned:
        return None
    return found(META, page.brief, Severity.INFO, [evidence.of(page, element) for element in unsigned])


def _signed(element: Element, said: str) -> bool:
    """A name, a role or a cite element stands in the quotation's surroundings, outside its words."""
    place = element.closest("figure", "li", "article") or _surroundings(element)
    if element.all("cite", "footer", "figcaption") or place.all("cite", "figcaption"):
        return True
    around = place.text.replace(said, " ") + " " + (said[-60:] if "—" in said or "–" in said else "")
    return bool(_NAME.search(around) or phrases("roles.words").search(around) or _is_signature(around))


def _is_signature(around: str) -> bool:
    """A few words that start like a name, and nothing else."""
    left = around.strip(' “”"—–-.,')
    return 1 <= len(words(left)) <= 6 and left[:1].isupper()


def _surroundings(element: Element) -> Element:
    """The smallest ancestor that says more than the quotation, but not much more."""
    for above in list(element.ancestors())[:3]:
        if len(above.text) > len(element.text) + 2:
            return above if len(above.text) < len(element.text) + 160 else element
    return element

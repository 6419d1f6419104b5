"""New text made of words that are already there: the page's own, and the buyer's for goal and audience. Pure.

Nothing is claimed that the page or the buyer has not said: no number, no name, no promise.
"""

from __future__ import annotations

import re

from coldread.scanner.brief import Goal
from coldread.scanner.checks.clarity.h1_vague import vagueness
from coldread.scanner.checks.clarity.placeholder import placeholder_in
from coldread.scanner.checks.seo import meta_description, title
from coldread.scanner.observe.dom import Element
from coldread.scanner.observe.head import meta_content
from coldread.scanner.observe.text import Block
from coldread.scanner.page import Page, heading_text
from coldread.scanner.words import mid_sentence, words

LONGEST_HEADLINE = 12
_TITLE_PARTS = re.compile(r"\s*[|·•]\s*|\s+[–—-]\s+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
#: what the visitor of each goal does next, in English and Swedish: a verb and its object
LABELS: dict[Goal, tuple[str, str]] = {
    "newsletter": ("Get the newsletter", "Få nyhetsbrevet"),
    "demo": ("Book a demo", "Boka en demo"),
    "book_call": ("Book a call", "Boka ett samtal"),
    "paid_signup": ("Create your account", "Skapa konto"),
}
_ANCHORS: dict[Goal, tuple[str, str]] = {
    "newsletter": ("newsletter", "nyhetsbrev"),
    "demo": ("book-a-demo", "boka-demo"),
    "book_call": ("book-a-call", "boka-samtal"),
    "paid_signup": ("sign-up", "skapa-konto"),
    "other": ("contact", "kontakt"),
}


def swedish(page: Page) -> bool:
    return page.language == "sv"


def headline(page: Page) -> str:
    """What the page says of its offer in its own words, short enough to stand on top; empty when it never does."""
    for said in _candidates(page):
        telling = vagueness(said, page.brand, page.names) is None and not placeholder_in(said)
        if telling and 2 <= len(words(said)) <= LONGEST_HEADLINE:
            return said.rstrip(" .:;,")
    return ""


def _candidates(page: Page) -> list[str]:
    hero = [block for block in page.blocks if block.region == "main" and page.in_hero(block.element)]
    spoken = [block for block in hero if not _is_quotation(page, block.element)]
    return [
        heading_text(page.headline) if page.headline is not None else "",
        *(block.text for block in spoken if block.kind == "heading"),
        *(block.text for block in _by_size(page, spoken)),
        *_TITLE_PARTS.split(page.title),
        *(_SENTENCE_END.split(meta_content(page.dom, "description"))[:1]),
        *(block.text for block in page.blocks if block.kind == "heading" and block.region == "main"),
    ]


def _by_size(page: Page, blocks: list[Block]) -> list[Block]:
    """Largest letters first, where they were measured."""
    sizes = {item.selector: item.font_size for item in page.desktop.values() if item.visible}
    return sorted(
        (block for block in blocks if sizes.get(block.element.selector, 0) >= 28),
        key=lambda block: -sizes[block.element.selector],
    )


def _is_quotation(page: Page, element: Element) -> bool:
    """A customer's words are not ours to put on top or into a description."""
    quotes = [proof.element for proof in page.proofs if proof.kind == "quote"]
    return any(quote is element or quote.contains(element) or element.contains(quote) for quote in quotes)


def for_audience(page: Page) -> str:
    """The buyer's words for whom the page is, as a sentence; empty where none came."""
    audience = page.brief.audience.strip().rstrip(".")
    return f"{'För' if swedish(page) else 'For'} {mid_sentence(audience)}." if audience else ""


def subhead(page: Page) -> str:
    """One explaining sentence: the page's first real one, else the audience."""
    for block in page.copy:
        sentence = _SENTENCE_END.split(block.text)[0].strip()
        real = not placeholder_in(sentence) and not _is_quotation(page, block.element)
        if real and block.region == "main" and 6 <= len(words(sentence)) <= 30 and sentence[-1:] in ".!?":
            return sentence
    return for_audience(page)


def description(page: Page) -> str:
    """For search results: headline, first sentence, audience, as many as fit; empty when they make too little."""
    said = ""
    for part in dict.fromkeys((_ended(headline(page)), subhead(page), for_audience(page))):
        longer = f"{said} {part}".strip()
        if part and len(longer) <= meta_description.LONGEST:
            said = longer
    return said if len(said) >= meta_description.SHORTEST else ""


def page_title(page: Page) -> str:
    """Headline and the old title, within the length that search results show."""
    said, old = headline(page), page.title if not placeholder_in(page.title) else ""
    name = old if len(words(old)) <= 4 else ""
    options = [f"{said} | {name}" if said and name and name.lower() not in said.lower() else "", said]
    audience = for_audience(page).rstrip(".")
    options.append(f"{name} – {mid_sentence(audience)}" if name and audience else "")
    return next((one for one in options if title.SHORTEST <= len(one) <= title.LONGEST), "")


def label(page: Page) -> str:
    """What the button for the goal should say; empty for a goal of the buyer's own."""
    pair = LABELS.get(page.brief.goal)
    return pair[swedish(page)] if pair else ""


def anchor(page: Page) -> str:
    """A free name for the place on the page where the goal is reached."""
    name = _ANCHORS[page.brief.goal][swedish(page)]
    return name if name not in page.dom.ids else f"{name}-2"


def _ended(sentence: str) -> str:
    return sentence if not sentence or sentence[-1] in ".!?" else f"{sentence}."

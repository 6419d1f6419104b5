"""New text made of words that are already there: the page's own, and the buyer's for goal and audience. Pure.

Nothing is claimed that the page or the buyer has not said: no number, no name, no promise.
"""

from __future__ import annotations

import re

from coldread.scanner.goals import goal_row
from coldread.scanner.judge.checks.clarity.h1_vague import vagueness
from coldread.scanner.judge.checks.clarity.placeholder import placeholder_in
from coldread.scanner.judge.checks.seo import meta_description, title
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import language_of_phrase, mid_sentence, words

LONGEST_HEADLINE = 12
LARGE_PX = 20
LONGEST_LABEL = 5
_ABBREVIATIONS = frozenset({"AI", "API", "B2B", "CRM", "HR", "IT", "ROI", "SEO", "UX"})
#: a heading over something else than the offer, and the name of a template that nobody has changed
_OTHER_MATTERS = re.compile(
    r"\b(?:trusted|clients?|customers? say|testimonials?|reviews?|partners?|about us|contact|faq|newsletter|blog|team|"
    r"theme|template|kunder|omdömen|om oss|kontakt\w*|vanliga frågor|nyhetsbrev\w*)\b",
    re.IGNORECASE,
)
_TITLE_PARTS = re.compile(r"\s*[|·•]\s*|\s+[–—-]\s+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def swedish(page: Page) -> bool:
    return page.language == "sv"


def headline(page: Page) -> str:
    """What the page says of its offer in its own words, short enough to stand on top; empty when it never does."""
    fitting = [said for said in map(recased, _candidates(page)) if _could_be_headline(said)]
    return next((said for said in fitting if not is_vague(page, said)), "").rstrip(" .:;,")


def is_vague(page: Page, said: str) -> bool:
    """Would fit any firm."""
    return vagueness(said, page.brand, page.names) is not None


def largest(page: Page) -> str:
    """What stands on the first screen in the largest letters, telling or not."""
    said = next((one for one in map(recased, _largest(page)) if _could_be_headline(one)), "")
    return said.rstrip(" .:;,")


def _could_be_headline(said: str) -> bool:
    return (
        2 <= len(words(said)) <= LONGEST_HEADLINE
        and not placeholder_in(said)
        and not _OTHER_MATTERS.search(said)
    )


def _candidates(page: Page) -> list[str]:
    hero = [block for block in page.blocks if block.region == "main" and page.in_hero(block.element)]
    further = [block.text for block in page.blocks if block.kind == "heading" and block.region == "main"]
    spoken_ = [block for block in hero if not _is_quotation(page, block.element)]
    return [
        heading_text(page.headline) if page.headline is not None else "",
        *_largest(page),
        *(block.text for block in spoken_ if block.kind == "heading"),
        *(_SENTENCE_END.split(meta_content(page.dom, "description"))[:1]),
        *_TITLE_PARTS.split(page.title),
        *(text for text in further[:3] if len(words(text)) >= 4),
    ]


def _largest(page: Page) -> list[str]:
    """The first screen's texts, largest letters first, then in their order; none where nothing was drawn."""
    view = page.seen.desktop
    found: dict[str, float] = {}
    for item in view.drawn if view is not None else ():
        element = page.dom.by_selector.get(item.selector)
        seen = item.visible and item.own_chars and view is not None and item.box[1] < view.height
        if element is not None and seen and region_of(element) == "main":
            said = " ".join(_whole(element).text.split())
            if len(words(said)) >= (3 if item.font_size >= LARGE_PX else 4):  # fewer words are a button's
                found.setdefault(said, item.font_size)
    return sorted(found, key=lambda text: -found[text])[:4]


def _whole(element: Element) -> Element:
    """The block that a styled run of words belongs to."""
    while element.tag in ("span", "strong", "em", "b", "i", "mark") and element.parent is not None:
        element = element.parent
    return element


def recased(text: str) -> str:
    """Shouted words in a calm voice; abbreviations stay."""
    text = " ".join(text.split())
    if not text.isupper() or len(words(text)) < 2:
        return text
    calm = [word if word.strip(".,:;!?") in _ABBREVIATIONS else word.lower() for word in text.split()]
    first = calm[0]
    return " ".join([first[:1].upper() + first[1:], *calm[1:]])


def _is_quotation(page: Page, element: Element) -> bool:
    """A customer's words are not ours to put on top or into a description."""
    quotes = [proof.element for proof in page.proofs if proof.kind == "quote"]
    return any(quote is element or quote.contains(element) or element.contains(quote) for quote in quotes)


def for_audience(page: Page) -> str:
    """The buyer's words for whom the page is, as a sentence; empty where none came, or in another language."""
    audience = " ".join(page.brief.audience.split()).rstrip(".")
    if not audience or (language_of_phrase(audience) or page.brief.lang) != ("sv" if swedish(page) else "en"):
        return ""
    return f"{'För' if swedish(page) else 'For'} {mid_sentence(audience)}."


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
    """What the button for the goal should say: as the page's own does where it says something; empty for a goal of the buyer's own."""
    wanted = goal_row(page.brief.goal).label
    if wanted is None:
        return ""
    own = (call.label for call in page.calls if call.action is not None and not is_generic(call.label))
    return next(
        (said for said in own if 1 < len(words(said)) <= LONGEST_LABEL),
        wanted("sv" if swedish(page) else "en"),
    )


def anchor(page: Page) -> str:
    """A free name for the place on the page where the goal is reached."""
    name = goal_row(page.brief.goal).anchor("sv" if swedish(page) else "en")
    return name if name not in page.dom.ids else f"{name}-2"


def _ended(sentence: str) -> str:
    return sentence if not sentence or sentence[-1] in ".!?" else f"{sentence}."

"""Builds the reading of a page: everything that it says about itself, in one record."""

from __future__ import annotations

import re
from collections.abc import Mapping

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.head import meta_content, structured_values, title_of
from coldread.scanner.page.observe.text import RIGHTS, Block
from coldread.scanner.page.observe.titles import outer_parts, title_parts
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import phrases, words
from coldread.scanner.reading import (
    contacts,
    dates,
    languages,
    people,
    prices,
    proof_items,
    self_praise,
    steps,
)
from coldread.scanner.reading.offer import judge_line, topic_words, topics
from coldread.scanner.reading.places import places_in
from coldread.scanner.reading.quotes import quote
from coldread.scanner.reading.record import Fact, Line, Reading

#: parts of a title that name the page, not its owner
_PAGE_NAMES = re.compile(
    r"home(?: ?page)?|start(?:sida|sidan)?|hem(?:sida)?|index|welcome|välkommen|landing ?page|landningssida|coming soon|untitled",
    re.IGNORECASE,
)
#: words in a logo's alternative text besides the name
_LOGO = re.compile(r"^logo(?:typ|type)?\s|(?:['’]?s)?\slogo(?:typ|type)?$", re.IGNORECASE)
#: most words of a headline
HEADLINE_WORDS = 16
#: fewest words of a subhead
SUBHEAD_WORDS = 5
MOST_TOPICS = 8
#: characters of a line that are read
MAX_LINE = 600


@once_per_page
def reading_of(page: Page) -> Reading:
    """The page's reading, computed once."""
    return read(page)


def read(page: Page) -> Reading:
    """The page's reading. It depends on the page alone."""
    found = topics(page)
    headline = _headline(page, found)
    subhead = _subhead(page, found, headline.text if headline else "")
    return Reading(
        brand=_brand(page),
        headline=headline,
        subhead=subhead,
        offer=_offer(headline, subhead),
        topics=topic_words(page, found)[:MOST_TOPICS],
        audience=people.audience(page),
        place=people.places(page),
        local=people.is_local(page),
        outcome=_result_for_customer(page, headline, subhead),
        prices=prices.prices(page),
        proofs=proof_items.proof_items(page),
        claims=self_praise.claims(page),
        steps=steps.steps(page),
        risk_reversal=prices.risk_reversal(page),
        next_step=prices.next_step(page),
        contacts=contacts.contacts(page),
        dates=dates.dates(page),
        language=page.language,
        other_languages=languages.other_languages(page),
    )


def _brand(page: Page) -> Fact | None:
    """The brand by site name, structured data or the shortest outer part of the title."""
    titled = title_of(page.dom)
    declared = [meta_content(page.dom, "og:site_name"), *structured_values(page.dom, "name")]
    name = next((part for part in declared if part), "")
    if name:
        return Fact(value=name, evidence=(quote(page, titled, page.title),) if titled and page.title else ())
    if titled is None or len(outer_parts(page.title)) < 2:
        return None
    towns = {place.name.casefold() for place in places_in(page.title)}
    outer = [part for part in outer_parts(page.title) if _could_be_name(part, towns)]
    every = dict.fromkeys(
        [*outer, *(part for part in title_parts(page.title) if _could_be_name(part, towns))]
    )
    known = [part for part in every if _is_used_elsewhere(page, part)]
    plain = [part for part in known if not _DESCRIBES.search(part)]
    unknown = [part for part in outer if not _DESCRIBES.search(part)]
    name = min(plain or known or unknown, key=len, default="")
    return Fact(value=name, evidence=(quote(page, titled, page.title),), sure=bool(plain)) if name else None


#: "Takläggare i Skåne", "Roofs for schools": a description, not a name
_DESCRIBES = re.compile(
    r"\S\s+(?:i|in|på|för|for|med|with|till|near|nära|utan|without|since|sedan)\s+\S", re.IGNORECASE
)


def _could_be_name(part: str, towns: set[str]) -> bool:
    """Short, no list, and not the name of a page or a town."""
    short = 0 < len(words(part)) <= 3 and ", " not in part
    return short and not _PAGE_NAMES.fullmatch(part) and part.casefold() not in towns


def _is_used_elsewhere(page: Page, name: str) -> bool:
    """The name is also in the footer, or is all of a headline, logo, link, menu entry or line of the first screen."""
    low = name.lower()
    if any(low in block.text.lower() for block in page.blocks if block.region == "footer"):
        return True
    alone = (
        *(heading_text(headline) for headline in page.headlines),
        *(_LOGO.sub("", " ".join(image.attr("alt").split())) for image in page.dom.shown("img")),
        *(link.text for link in page.dom.shown("a")),
        *(block.text for block in page.blocks if block.region == "nav" or page.in_hero(block.element)),
    )
    return any(text.strip().lower() == low for text in alone)


def _judged_line(page: Page, element: object, text: str, found: Mapping[str, int]) -> Line:
    verdict = judge_line(text[:MAX_LINE], page, found)
    return Line(
        text=text[:300],
        says_offer=verdict.outcome,
        points=verdict.points,
        reasons=verdict.reasons,
        evidence=(quote(page, element, text),),  # type: ignore[arg-type]
    )


def _headline(page: Page, found: Mapping[str, int]) -> Line | None:
    if page.headline is not None:
        return _judged_line(page, page.headline, heading_text(page.headline), found)
    block = _substitute_headline(page)
    return _judged_line(page, block.element, block.text, found) if block is not None else None


def _substitute_headline(page: Page) -> Block | None:
    """The largest line of the first screen, which visitors take for the headline of a page without h1."""
    short = [
        block
        for block in people.first_blocks(page)
        if 1 < len(words(block.text)) <= HEADLINE_WORDS
        and not (block.element.closest("a", "button") is not None and is_generic(block.text))
    ]
    sizes = {
        block.element.selector: item.font_size
        for block in short
        if (item := page.desktop.get(block.element.selector))
    }
    if sizes:
        return max(short, key=lambda block: sizes.get(block.element.selector, 0.0))
    return next((block for block in short if block.kind == "heading"), next(iter(short), None))


def _subhead(page: Page, found: Mapping[str, int], headline: str) -> Line | None:
    """The line near the headline that says most about the offer."""
    below = [block for block in page.subheads if block.element.closest("a", "button", "form") is None]
    first = [block for block in people.first_blocks(page) if block not in below]
    proven = {id(piece.element) for piece in page.proofs}
    lines = [
        _judged_line(page, block.element, block.text, found)
        for block in (*below, *first)
        if len(words(block.text)) >= SUBHEAD_WORDS
        and block.element is not page.headline
        and block.text != headline
        and id(block.element) not in proven
        and not RIGHTS.search(block.text)
    ]
    return max(lines, key=lambda line: line.points, default=None)


def _offer(headline: Line | None, subhead: Line | None) -> Fact | None:
    for line in (headline, subhead):
        if line is not None and line.says_offer == "yes":
            return Fact(value=line.text, evidence=line.evidence)
    unsure = next(
        (line for line in (headline, subhead) if line is not None and line.says_offer == "unsure"), None
    )
    return Fact(value=unsure.text, evidence=unsure.evidence, sure=False) if unsure else None


def _result_for_customer(page: Page, headline: Line | None, subhead: Line | None) -> Fact | None:
    """The result for the customer: a line with "you" and a result or a number."""
    for line in (headline, subhead):
        if line is None or line.says_offer == "no":
            continue
        addresses_you = phrases("words.you").search(line.text)
        if addresses_you and (
            phrases("proof.results").search(line.text) or phrases("units.words").search(line.text)
        ):
            return Fact(value=line.text, evidence=line.evidence, sure=False)
    return None

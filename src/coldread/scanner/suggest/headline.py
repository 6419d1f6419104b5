"""The headline: which words of the page say what is offered, and which text looks like one without being marked. Pure."""

from __future__ import annotations

import re
from itertools import takewhile

from coldread.scanner.judge.checks.clarity.h1_long import MAX_CHARS, MAX_WORDS
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import HEADINGS, region_of
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import words
from coldread.scanner.suggest.names import is_name, looks_like_name
from coldread.scanner.suggest.wording import capital, first_clause, recased, sentences

#: words of a headline that we propose; one that stands there may have `h1_long.MAX_WORDS`
LONGEST_NEW = 12
#: a heading over something else than the offer, and the name of a template that nobody has changed
_OTHER_MATTERS = re.compile(
    r"\b(?:trusted|clients?|customers? say|testimonials?|reviews?|partners?|about us|contact|faq|newsletter|blog|team|"
    r"theme|template|(?<!.)(?:about|om)(?= )|kunder|omdömen|om oss|kontakt\w*|vanliga frågor|nyhetsbrev\w*)\b",
    re.IGNORECASE,
)
#: what is pressed, filled in or stands around the page is no headline
_NO_PLACE = ("nav", "footer", "a", "button", "label")
_PROMOTABLE = (*HEADINGS[1:], "p", "div")
#: words of a title's part, of a line in large letters (fewer are a button's), and of a heading further down
_LEAST_PART, _LEAST_LINE, _LEAST_FURTHER = 3, 3, 4


def headline(page: Page) -> str:
    """What the page says of its offer in its own words, short enough to stand on top; empty when it never does."""
    first = heading_text(page.headline) if page.headline is not None else ""
    others = (said for said in map(recased, _candidates(page)) if not is_name(page, said))
    fitting = (said for said in (recased(first), *others) if _speaks_of_offer(said, LONGEST_NEW))
    return next((_tidy(said) for said in fitting if not page.is_vague(said)), "")


def instead_of_headline(page: Page) -> str:
    """For a headline that says nothing: the telling part of the title, which stands nowhere else on the page, else `headline`."""
    parts = [recased(part) for part in title_parts(page.title) if len(words(part)) >= _LEAST_PART]
    parts += [first_clause(part, most_words=LONGEST_NEW, most_chars=MAX_CHARS) for part in parts]
    fitting = [
        said for said in parts if _speaks_of_offer(said, LONGEST_NEW) and not looks_like_name(page, said)
    ]
    telling = [_tidy(said) for said in fitting if not page.is_vague(said)]
    return max(telling, key=len, default="") or headline(page)


def unmarked_text(page: Page) -> str:
    """What such a page shows as its headline, however it is built; empty where nothing looks like one."""
    element = _looks_like_headline(page)
    return _tidy(recased(element.text)) if element is not None else ""


def _looks_like_headline(page: Page) -> Element | None:
    """The first screen's largest text; unseen, the line that the page opens with; telling or not."""
    if page.rendered:
        return next((one for one in _large_lines(page) if _speaks_of_offer(one.text, MAX_WORDS)), None)
    opening = (block for block in page.blocks if block.region == "main" and page.in_hero(block.element))
    lines = [block for block in opening if block.kind in ("heading", "paragraph")]
    until = takewhile(lambda block: block.kind == "heading" or block.text[-1:] not in ".!?", lines)
    return next((block.element for block in until if _speaks_of_offer(block.text, MAX_WORDS)), None)


def _candidates(page: Page) -> list[str]:
    hero = [block for block in page.blocks if block.region == "main" and page.in_hero(block.element)]
    further = [block.text for block in page.blocks if block.kind == "heading" and block.region == "main"]
    spoken = [block for block in hero if not page.is_quotation(block.element)]
    large = [one.text for one in _large_lines(page) if region_of(one) == "main"]
    return [
        *large[:4],
        *(block.text for block in spoken if block.kind == "heading"),
        *sentences(meta_content(page.dom, "description"))[:1],
        *(capital(part) for part in title_parts(page.title) if not looks_like_name(page, part)),
        *(text for text in further[:3] if len(words(text)) >= _LEAST_FURTHER),
    ]


def _large_lines(page: Page) -> list[Element]:
    """Lines of the first screen, largest letters first, then in their order; none where nothing was drawn."""
    view = page.seen.desktop
    sizes: dict[str, float] = {}
    for item in view.drawn if view is not None else ():
        element = page.dom.by_selector.get(item.selector)
        seen = item.visible and item.own_chars and view is not None and item.box[1] < view.height
        if element is not None and seen and element.closest(*_NO_PLACE) is None:
            block = element.block.selector
            sizes[block] = max(sizes.get(block, 0.0), item.font_size)
    ordered = [page.dom.by_selector[name] for name in sorted(sizes, key=lambda name: -sizes[name])]
    return [one for one in ordered if len(words(one.text)) >= _LEAST_LINE and not page.is_quotation(one)]


def _speaks_of_offer(said: str, most_words: int) -> bool:
    return (
        2 <= len(words(said)) <= most_words and not placeholder_in(said) and not _OTHER_MATTERS.search(said)
    )


def _tidy(said: str) -> str:
    return capital(said.rstrip(" .:;,"))

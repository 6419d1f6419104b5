"""Mends headlines: one h1, made of words that already stand on the page."""

from __future__ import annotations

import re

from coldread.scanner.judge.checks.clarity import subhead_missing
from coldread.scanner.judge.checks.clarity.h1_long import MAX_CHARS, MAX_WORDS
from coldread.scanner.judge.checks.clarity.h1_vague import vagueness
from coldread.scanner.judge.checks.clarity.placeholder import placeholder_in
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.dom import Element, collapse
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.text import HEADINGS
from coldread.scanner.page.page import heading_text
from coldread.scanner.page.phrases import language_of_phrase, mid_sentence, words
from coldread.scanner.patch.changes import Change, Insert, New, Rename, Retext, Split, Unmendable
from coldread.scanner.patch.work import RecipeContext

_PROMOTABLE = (*HEADINGS[1:], "p", "div")
_CLAUSE_END = re.compile(r"(?<=[.!?:;])\s+|\s+[–—|]\s+|,\s+")
_TITLE_PARTS = re.compile(r"\s*[|·•]\s*|\s+[–—-]\s+|:\s+")


def demote_further(work: RecipeContext, finding: Finding) -> list[Change]:
    """h1 becomes h2 after the first."""
    return [Rename(element=element, tag="h2") for element in work.elements(finding)]


def promote_largest(work: RecipeContext, finding: Finding) -> list[Change]:
    """The hero's largest text becomes the h1."""
    if any(h1.text for h1 in work.page.dom.all("h1")):
        raise Unmendable("an h1 is there but hidden")
    element = _largest(work) if work.page.rendered else _first_heading(work)
    if element is None:
        raise Unmendable("no text stands out as the headline")
    return [Rename(element=element, tag="h1")]


def _largest(work: RecipeContext) -> Element | None:
    view = work.page.seen.desktop
    dom = work.page.dom.by_selector
    sized: list[tuple[float, Element]] = []
    for item in view.drawn if view is not None else ():
        element = _whole(dom[item.selector]) if item.selector in dom else None
        above_fold = view is not None and item.box[1] < view.height
        if element is not None and item.visible and above_fold and _reads_like_a_headline(element):
            sized.append((item.font_size, element))
    return max(sized, key=lambda pair: pair[0])[1] if sized else None


def _whole(element: Element) -> Element:
    """The block that a styled run of words belongs to."""
    while element.tag in ("span", "strong", "em", "b", "i") and element.parent is not None:
        element = element.parent
    return element


def _first_heading(work: RecipeContext) -> Element | None:
    headings = [block.element for block in work.page.blocks if block.kind == "heading"]
    return next((one for one in headings if _reads_like_a_headline(one)), None)


def _reads_like_a_headline(element: Element) -> bool:
    inside = any(
        below.tag in (*HEADINGS, "p", "div", "a", "button")
        for below in element.walk()
        if below is not element
    )
    return (
        element.tag in _PROMOTABLE
        and not inside
        and element.closest("nav", "footer", "a", "button", "label") is None
        and 2 <= len(words(element.text)) <= MAX_WORDS
    )


def say_what_the_title_says(work: RecipeContext, finding: Finding) -> list[Change]:
    """A vague headline gives way to the telling part of the page's own title."""
    element = work.elements(finding)[0]
    telling = [
        part
        for part in _TITLE_PARTS.split(work.page.title)
        if 3 <= len(words(part)) <= MAX_WORDS and vagueness(part, work.page.brand, work.page.names) is None
    ]
    if not telling or collapse(element.content) != element.text:
        raise Unmendable("the page's title says no more than the headline")
    return [Retext(element=element, old=element.text, new=max(telling, key=len))]


def split_headline(work: RecipeContext, finding: Finding) -> list[Change]:
    """The first clause stays the headline, the rest becomes the paragraph below it."""
    element = work.elements(finding)[0]
    said = heading_text(element)
    for end in reversed(list(_CLAUSE_END.finditer(said))):
        first, rest = said[: end.start()].rstrip(), said[end.end() :]
        short = len(first.split()) <= MAX_WORDS and len(first) <= MAX_CHARS
        if short and len(words(first)) >= 3 and len(words(rest)) >= 3 and end[0].strip() in ("", ":", ";"):
            return [Split(element=element, behind=first, tag="p")]
    raise Unmendable("the headline has no clause to end it with")


def _body_tag(work: RecipeContext) -> str:
    """What the page writes below its headline in: style sheets and measures of body text go by it."""
    below = [block.element.tag for block in work.page.subheads if block.kind == "paragraph"]
    return below[0] if below and below[0] in ("p", "div") else "p" if not below else "div"


def explain_headline(work: RecipeContext, finding: Finding) -> list[Change]:
    """The page's own description below the headline: nobody else knows what the offer is."""
    headline = work.elements(finding)[0]
    said = meta_content(work.page.dom, "description")
    fits = subhead_missing.SHORTEST <= len(words(said)) <= subhead_missing.LONGEST
    if not fits or placeholder_in(said) or said in work.page.dom.body.text:
        raise Unmendable("the page has no description that could explain its headline")
    if not _stands_near(work, headline):
        raise Unmendable("the room below the headline is what keeps its explanation away")
    return [Insert(element=headline, where="after", new=New(tag=_body_tag(work), text=said))]


def _stands_near(work: RecipeContext, headline: Element) -> bool:
    """Whether what follows the headline begins close enough below it; an explanation would begin there."""
    drawn = work.drawn(headline)
    order = {element.selector: at for at, element in enumerate(work.page.dom.elements)}
    inside = {below.selector for below in headline.walk()}
    if drawn is None:
        return False
    _, top, _, height = drawn.box
    following = [
        item.box[1] - top - height
        for item in work.page.desktop.values()
        if item.visible
        and item.selector not in inside
        and order.get(item.selector, -1) > order[headline.selector]
    ]
    return bool(following) and 0 <= following[0] <= subhead_missing.NEAR_PX / 2


def name_the_audience(work: RecipeContext, finding: Finding) -> list[Change]:
    """The client's own words for whom the page is, below the headline."""
    headline = work.page.headline
    if headline is None:
        raise Unmendable("there is no headline to put it under")
    if (language_of_phrase(work.page.brief.audience) or work.page.brief.lang) != (
        "sv" if work.swedish else "en"
    ):
        raise Unmendable("the audience is told in another language than the page's")
    said = f"{'För' if work.swedish else 'For'} {mid_sentence(work.page.brief.audience.strip().rstrip('.'))}."
    return [Insert(element=headline, where="after", new=New(tag=_body_tag(work), text=said))]

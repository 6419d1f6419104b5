"""Mends headlines: one h1, made of words that already stand on the page."""

from __future__ import annotations

from coldread.scanner.judge.checks.clarity import subhead_missing
from coldread.scanner.judge.checks.clarity.h1_long import MAX_CHARS, MAX_WORDS
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.dom import Element, collapse
from coldread.scanner.page.page import heading_text
from coldread.scanner.page.phrases import words
from coldread.scanner.patch.changes import Change, Insert, New, Rename, Retext, Split, Unmendable
from coldread.scanner.patch.work import RecipeContext
from coldread.scanner.suggest.headline import instead_of_headline, unmarked_headline
from coldread.scanner.suggest.lines import subhead
from coldread.scanner.suggest.wording import halves_at_end


def demote_further(work: RecipeContext, finding: Finding) -> list[Change]:
    """h1 becomes h2 after the first, where it looks the same as one: else the style sheet would shrink it."""
    sizes = {item.font_size for h2 in work.page.dom.all("h2") if (item := work.drawn(h2)) is not None}
    for element in work.elements(finding):
        item = work.drawn(element)
        if item is not None and item.font_size not in sizes:
            raise Unmendable("as an h2 it would be drawn in another size: the style sheet decides")
    return [Rename(element=element, tag="h2") for element in work.elements(finding)]


def mark_headline(work: RecipeContext, finding: Finding) -> list[Change]:
    """What looks like the headline becomes the h1."""
    if any(h1.text for h1 in work.page.dom.all("h1")):
        raise Unmendable("an h1 is there but hidden")
    element = unmarked_headline(work.page)
    if element is None:
        raise Unmendable("no text stands out as the headline")
    return [Rename(element=element, tag="h1")]


def say_the_offer(work: RecipeContext, finding: Finding) -> list[Change]:
    """A vague headline gives way to the page's own words for its offer, unless they stand below it already."""
    element = work.elements(finding)[0]
    said = instead_of_headline(work.page)
    if not said or collapse(element.content) != element.text:
        raise Unmendable("the page's title says no more than the headline")
    if said.lower() in work.page.dom.body.text.lower():
        raise Unmendable("what the headline should say is already on the page, and would be there twice")
    return [Retext(element=element, old=element.text, new=said)]


def split_headline(work: RecipeContext, finding: Finding) -> list[Change]:
    """The first clause stays the headline, the rest becomes the paragraph below it."""
    element = work.elements(finding)[0]
    parted = halves_at_end(heading_text(element), most_words=MAX_WORDS, most_chars=MAX_CHARS)
    if parted is None:
        raise Unmendable("the headline has no clause to end it with")
    return [Split(element=element, behind=parted[0], tag="p")]


def _body_tag(work: RecipeContext) -> str:
    """What the page writes below its headline in: style sheets and measures of body text go by it."""
    below = [block.element.tag for block in work.page.subheads if block.kind == "paragraph"]
    return below[0] if below and below[0] in ("p", "div") else "p" if not below else "div"


def explain_headline(work: RecipeContext, finding: Finding) -> list[Change]:
    """An explaining sentence that does not stand on the page yet, below the headline."""
    headline = work.elements(finding)[0]
    said = subhead(work.page)
    if len(words(said)) < subhead_missing.SHORTEST or said in work.page.dom.body.text:
        raise Unmendable("the page has no description that could explain its headline")
    if not _stands_near(work, headline):
        raise Unmendable("the space below the headline keeps its explanation too far away")
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

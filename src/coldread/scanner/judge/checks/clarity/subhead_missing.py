"""Nothing explains the headline."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.clarity.headline_name import is_only_a_name
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.page.observations import Box, Drawn
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

SHORTEST, LONGEST = 6, 40
NEAR_PX = 160
#: fewer words explain as well where they are long: this many, in this many characters
FEWEST, LONG_CHARS = 4, 40

META = Meta(
    id="clarity.subhead-missing",
    measured=False,
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="A sentence below the headline explains it",
        failure="There is no explanatory sentence below the headline",
        why="The headline makes a promise; the subhead says how and for whom. A new visitor needs both to understand.",
        fix="Add one sentence of 6–40 words right below the headline: what it is, who it is for, and what they get out of it.",
    ),
    sv=Text(
        title="En mening under rubriken förklarar den",
        failure="Det saknas en förklarande mening under rubriken",
        why="Rubriken lovar, underrubriken säger hur och för vem. En ny besökare behöver båda för att förstå.",
        fix="Lägg till en mening på 6–40 ord direkt under rubriken: vad det är, för vem och vad man får ut av det.",
    ),
)


def check(page: Page) -> Verdict:
    headline = next((h1 for h1 in page.measured_headlines if _visible(page.desktop.get(h1.selector))), None)
    if headline is None:
        return NotApplicable("no-headline")
    if is_only_a_name(page):
        return NotApplicable("counted-elsewhere")
    views = [view for view in (page.desktop, page.mobile) if _visible(view.get(headline.selector))]
    if any(
        _explains(item, view[headline.selector].box)
        for view in views
        for item in view.values()
        if item.selector != headline.selector
    ):
        return None
    if _explained_after_the_menu(page, headline):
        return None
    proof = [
        evidence.of(
            page, headline, viewport="desktop", threshold=f"{SHORTEST}–{LONGEST} words within {NEAR_PX} px"
        )
    ]
    return found(META, page.brief, Severity.P2, proof)


def _visible(item: Drawn | None) -> bool:
    return item is not None and item.visible


def _explains(item: Drawn, headline: Box) -> bool:
    """On either screen; a line that fades in and out stands there, though not at the moment of the look."""
    x, y, width, height = headline
    left, top, wide, high = item.box
    beside = left < x + width and left + wide > x
    near = y + 0.5 * height <= top <= y + height + NEAR_PX
    return (
        (item.visible or wide * high > 0)
        and near
        and beside
        and (item.own_chars > 0 or item.tag in ("p", "h2", "h3"))
        and _is_sentence(item)  # one that is too long explains too, and is told as a wall of text
    )


def _is_sentence(item: Drawn) -> bool:
    """Six words; or nearly so many in a second heading or of some length: “AI-powered diagnostics, instant answers”."""
    said = words(item.text)
    telling = item.tag in ("h2", "h3") or len(item.text) >= LONG_CHARS
    return len(said) >= SHORTEST or (len(said) >= FEWEST and telling)


#: blocks after the headline among which the explaining one is looked for, the menu left out
NEXT_BLOCKS = 2


def _explained_after_the_menu(page: Page, headline: Element) -> bool:
    """Where a menu or a second heading stands between them, the next sentence on the first screen explains as well."""
    later = [block for block in page.blocks if block.element.number > headline.number]
    if not later or (later[0].region != "nav" and later[0].kind != "heading"):
        return False
    after = [block for block in later if block.region == "main"]
    height = page.seen.desktop.height if page.seen.desktop else 0
    drawn = [(block, page.desktop.get(block.element.selector)) for block in after[:NEXT_BLOCKS]]
    return any(
        item is not None and item.visible and item.box[1] + item.box[3] <= height and _is_sentence(item)
        for block, item in drawn
        if block.kind == "paragraph"
    )

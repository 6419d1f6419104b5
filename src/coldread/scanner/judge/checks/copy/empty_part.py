"""A heading with nothing below it, or a list that says that it is empty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.page import Page
from coldread.scanner.reading.unready import empty_lists, place_of, still_loading

#: px between a heading and the next one from which on something is missing there
GAP = 160.0
#: a page where so many have nothing has headings for another reason
MOST = 2
_CONTENT = frozenset(
    ["img", "svg", "iframe", "video", "audio", "canvas", "form", "input", "button", "picture", "object", "embed", "table"]
)  # fmt: skip

META = Meta(
    id="copy.empty-part",
    measured=False,
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Every part of the page has something in it",
        failure="A part of the page is empty: “{said}”",
        why="Visitors who come to an empty list, or a heading with nothing below it, think that nothing happens here any more.",
        fix="Fill it, or take it away until there is something to show.",
    ),
    sv=Text(
        title="Varje del av sidan har ett innehåll",
        failure="En del av sidan är tom: ”{said}”",
        why="Den som möter en tom lista eller en rubrik utan något under tror att inget händer här längre.",
        fix="Fyll den, eller ta bort den tills det finns något att visa.",
    ),
)


def check(page: Page) -> Verdict:
    listed = [*empty_lists(page), *still_loading(page)]
    bare = list(_bare_headings(page))
    if len(bare) > MOST:
        bare = []
    if not listed and not bare:
        return None
    proof = [evidence.of(page, element, value=said) for element, said in (*listed, *bare)]
    led = any(_is_led_to(page, element) for element, _ in listed)
    said = evidence.shortened((listed or bare)[0][1])
    return found(META, page.brief, Severity.P1 if led else Severity.P2, proof, glaring=led, said=said)


def _is_led_to(page: Page, element: Element) -> bool:
    """The page's first button leads there."""
    primary = page.primary
    button = page.dom.by_selector.get(primary.selector) if primary is not None else None
    place = place_of(page, button.attr("href").strip()) if button is not None else None
    return place is not None and place.contains(element)


def _bare_headings(page: Page) -> Iterator[tuple[Element, str]]:
    """Second headings between which and the next one there is room and nothing in it."""
    marks = sorted(
        [one for one in page.dom.shown("h1", "h2", "footer") if one.text], key=lambda one: one.number
    )
    for one, after in pairwise(marks):
        if one.tag != "h2" or one.closest("footer") is not None:
            continue
        between = page.dom.elements[one.end : after.number]
        if any(not part.hidden and (part.tag in _CONTENT or part.text) for part in between):
            continue
        own, other = page.desktop.get(one.selector), page.desktop.get(after.selector)
        dressed = any(
            item.background_image
            for part in between
            if (item := page.desktop.get(part.selector)) is not None and item.visible
        )
        if own is None or other is None or not own.visible or dressed:
            continue
        if other.box[1] - own.box[1] - own.box[3] >= GAP:
            yield one, one.text

"""Text overlaps other text."""

from __future__ import annotations

from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.painted_evidence import faults_in_both_windows, place_of, was_scrolled
from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.page import Page

META = Meta(
    id="visual.text-overlap",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No text lies on other text",
        failure="{count:One text overlaps|{count} texts overlap} other text",
        why="Measured by the boxes of their lines, on the page as our browser drew it.",
        fix="Look for fixed heights, negative margins or absolute positions there.",
    ),
    sv=Text(
        title="Ingen text ligger på annan text",
        failure="{count:En text|{count} texter} ligger ovanpå annan text",
        why="Mätt med radernas rutor, på sidan som vår webbläsare ritade den.",
        fix="Leta efter fasta höjder, negativa marginaler eller absoluta positioner där.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    lying = [
        (overlap, view)
        for overlap, view in faults_in_both_windows(page, lambda painted: painted.overlapping)
        if not _are_apart(page, overlap.selector, overlap.other, view)
        and not any(
            _is_sign(page, place, view) or _is_decoration(page, place)
            for place in (overlap.selector, overlap.other)
        )
    ]
    if not lying:
        return None
    proof = [place_of(page, overlap, view, value=overlap.other) for overlap, view in lying]
    return build_finding(META, page.brief, Severity.P1, proof)


def _are_apart(page: Page, one: str, other: str, view: Viewport) -> bool:
    """The boxes do not overlap. Only the line boxes do: large letters have space around them."""
    drawn = page.desktop if view.name == "desktop" else page.mobile
    above, below = drawn.get(one), drawn.get(other)
    if above is None or below is None:
        return False
    if above.box[1] > below.box[1]:
        above, below = below, above
    return above.box[1] + above.box[3] <= below.box[1] + 0.5


def _is_decoration(page: Page, selector: str) -> bool:
    """The markup hides it from those who listen, such as a watermark behind a footer."""
    element = page.dom.by_selector.get(selector)
    places = (element, *element.ancestors()) if element is not None else ()
    return any(place.attr("aria-hidden").lower() == "true" for place in places)


def _is_sign(page: Page, selector: str, view: Viewport) -> bool:
    """A drawn symbol without letters, such as a star, which nobody has to read."""
    drawn = (page.desktop if view.name == "desktop" else page.mobile).get(selector)
    return drawn is not None and bool(drawn.text) and not any(letter.isalnum() for letter in drawn.text)

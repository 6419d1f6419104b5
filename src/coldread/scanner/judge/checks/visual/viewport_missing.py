"""Phones get a shrunken desktop page."""

from __future__ import annotations

import re

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.judge.page_width import adapts_to_phones
from coldread.scanner.page.observe.head import metas
from coldread.scanner.page.page import Page

META = Meta(
    id="mobile.viewport-missing",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    content=False,
    en=Text(
        title="A viewport meta tag sets the width for phones",
        failure="The page has no viewport meta tag with width=device-width or initial-scale",
        why="Without it, phones lay the page out about 980 px wide and scale it to the screen. Styles for the width of the device (max-device-width) apply all the same.",
        fix="Add one with width=device-width, initial-scale=1 to the head, and look at the result on a phone.",
    ),
    sv=Text(
        title="En viewport-metatagg anger bredden för mobiler",
        failure="Sidan har ingen viewport-metatagg med width=device-width eller initial-scale",
        why="Utan den ritar mobiler upp sidan cirka 980 px bred och skalar den till skärmen. Stilregler för enhetens bredd (max-device-width) gäller ändå.",
        fix="Lägg till en med width=device-width, initial-scale=1 i head, och se på resultatet i en mobil.",
    ),
)


def check(page: Page) -> Verdict:
    declared = metas(page.dom, "viewport")
    if adapts_to_phones(page):
        return None
    proof = [evidence.of(page, meta, value=meta.attr("content")) for meta in declared]
    severity = Severity.P2 if _has_styles_for_devices(page) else Severity.P0
    return build_finding(META, page.brief, severity, proof or [evidence.of_searched_place(page, "head")])


def _has_styles_for_devices(page: Page) -> bool:
    """Styles for the width of the device, or for handheld devices, apply on a phone without the tag too."""
    asked = (sheet.attr("media") for sheet in page.dom.all("link", "style"))
    written = (sheet.content for sheet in page.dom.all("style"))
    return any(_FOR_DEVICES.search(text) for text in (*asked, *written))


_FOR_DEVICES = re.compile(r"device-width|handheld", re.IGNORECASE)

"""The page has no picture larger than an icon, apart from logos."""

from __future__ import annotations

import re

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.page import Page

#: px²: smaller ones are logos or icons
LEAST_AREA = 100.0 * 100.0
#: px²: a box that may have a background picture
LARGE_AREA = 200.0 * 150.0
#: a page with fewer words may have nothing to show
FEWEST_WORDS = 30

_PICTURE_TAGS = ("img", "video", "picture", "canvas", "iframe", "object", "embed")
_BACKGROUND_FILE = re.compile(r"url\(\s*[\"']?(?!data:image/svg|#)[^)]", re.IGNORECASE)

META = Meta(
    id="visual.no-picture",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.NNG, Source.CONSENSUS),
    confidence=0.7,
    effort="M",
    fix="spec_only",
    en=Text(
        title="Pictures show what you offer",
        failure="Logos aside, no picture larger than 100 × 100 px is shown on the page",
        why="Visitors look at real pictures before they read. Without one that shows the offer, they have only your words for what they will get.",
        fix="Show the work, the goods, the people or the place, even if you take the photos with a phone.",
    ),
    sv=Text(
        title="Bilder visar vad du erbjuder",
        failure="Logotyper oräknade visas ingen bild större än 100 × 100 px på sidan",
        why="Besökare tittar på riktiga bilder innan de läser. Utan en som visar erbjudandet har de bara dina ord för vad de får.",
        fix="Visa arbetet, varorna, människorna eller platsen, gärna fotat med mobilen.",
    ),
)


def check(page: Page) -> Verdict:
    if not page.blocks:
        return NotApplicable("not-shown")
    if any(
        _is_large(page, element.selector) and not _is_logo(element)
        for element in page.dom.shown(*_PICTURE_TAGS)
    ):
        return None
    behind = [
        item for item in page.desktop.values() if item.background_image and _area(item.box) >= LARGE_AREA
    ]
    if behind and _names_a_file(page):
        return None
    if behind and _is_styled_elsewhere(page):
        return NotMeasured("unknown-picture")
    if sum(len(block.text.split()) for block in page.blocks) < FEWEST_WORDS:
        return NotApplicable("not-shown")
    return build_finding(
        META,
        page.brief,
        Severity.INFO,
        [evidence.of_searched_place(page, "body", value=0, threshold=1)],
        count=1,
    )


def _area(box: tuple[float, float, float, float]) -> float:
    return box[2] * box[3]


def _is_large(page: Page, selector: str) -> bool:
    """Its size is large or unknown."""
    item = page.desktop.get(selector)
    return item is None or _area(item.box) >= LEAST_AREA


def _is_logo(element: Element) -> bool:
    return "logo" in " ".join(element.attr(name) for name in ("id", "class", "alt", "src")).lower()


def _is_styled_elsewhere(page: Page) -> bool:
    """The page has a style sheet that we did not read. Font sheets do not count: they bring no pictures."""
    sheets = [link for link in page.dom.all("link") if "stylesheet" in link.attr("rel").lower()]
    return any("font" not in link.attr("href").lower() for link in sheets)


def _names_a_file(page: Page) -> bool:
    """A style in the page itself names a background picture."""
    styles = [element.content for element in page.dom.all("style")]
    dressed = [element.attr("style") for element in page.dom.elements if "style" in element.attrs]
    return any(_BACKGROUND_FILE.search(style) for style in (*styles, *dressed))

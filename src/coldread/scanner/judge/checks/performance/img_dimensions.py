"""Pictures have no space reserved."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.pictures import reserves_space
from coldread.scanner.page.page import Page

META = Meta(
    id="perf.img-dimensions",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="Every picture has a width and a height",
        failure="At least {count:one picture|{count} pictures} on show {count:lacks|lack} width or height in the markup",
        why="Their markup does not set both. A style may keep their space instead.",
        fix="Put the picture's own width and height on each img element; where a style sets its width, also height: auto.",
    ),
    sv=Text(
        title="Varje bild har bredd och höjd",
        failure="Minst {count:en bild|{count} bilder} som visas saknar bredd eller höjd i koden (width eller height)",
        why="Koden anger inte båda. En stilregel kan hålla deras plats i stället.",
        fix="Ange bildens egen bredd och höjd på varje img-element; där en stilregel sätter bredden, också height: auto.",
    ),
)


def check(page: Page) -> Verdict:
    pictures = [
        image
        for image in page.dom.shown("img")
        if (image.attr("src") or image.attr("srcset") or image.attr("data-src")) and _is_shown(page, image)
    ]
    if not pictures:
        return NotApplicable("no-images")
    unsized = [
        image for image in pictures if not reserves_space(image) and not _is_space_reserved(page, image)
    ]
    if not unsized:
        return None
    proof = [evidence.of(page, image) for image in unsized]
    return build_finding(META, page.brief, Severity.P2, proof, count=len(unsized))


def _boxes(page: Page, image: Element) -> list[Drawn]:
    """The picture in each window that lists it; none without a browser."""
    return [view[image.selector] for view in (page.desktop, page.mobile) if image.selector in view]


def _is_shown(page: Page, image: Element) -> bool:
    """A window shows it, or nobody can tell."""
    boxes = _boxes(page, image)
    return not boxes or any(box.visible for box in boxes)


def _is_space_reserved(page: Page, image: Element) -> bool:
    """A style sheet reserves its space wherever it is shown."""
    shown = [box for box in _boxes(page, image) if box.visible]
    return bool(shown) and all(box.reserved for box in shown)

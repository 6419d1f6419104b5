"""Pictures have no space reserved."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
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
        title="Pictures have their space reserved",
        failure="{count:One picture has|{count} pictures have} no width and height",
        why="The browser cannot reserve space for them, so the text jumps when they load.",
        fix="Put the picture's own width and height on each img element.",
    ),
    sv=Text(
        title="Bilderna har sin plats reserverad",
        failure="{count:En bild|{count} bilder} saknar width och height",
        why="Webbläsaren kan inte reservera plats för dem, så texten hoppar när de laddas.",
        fix="Ange bildens egen bredd och höjd på varje img-element.",
    ),
)


def check(page: Page) -> Verdict:
    pictures = [
        image
        for image in page.dom.shown("img")
        if image.attr("src") or image.attr("srcset") or image.attr("data-src")
    ]
    if not pictures:
        return NotApplicable("no-images")
    unsized = [image for image in pictures if not reserves_space(image) and not _reserved(page, image)]
    if not unsized:
        return None
    return found(
        META, page.brief, Severity.P2, [evidence.of(page, image) for image in unsized], count=len(unsized)
    )


def _reserved(page: Page, image: Element) -> bool:
    """A style sheet reserves the space, or no window shows the picture."""
    boxes = [view[image.selector] for view in (page.desktop, page.mobile) if image.selector in view]
    return bool(boxes) and all(box.reserved or not box.visible for box in boxes)

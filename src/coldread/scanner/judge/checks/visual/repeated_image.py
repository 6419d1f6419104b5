"""A large picture appears more than once."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.page import Page

#: px: smaller pictures are icons, stars and badges
LEAST_PX = 120.0

META = Meta(
    id="visual.repeated-image",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No large picture is shown more than once",
        failure="The same picture file is shown {times} times",
        why="Counted at 1366 × 768, from 120 px on, outside of header, menu and footer.",
        fix="If each place should have a picture of its own, replace one.",
    ),
    sv=Text(
        title="Ingen stor bild visas mer än en gång",
        failure="Samma bildfil visas {times} gånger",
        why="Räknat vid 1366 × 768, från 120 px, utanför sidhuvud, meny och sidfot.",
        fix="Ska varje plats ha en egen bild: byt ut en.",
    ),
)


def check(page: Page) -> Verdict:
    by_source: dict[str, list[Drawn]] = {}
    for item in page.desktop.values():
        if item.tag == "img" and item.source and _is_large(item) and not _is_frame(page, item):
            by_source.setdefault(item.source, []).append(item)
    again = [items for items in by_source.values() if len(items) > 1]
    if not again:
        return None
    again.sort(key=lambda items: -len(items))
    proof = [evidence.of_drawn(page, item, "desktop") for items in again for item in items]
    return build_finding(META, page.brief, Severity.P2, proof, times=len(again[0]), count=len(again))


def _is_large(item: Drawn) -> bool:
    return item.visible and item.box[2] >= LEAST_PX and item.box[3] >= LEAST_PX


def _is_frame(page: Page, item: Drawn) -> bool:
    """A logo in header or footer, or an ornament without alternative text, which may appear again."""
    element = page.dom.by_selector.get(item.selector)
    return (
        element is None or element.closest("header", "nav", "footer") is not None or not element.attr("alt")
    )

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
        title="Every large picture is shown once",
        failure="The same picture is shown {times} times",
        why="A repeated picture looks like an unfinished template; beside two different names it makes both hard to believe.",
        fix="Give each place its own picture, or remove one.",
    ),
    sv=Text(
        title="Varje stor bild visas en gång",
        failure="Samma bild visas {times} gånger",
        why="En bild som återkommer ser ut som en mall som inte är färdig; bredvid två olika namn gör den båda svåra att tro på.",
        fix="Ge varje plats en egen bild, eller ta bort en.",
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

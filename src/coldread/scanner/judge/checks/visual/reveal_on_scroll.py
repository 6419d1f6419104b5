"""Text that waits for the visitor to scroll."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotMeasured, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.painted_evidence import was_scrolled
from coldread.scanner.page.page import Page

META = Meta(
    id="visual.reveal-on-scroll",
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Text is there before one scrolls to it",
        failure="Parts of the page that appear only while one scrolls: {count}",
        why="It was seen, so nothing else is held against it. Without scripts, in print and for programs those parts stay empty.",
        fix="Let the text be visible from the start and animate its place or a shadow instead.",
    ),
    sv=Text(
        title="Texten finns innan man rullar till den",
        failure="Delar av sidan som visas först när man rullar: {count}",
        why="Det syntes, så inget annat läggs sidan till last. Utan skript, i utskrift och för program är delarna tomma.",
        fix="Låt texten vara synlig från början och animera i stället läge eller skugga.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    view = page.seen.desktop
    waiting = view.painted.revealed if view and view.painted else ()
    shown = [page.dom.by_selector[one] for one in waiting if one in page.dom.by_selector]
    proof = [evidence.of(page, element, viewport="desktop") for element in shown]
    return found(META, page.brief, Severity.INFO, proof) if proof else None

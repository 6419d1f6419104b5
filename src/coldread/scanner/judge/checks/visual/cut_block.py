"""A phone shows only a part of a table or block, and the rest cannot be reached."""

from __future__ import annotations

from coldread.scanner.judge import evidence
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
from coldread.scanner.judge.painted_evidence import place_of, was_scrolled
from coldread.scanner.page.page import Page

META = Meta(
    id="visual.cut-block",
    measured=True,
    needs=(Layer.MOBILE, Layer.STYLES),
    sources=(Source.WCAG, Source.LIGHTHOUSE),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No block is cut off by a box on a phone",
        failure="On a phone, a block goes {lost} px beyond the box that hides the rest; the first words there are “{said}”",
        why="Measured at 390 × 844. The style of the box hides what is beyond its edge and does not let people scroll there (WCAG 1.4.10). A script may still move it.",
        fix="Let the block wrap, or give the box around it overflow-x: auto, so that people can move it sideways.",
    ),
    sv=Text(
        title="Inget block skärs av en ruta i mobilen",
        failure="I mobilen går ett block {lost} px utanför rutan som döljer resten; de första orden där är ”{said}”",
        why="Mätt vid 390 × 844. Rutans stil döljer det som ligger utanför kanten och låter ingen rulla dit (WCAG 1.4.10). Ett skript kan ändå flytta det.",
        fix="Låt blocket brytas, eller ge rutan omkring det overflow-x: auto, så att det går att flytta i sidled.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    view = page.seen.mobile
    cut = view.painted.cut_blocks if view is not None and view.painted is not None else ()
    if view is None or not cut:
        return None
    proof = [place_of(page, block, view, value=f"{round(block.lost)} px", threshold="0 px") for block in cut]
    worst = max(cut, key=lambda block: block.lost)
    first_words = evidence.shortened(worst.said)
    return build_finding(
        META, page.brief, Severity.P1, proof, count=len(cut), lost=round(worst.lost), said=first_words
    )

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
        title="Tables and blocks fit the screen of a phone, or can be moved",
        failure="On a phone, {lost} px of {count:one block|{count} blocks} are hidden and cannot be reached; the first words there are “{said}”",
        why="What is wider than the screen is cut off by a box that hides the rest, so people never learn what it says (WCAG 1.4.10).",
        fix="Let the block wrap, or give the box around it overflow-x: auto, so that it can be moved sideways.",
    ),
    sv=Text(
        title="Tabeller och block ryms på mobilskärmen, eller går att flytta",
        failure="I mobilen är {lost} px av {count:ett block|{count} block} dolda och går inte att nå; de första orden där är ”{said}”",
        why="Det som är bredare än skärmen skärs av en ruta som döljer resten, så ingen får veta vad som står där (WCAG 1.4.10).",
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

"""A button or link is smaller than WCAG 2.5.8 asks for."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.page import Page

#: WCAG 2.5.8 asks for this size, with exceptions
NORM_PX = 24

META = Meta(
    id="cta.tap-target",
    measured=True,
    needs=(Layer.MOBILE, Layer.AXE_MOBILE, Layer.STYLES),
    sources=(Source.WCAG,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Buttons and links have the size or the room that WCAG asks for",
        failure="On a phone, {count:one button or link is|{count} buttons and links are} less than 24 px wide or high, with less room around than WCAG asks for",
        why="Measured by axe-core at 390 × 844. WCAG 2.5.8 asks for 24 × 24 px or enough room, and excepts links in a line of text.",
        fix="Make them at least 24 px wide and high, or give them more space around.",
    ),
    sv=Text(
        title="Knappar och länkar har den storlek eller luft som WCAG kräver",
        failure="I mobilen är {count:en knapp eller länk|{count} knappar och länkar} mindre än 24 px på bredden eller höjden, med mindre luft runt om än WCAG kräver",
        why="Mätt av axe-core vid 390 × 844. WCAG 2.5.8 kräver 24 × 24 px eller tillräckligt med luft, och undantar länkar i löptext.",
        fix="Gör dem minst 24 px breda och höga, eller ge dem mer luft runt om.",
    ),
)


def check(page: Page) -> Verdict:
    nodes = [node for node in page.seen.axe_tap_targets or () if not _is_large(page, node.selector)]
    if not nodes:
        return None
    return build_finding(
        META, page.brief, Severity.P1, [_evidence_of_axe(page, node.selector, node.html) for node in nodes]
    )


def _is_large(page: Page, selector: str) -> bool:
    """It has the norm's size; axe lists it because something overlaps it."""
    item = page.mobile.get(selector)
    return item is not None and min(item.box[2], item.box[3]) >= NORM_PX


def _evidence_of_axe(page: Page, selector: str, source: str) -> Evidence:
    item = page.mobile.get(selector)
    if item is not None:
        size = f"{item.box[2]:.0f}×{item.box[3]:.0f} px"
        return evidence.of_drawn(page, item, "mobile", value=size, threshold=f"{NORM_PX} px")
    return Evidence(
        layer="axe",
        viewport="mobile",
        selector=selector,
        snippet=evidence.shortened(source),
        threshold=f"{NORM_PX} px",
    )

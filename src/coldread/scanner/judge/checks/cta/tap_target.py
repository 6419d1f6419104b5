"""A button or link is too small for a thumb."""

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
from coldread.scanner.page.main_control import main_controls
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.page import Page

#: Apple's and many guidelines' comfortable size; WCAG 2.5.8 itself asks for 24 px with exceptions
COMFORTABLE_PX = 44
NORM_PX = 24
#: tolerance below the comfortable size
SLACK_PX = 4

META = Meta(
    id="cta.tap-target",
    measured=True,
    needs=(Layer.MOBILE, Layer.AXE_MOBILE, Layer.STYLES),
    sources=(Source.WCAG,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Buttons and links are large enough for a thumb",
        failure="{count:One button or link is|{count} buttons and links are} too small for a thumb",
        why="WCAG 2.5.8 asks for 24 px, or enough space around the target; the page's main button should have 44 px. People miss smaller ones, or hit the one next to them.",
        fix="Give them a min-height of 44 px (at least 24 px), or more space around them.",
    ),
    sv=Text(
        title="Knappar och länkar är stora nog för en tumme",
        failure="{count:En knapp eller länk är för liten|{count} knappar och länkar är för små} för en tumme",
        why="WCAG 2.5.8 kräver 24 px eller tillräckligt med luft runt om; sidans huvudknapp bör ha 44 px. Mindre ytor missar man, eller så träffar man grannen.",
        fix="Ge dem min-height 44 px (minst 24 px) eller mer luft runt om.",
    ),
)


def check(page: Page) -> Verdict:
    nodes = [node for node in page.seen.axe_tap_targets or () if not _is_large(page, node.selector)]
    failing = [_evidence_of_axe(page, node.selector, node.html) for node in nodes]
    known = {item.selector for item in failing}
    tight = [item for item in _evidence_of_small_controls(page) if item.selector not in known]
    if not failing and not tight:
        return None
    return build_finding(META, page.brief, Severity.P1 if failing else Severity.P2, [*failing, *tight])


def _is_large(page: Page, selector: str) -> bool:
    """It has the norm's size; axe lists it because something overlaps it."""
    item = page.mobile.get(selector)
    return item is not None and min(item.box[2], item.box[3]) >= NORM_PX


def _is_small(item: Drawn) -> bool:
    return min(item.box[2], item.box[3]) < COMFORTABLE_PX - SLACK_PX


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


def _evidence_of_small_controls(page: Page) -> list[Evidence]:
    small = []
    for action in main_controls(page):
        item = page.mobile.get(action.selector)
        if item and item.visible and _is_small(item):
            size = f"{item.box[2]:.0f}×{item.box[3]:.0f} px"
            small.append(
                evidence.of_drawn(page, item, "mobile", value=size, threshold=f"{COMFORTABLE_PX} px")
            )
    return small

"""A button too small for a thumb."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Evidence, Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

#: Apple's and many guidelines' comfortable size; WCAG 2.5.8 itself asks for 24 px with exceptions
COMFORTABLE_PX = 44

META = Meta(
    id="cta.tap-target",
    needs=(Layer.MOBILE, Layer.AXE_MOBILE),
    sources=(Source.WCAG,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="A thumb hits every target",
        failure="Targets too small for a thumb: {count}",
        why="WCAG 2.5.8 asks for 24 px or enough room around a target; the goal's own buttons deserve 44 px. Smaller ones are missed, and mistaken for their neighbours.",
        fix="Give them a min-height of 44 px (at least 24 px) or more room around them.",
    ),
    sv=Text(
        title="Tummen träffar rätt",
        failure="Tryckytor för små för en tumme: {count}",
        why="WCAG 2.5.8 kräver 24 px eller tillräckligt med luft; målets egna knappar förtjänar 44 px. Mindre ytor missas och förväxlas med grannarna.",
        fix="Ge dem min-height 44 px (minst 24 px) eller mer luft omkring.",
    ),
)


def check(page: Page) -> Verdict:
    failing = [_of_axe(page, node.selector, node.html) for node in page.seen.axe_tap_targets or ()]
    known = {item.selector for item in failing}
    tight = [item for item in _uncomfortable(page) if item.selector not in known]
    if not failing and not tight:
        return None
    return found(META, page.brief, Severity.P1 if failing else Severity.P2, [*failing, *tight])


def _of_axe(page: Page, selector: str, source: str) -> Evidence:
    item = page.mobile.get(selector)
    if item is not None:
        size = f"{item.box[2]:.0f}×{item.box[3]:.0f} px"
        return evidence.of_drawn(page, item, "mobile", value=size, threshold="24 px")
    return Evidence(
        layer="axe",
        viewport="mobile",
        selector=selector,
        snippet=evidence.shortened(source),
        threshold="24 px",
    )


def _uncomfortable(page: Page) -> list[Evidence]:
    small = []
    for call in page.calls:
        item = page.mobile.get(call.selector)
        if call.action and item and item.visible and min(item.box[2], item.box[3]) < COMFORTABLE_PX:
            size = f"{item.box[2]:.0f}×{item.box[3]:.0f} px"
            small.append(
                evidence.of_drawn(page, item, "mobile", value=size, threshold=f"{COMFORTABLE_PX} px")
            )
    return small

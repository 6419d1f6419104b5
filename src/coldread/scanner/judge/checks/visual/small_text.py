"""Text is too small on a phone."""

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
from coldread.scanner.page.page import Page

SMALLEST_PX, MAX_SHARE = 12, 0.2

META = Meta(
    id="visual.small-text",
    measured=True,
    needs=(Layer.MOBILE, Layer.STYLES),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="At most 20% of the text is smaller than 12 px on a phone",
        failure="On a phone, {share}% of the text is smaller than 12 px",
        why="Counted by characters at 390 × 844. Lighthouse used 12 px as its limit until version 12.",
        fix="Set nothing below 12 px; 16 px is usual for body text.",
    ),
    sv=Text(
        title="Högst 20 % av texten är mindre än 12 px i mobilen",
        failure="I mobilen är {share} % av texten mindre än 12 px",
        why="Räknat i tecken vid 390 × 844. Lighthouse hade 12 px som gräns till och med version 12.",
        fix="Sätt inget under 12 px; 16 px är vanligt för brödtext.",
    ),
)


def check(page: Page) -> Verdict:
    texts = [item for item in page.mobile.values() if item.visible and item.own_chars]
    total = sum(item.own_chars for item in texts)
    if not total:
        return NotApplicable("no-text")
    small = sorted(
        (item for item in texts if item.painted_size < SMALLEST_PX), key=lambda item: -item.own_chars
    )
    share = sum(item.own_chars for item in small) / total
    if share <= MAX_SHARE:
        return None
    proof = [
        evidence.of_drawn(page, item, "mobile", value=item.painted_size, threshold=SMALLEST_PX)
        for item in small
    ]
    return build_finding(META, page.brief, Severity.P1, proof, share=round(100 * share))

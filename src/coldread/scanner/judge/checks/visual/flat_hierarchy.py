"""The headline is hardly larger than the body text."""

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

SMALLEST_RATIO = 1.6

META = Meta(
    id="visual.flat-hierarchy",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.SLOP,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="The h1 is at least 1.6 times as large as the body text",
        failure="The main heading (h1) is {ratio} times as large as the body text",
        why="Measured at 1366 × 768. Body text is the median size of paragraphs and list items. Our limit of 1.6 is a convention.",
        fix="If the heading should stand out by its size, make it at least twice as large as the body text.",
    ),
    sv=Text(
        title="h1 är minst 1,6 gånger så stor som brödtexten",
        failure="Huvudrubriken (h1) är {ratio} gånger så stor som brödtexten",
        why="Mätt vid 1366 × 768. Brödtexten är medianstorleken för stycken och listpunkter. Vår gräns på 1,6 är en konvention.",
        fix="Ska rubriken synas genom sin storlek: gör den minst dubbelt så stor som brödtexten.",
    ),
)


def check(page: Page) -> Verdict:
    # a headline that is a picture has no font size
    headlines = [h1 for h1 in page.measured_headlines if h1.text and h1.selector in page.desktop]
    headline = next((page.desktop[h1.selector] for h1 in headlines), None)
    body = body_size(page)
    if headline is None or body is None:
        return NotApplicable("no-headline")
    ratio = headline.painted_size / body
    if ratio >= SMALLEST_RATIO:
        return None
    proof = [evidence.of_drawn(page, headline, "desktop", value=round(ratio, 2), threshold=SMALLEST_RATIO)]
    return build_finding(META, page.brief, Severity.P2, proof, ratio=round(ratio, 2))


def body_size(page: Page) -> float | None:
    """Median text size of paragraphs and list items, weighted by characters."""
    sizes = sorted(
        (item.painted_size, item.own_chars)
        for item in page.desktop.values()
        if item.tag in ("p", "li") and item.visible and item.own_chars
    )
    half = sum(chars for _, chars in sizes) / 2
    passed = 0
    for size, chars in sizes:
        passed += chars
        if passed >= half:
            return size
    return None

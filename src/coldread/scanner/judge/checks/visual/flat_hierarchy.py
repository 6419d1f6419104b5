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
        title="Size shows what matters",
        failure="The headline is only {ratio} times the size of the body text",
        why="When the headline barely stands out, the eye does not know where to start.",
        fix="Make the h1 at least twice the size of the body text.",
    ),
    sv=Text(
        title="Storleken visar vad som är viktigt",
        failure="Rubriken är bara {ratio} gånger så stor som brödtexten",
        why="När rubriken knappt sticker ut vet ögat inte var det ska börja.",
        fix="Gör h1 minst dubbelt så stor som brödtexten.",
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

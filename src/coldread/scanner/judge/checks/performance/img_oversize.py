"""Picture files are far larger than the pictures on the page."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.page import Page

MAX_SCALE, MIN_BYTES = 2.0, 200_000

META = Meta(
    id="perf.img-oversize",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="M",
    fix="needs_review",
    en=Text(
        title="No large picture file has more than twice the pixels that are shown",
        failure="{count:One picture file|{count} picture files} over 200 kB {count:has|have} more than twice the pixels that are shown on each side",
        why="Measured at 1366 × 768. Screens with a finer grid use more of them. This does not affect the score.",
        fix="Offer smaller versions with srcset and sizes.",
    ),
    sv=Text(
        title="Ingen stor bildfil har mer än dubbelt så många bildpunkter som visas",
        failure="{count:En bildfil|{count} bildfiler} över 200 kB har mer än dubbelt så många bildpunkter på varje sida som visas",
        why="Mätt vid 1366 × 768. Skärmar med finare raster använder fler av dem. Det påverkar inte poängen.",
        fix="Erbjud mindre versioner med srcset och sizes.",
    ),
)


def check(page: Page) -> Verdict:
    large = [item for item in page.desktop.values() if _is_oversized(item) and not _is_drawing(page, item)]
    if not large:
        return None
    files = {item.source or item.selector: item for item in reversed(large)}  # each file at its first place
    proof = [
        evidence.of_drawn(page, item, "desktop", value=_pixels(item), threshold=f"{MAX_SCALE:.0f}×")
        for item in reversed(files.values())
    ]
    return build_finding(META, page.brief, Severity.INFO, proof)


def _is_drawing(page: Page, item: Drawn) -> bool:
    """An SVG has no pixels: its file is as large for every size."""
    element = page.dom.by_selector.get(item.selector)
    source = "" if element is None else element.attr("src").lower().partition("?")[0].partition("#")[0]
    return source.endswith((".svg", ".svgz")) or source.startswith("data:image/svg")


def _is_oversized(item: Drawn) -> bool:
    if (
        item.natural is None
        or not item.visible
        or item.source_bytes <= MIN_BYTES
        or not item.box[2]
        or not item.box[3]
    ):
        return False
    return min(item.natural[0] / item.box[2], item.natural[1] / item.box[3]) > MAX_SCALE


def _pixels(item: Drawn) -> str:
    natural = item.natural or (0, 0)
    return (
        f"{natural[0]}×{natural[1]} → {item.box[2]:.0f}×{item.box[3]:.0f} px, {item.source_bytes // 1000} kB"
    )

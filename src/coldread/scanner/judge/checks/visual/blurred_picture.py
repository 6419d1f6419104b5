"""A picture is enlarged so much that it blurs."""

from __future__ import annotations

from typing import Literal

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.page import Page

#: times larger than its file; everybody notices twice
MOST_BLOWN = 2.0
#: px: smaller pictures are logos and faces, where blur is not noticed
LEAST_WIDE, LEAST_HIGH = 240, 160

META = Meta(
    id="visual.blurred-picture",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No picture is shown twice as large as its file",
        failure="A picture is shown {times} times larger than its file",
        why="Counted in pixels at 1366 × 768, by the side that is enlarged less.",
        fix="Use a file at least as wide as the picture is shown, or show it smaller.",
    ),
    sv=Text(
        title="Ingen bild visas dubbelt så stor som filen",
        failure="En bild visas {times} gånger större än filen",
        why="Räknat i bildpunkter vid 1366 × 768, för den sida som förstoras minst.",
        fix="Använd en fil som är minst lika bred som bilden visas, eller visa den mindre.",
    ),
)


def check(page: Page) -> Verdict:
    view: Literal["desktop"] = "desktop"
    blown = [
        (times, item)
        for item in page.desktop.values()
        if (times := enlargement_of_picture(item)) >= MOST_BLOWN
    ]
    if not blown:
        return None
    blown.sort(key=lambda pair: (-pair[1].box[2] * pair[1].box[3], pair[1].selector))
    proof = [
        evidence.of_drawn(page, item, view, value=round(times, 1), threshold=MOST_BLOWN)
        for times, item in blown
    ]
    return build_finding(META, page.brief, Severity.P2, proof, times=round(blown[0][0], 1))


def enlargement_of_picture(item: Drawn) -> float:
    """How many times it is enlarged, by the side that is stretched less, since a picture may be cropped."""
    if item.tag != "img" or not item.visible or item.natural is None or ".svg" in item.source.lower():
        return 0.0
    _, _, wide, high = item.box
    own_wide, own_high = item.natural
    if wide < LEAST_WIDE or high < LEAST_HIGH or own_wide < 8 or own_high < 8:
        return 0.0
    return min(wide / own_wide, high / own_high)

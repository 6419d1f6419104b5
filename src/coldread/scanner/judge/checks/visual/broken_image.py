"""Pictures did not load."""

from __future__ import annotations

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
from coldread.scanner.judge.painted_evidence import faults_in_both_windows, place_of, was_scrolled
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import FailedPicture

#: px² from which on the gap is noticed
LARGE = 10_000.0

META = Meta(
    id="visual.broken-image",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Every picture loads",
        failure="{count:One picture|{count} pictures} did not load in our browser",
        why="The server answered, but not with a picture. Each is listed with the answer.",
        fix="Correct the address, or remove the picture.",
    ),
    sv=Text(
        title="Alla bilder laddas",
        failure="{count:En bild|{count} bilder} laddades inte i vår webbläsare",
        why="Servern svarade, men inte med en bild. Var och en anges med svaret.",
        fix="Rätta adressen, eller ta bort bilden.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    missing = faults_in_both_windows(
        page, lambda painted: (picture for picture in painted.failed_pictures if is_certain(picture))
    )
    if not missing:
        return None
    missing.sort(key=lambda place: -_area(place[0]))
    proof = [
        place_of(page, picture, view, value=f"HTTP {picture.status}", threshold="reachable")
        for picture, view in missing
    ]
    severity = Severity.P1 if _area(missing[0][0]) >= LARGE else Severity.P2
    return build_finding(META, page.brief, severity, proof)


def is_certain(picture: FailedPicture) -> bool:
    """The server answered without a picture. A missing answer may be our own fault."""
    if picture.status in (404, 410):
        return True
    is_drawing = ".svg" in picture.url.lower()  # an SVG without a size has no natural width
    return picture.status == 200 and not is_drawing


def _area(picture: FailedPicture) -> float:
    return picture.box[2] * picture.box[3]

"""The page is too heavy for a mobile network."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.inline_text import InlineText
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
from coldread.scanner.page.page import Page

HEAVY, VERY_HEAVY = 3_000_000, 6_000_000

META = Meta(
    id="perf.bytes",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.SPEED,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The page is at most 3 MB",
        failure="Our browser loaded {mb} MB for the page",
        why="Counted as transferred, in a single visit at 1366 × 768.",
        fix="Look at the largest files first, usually pictures, then at scripts and fonts.",
    ),
    sv=Text(
        title="Sidan är högst 3 MB",
        failure="Vår webbläsare laddade {mb} MB för sidan",
        why="Räknat som överfört, vid ett enda besök vid 1366 × 768.",
        fix="Se på de största filerna först, oftast bilder, sedan på skript och typsnitt.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.desktop
    if view is None or view.bytes is None:
        return NotMeasured("not-timed")
    if view.bytes <= HEAVY:
        return None
    limit = VERY_HEAVY if view.bytes > VERY_HEAVY else HEAVY
    proof = [evidence.of_searched_place(page, "html", value=view.bytes, threshold=limit)]
    severity = Severity.P1 if view.bytes > VERY_HEAVY else Severity.P2
    finding = build_finding(META, page.brief, severity, proof, mb=round(view.bytes / 1_000_000, 1))
    if not page.seen.cut_off:
        return finding
    return replace(finding, title=_CUT_OFF(page.brief.lang, mb=view.bytes // 1_000_000))


#: the title if the scan stopped the download, so the page is heavier than measured
_CUT_OFF = InlineText(
    en="Our browser loaded more than {mb} MB for the page",
    sv="Vår webbläsare laddade mer än {mb} MB för sidan",
)

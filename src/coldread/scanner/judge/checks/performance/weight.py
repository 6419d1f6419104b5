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
        title="The page is light",
        failure="The page weighs {mb} MB",
        why="On a mobile network every megabyte costs seconds; Google and Deloitte associate speed with conversion.",
        fix="Compress and resize the pictures first, then remove scripts and fonts that nobody will miss.",
    ),
    sv=Text(
        title="Sidan är lätt",
        failure="Sidan väger {mb} MB",
        why="På mobilnätet kostar varje megabyte sekunder; Google och Deloitte kopplar ihop snabbhet och konvertering.",
        fix="Komprimera och förminska bilderna först, ta sedan bort skript och typsnitt som ingen saknar.",
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
_CUT_OFF = InlineText(en="The page weighs more than {mb} MB", sv="Sidan väger mer än {mb} MB")

"""The copyright year is old."""

from __future__ import annotations

import re

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

YEARS_BEHIND = 2

META = Meta(
    id="trust.stale",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    en=Text(
        title="The copyright line names a recent year, or none",
        failure="The newest copyright year that we found on the page is {year}",
        why="It is at least two years before the year of this scan.",
        fix="Write the current year, or none.",
    ),
    sv=Text(
        title="Copyrightraden anger ett färskt årtal, eller inget",
        failure="Det senaste copyrightåret som vi hittade på sidan är {year}",
        why="Det är minst två år före året för den här genomgången.",
        fix="Skriv innevarande år, eller inget alls.",
    ),
)

_SIGN = r"(?:©|\(c\)|&copy;|copyright|upphovsrätt|all rights reserved|(?:alla|med ensam)\s*rätt\w*(?: förbehåll\w*| reserverad\w*)?)"
_YEARS = re.compile(
    rf"{_SIGN}\D{{0,40}}?((?:19|20)\d\d)(?:\s*[-–—/]\s*((?:19|20)\d\d|\d\d))?|((?:19|20)\d\d)(?:\s*[-–—/]\s*((?:19|20)\d\d|\d\d))?\s*{_SIGN}",
    re.IGNORECASE,
)


def check(page: Page) -> Verdict:
    stated = [(year, block.element) for block in page.blocks for year in copyright_years_in(block.text)]
    if not stated:
        return NotApplicable("no-copyright-year")
    newest = max(year for year, _ in stated)
    limit = int(page.seen.seen_on[:4]) - YEARS_BEHIND
    if newest > limit:
        return None
    where = dict.fromkeys(element for year, element in stated if year == newest)
    proof = [evidence.of(page, element, value=newest, threshold=limit + 1) for element in where]
    return build_finding(META, page.brief, Severity.P2, proof, year=newest)


def copyright_years_in(text: str) -> list[int]:
    """The last year of every copyright statement."""
    found_years: list[int] = []
    low = text.lower()
    if not any(sign in low for sign in ("©", "(c)", "&copy", "copyright", "upphovsr", "reserved", "rätt")):
        return found_years
    for match in _YEARS.finditer(text):
        first = match[1] or match[3]
        last = match[2] or match[4]
        found_years.append(int(last if last and len(last) == 4 else first[:2] + last if last else first))
    return found_years

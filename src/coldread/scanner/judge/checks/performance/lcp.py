"""The largest element appears late."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.windows import window_words
from coldread.scanner.page.page import Page

SLOW_MS, VERY_SLOW_MS = 2500, 4000

META = Meta(
    id="perf.lcp",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.SPEED, Source.LIGHTHOUSE),
    confidence=0.9,
    effort="M",
    fix="safe",
    en=Text(
        title="The main content appears quickly",
        failure="The largest element appears after {seconds} s {where}",
        why="Waiting is associated with leaving: Google saw the probability of a bounce rise by 32% when load time went from one to three seconds (2018). Measured in our lab, without a slow network.",
        fix="Preload the largest picture, remove loading=lazy from it, and cut what blocks the first paint.",
    ),
    sv=Text(
        title="Huvudinnehållet visas snabbt",
        failure="Det största elementet visas efter {seconds} s {where}",
        why="Väntan hänger ihop med avhopp: Google såg sannolikheten för avhopp öka med 32 % när laddningstiden gick från en till tre sekunder (2018). Mätt i vårt labb, utan långsamt nät.",
        fix="Förladda den största bilden, ta bort loading=lazy från den och minska det som blockerar den första uppritningen.",
    ),
)


def check(page: Page) -> Verdict:
    timed = [
        (view.lcp_ms, view)
        for view in (page.seen.desktop, page.seen.mobile)
        if view and view.lcp_ms is not None
    ]
    if not timed:
        return NotMeasured("not-timed")
    worst, view = max(timed, key=lambda pair: pair[0])
    if worst <= SLOW_MS:
        return None
    if worst - (view.waited_ms or 0) <= SLOW_MS:
        return NotMeasured("machine-busy")  # our own machine may have made it slow
    limit = VERY_SLOW_MS if worst > VERY_SLOW_MS else SLOW_MS
    proof = Evidence(
        layer="rendered",
        viewport=view.name,
        selector=view.lcp_selector or "body",
        snippet=_snippet(page, view.lcp_selector),
        value=round(worst),
        threshold=limit,
    )
    severity = Severity.P1 if worst > VERY_SLOW_MS else Severity.P2
    return build_finding(
        META,
        page.brief,
        severity,
        [proof],
        seconds=round(worst / 1000, 1),
        where=window_words(view.name, page.brief.lang),
    )


def _snippet(page: Page, selector: str) -> str:
    element = page.dom.by_selector.get(selector)
    return evidence.telling_text(page, element) if element is not None else "body"

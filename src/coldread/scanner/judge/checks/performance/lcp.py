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
        title="The largest element is painted within 2.5 s",
        failure="In our visit, the largest element was painted after {seconds} s {where}",
        why="web.dev calls up to 2.5 s good. Measured in a single visit, without a slow network.",
        fix="If it is a picture, preload it and remove loading=lazy from it; else cut what blocks the first paint.",
    ),
    sv=Text(
        title="Det största elementet ritas inom 2,5 s",
        failure="Vid vårt besök ritades det största elementet efter {seconds} s {where}",
        why="web.dev kallar upp till 2,5 s bra. Mätt vid ett enda besök, utan långsamt nät.",
        fix="Är det en bild: förladda den och ta bort loading=lazy från den; minska annars det som blockerar den första uppritningen.",
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

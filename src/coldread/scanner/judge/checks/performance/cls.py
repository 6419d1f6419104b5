"""The layout shifts while the page loads."""

from __future__ import annotations

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
from coldread.scanner.judge.windows import window_words
from coldread.scanner.page.page import Page

SHAKY, VERY_SHAKY = 0.1, 0.25

META = Meta(
    id="perf.cls",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The layout shift is at most 0.1",
        failure="In our visit, the layout shift was {shift} {where}",
        why="web.dev calls up to 0.1 good. Measured in a single visit, without a slow network.",
        fix="Give pictures and late blocks their size before they load.",
    ),
    sv=Text(
        title="Layoutförskjutningen är högst 0,1",
        failure="Vid vårt besök var layoutförskjutningen {shift} {where}",
        why="web.dev kallar upp till 0,1 bra. Mätt vid ett enda besök, utan långsamt nät.",
        fix="Ange storleken på bilder och sena block innan de laddas.",
    ),
)


def check(page: Page) -> Verdict:
    measured = [
        (view.cls, view) for view in (page.seen.desktop, page.seen.mobile) if view and view.cls is not None
    ]
    if not measured:
        return NotMeasured("not-timed")
    worst, view = max(measured, key=lambda pair: pair[0])
    if worst <= SHAKY:
        return None
    limit = VERY_SHAKY if worst > VERY_SHAKY else SHAKY
    moved = [page.dom.by_selector[name] for name in view.cls_selectors if name in page.dom.by_selector]
    proof = [
        evidence.of(page, element, viewport=view.name, value=round(worst, 3), threshold=limit)
        for element in moved
    ]
    severity = Severity.P1 if worst > VERY_SHAKY else Severity.P2
    fallback = [evidence.of_searched_place(page, "body", value=round(worst, 3), threshold=limit)]
    return build_finding(
        META,
        page.brief,
        severity,
        proof or fallback,
        count=1,
        shift=round(worst, 2),
        where=window_words(view.name, page.brief.lang),
    )

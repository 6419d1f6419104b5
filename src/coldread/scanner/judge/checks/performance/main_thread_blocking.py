"""Scripts block the page while it loads."""

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
from coldread.scanner.page.page import Page

MAX_MS = 600

META = Meta(
    id="perf.blocking",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="L",
    fix="spec_only",
    en=Text(
        title="Scripts block the page for at most 600 ms",
        failure="In our visit, long tasks of scripts blocked the page for {ms} ms while it loaded",
        why="Counted is what each task takes beyond 50 ms, in the window where it was less. Measured in a single visit on our machine.",
        fix="If something is not needed at once, load it with defer, later or not at all.",
    ),
    sv=Text(
        title="Skript blockerar sidan i högst 600 ms",
        failure="Vid vårt besök blockerade långa skriptkörningar sidan i {ms} ms medan den laddades",
        why="Räknat är det som varje körning tar utöver 50 ms, i det fönster där det var minst. Mätt vid ett enda besök på vår maskin.",
        fix="Ladda det som inte behövs direkt med defer, senare eller inte alls.",
    ),
)


def check(page: Page) -> Verdict:
    measured = [
        view.blocking_ms
        for view in (page.seen.desktop, page.seen.mobile)
        if view and view.blocking_ms is not None
    ]
    if not measured:
        return NotMeasured("not-timed")
    least = min(measured)
    if least <= MAX_MS:
        return None
    waited = max(view.waited_ms or 0 for view in (page.seen.desktop, page.seen.mobile) if view)
    if least - waited <= MAX_MS:
        return NotMeasured("machine-busy")  # our own machine may have made it slow
    proof = [evidence.of_searched_place(page, "html", value=round(least), threshold=MAX_MS)]
    return build_finding(META, page.brief, Severity.P1, proof, ms=round(least))

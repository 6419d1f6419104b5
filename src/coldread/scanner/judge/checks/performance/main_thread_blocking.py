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
        title="The page responds at once",
        failure="Scripts block the page for {ms} ms while it loads",
        why="While a long task runs, the page does not react to taps or scrolling. We count the lower of the two views, since they share our machine.",
        fix="If something is not needed at once, load it with defer, later or not at all.",
    ),
    sv=Text(
        title="Sidan svarar direkt",
        failure="Skript blockerar sidan i {ms} ms medan den laddas",
        why="Medan ett långt skript körs reagerar sidan varken på tryck eller rullning. Vi räknar den lägre av de två mätningarna, eftersom de delar vår maskin.",
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

"""Scripts keep the page from answering."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotMeasured, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

MAX_MS = 600

META = Meta(
    id="perf.blocking",
    needs=(Layer.DESKTOP,),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="L",
    fix="spec_only",
    en=Text(
        title="The page answers at once",
        failure="Scripts block the page for {ms} ms while it loads",
        why="As long as a long task runs, no press and no scroll is answered. The smaller of both windows counts, since they share our machine.",
        fix="Load what is not needed at once with defer, later, or not at all.",
    ),
    sv=Text(
        title="Sidan svarar direkt",
        failure="Skript blockerar sidan i {ms} ms medan den laddas",
        why="Så länge en lång uppgift körs besvaras varken tryck eller rullning. Det mindre av båda fönstren räknas, eftersom de delar vår maskin.",
        fix="Ladda det som inte behövs genast med defer, senare eller inte alls.",
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
    proof = [evidence.searched(page, "html", value=round(least), threshold=MAX_MS)]
    return found(META, page.brief, Severity.P1, proof, ms=round(least))

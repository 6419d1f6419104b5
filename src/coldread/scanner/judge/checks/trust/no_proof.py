"""Nobody but the page itself vouches for the page."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="trust.no-proof",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="L",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Others vouch for the offer",
        failure="The page shows no proof: no testimonial, rating, customer logo, case or number of customers",
        why="New visitors look for someone who has tried it before them. What others say is the strongest answer to doubt.",
        fix="Add real proof near the first button: a quote with a name, customer logos, a rating with its source, or how many customers you have. Never invent it.",
    ),
    sv=Text(
        title="Andra går i god för erbjudandet",
        failure="Sidan visar inga bevis: inget kundcitat, betyg, kundlogotyp, kundexempel eller antal kunder",
        why="Nya besökare vill veta vilka som har provat före dem. Vad andra säger är det starkaste svaret på tvekan.",
        fix="Lägg till äkta bevis nära första knappen: ett citat med namn, kundlogotyper, ett betyg med källa eller hur många kunder ni har. Hitta aldrig på.",
    ),
)


def check(page: Page) -> Verdict:
    if page.proofs or reading_of(page).proofs:
        return None
    return found(META, page.brief, Severity.P1, [evidence.searched(page, "body", value=0, threshold=1)])

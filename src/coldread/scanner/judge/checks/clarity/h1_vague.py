"""The headline greets, names the page or flatters, but does not say what is offered."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.vagueness import vagueness
from coldread.scanner.page.page import Page, heading_text

META = Meta(
    id="clarity.h1-vague",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The headline says what is offered",
        failure="The headline “{headline}” does not say what is offered",
        why="A headline that greets, or would fit any firm, spends the most-read line of the page on nothing. It has to name what one gets, and for whom.",
        fix="Rewrite it so that it says what one gets and for whom, in the words a customer would use.",
    ),
    sv=Text(
        title="Rubriken säger vad som erbjuds",
        failure="Rubriken ”{headline}” säger inte vad som erbjuds",
        why="En rubrik som hälsar, eller som skulle passa vilket företag som helst, slösar bort sidans mest lästa rad. Den ska nämna vad man får, och för vem.",
        fix="Skriv om den så att den säger vad man får och för vem, med kundens egna ord.",
    ),
)


def check(page: Page) -> Verdict:
    if page.headline is None:
        return NotApplicable("no-headline")
    said = heading_text(page.headline)
    confidence = vagueness(said, page.brand, page.names)
    if confidence is None:
        return None
    proof = [evidence.of(page, page.headline, value=said[:160])]
    return found(
        META, page.brief, Severity.P1, proof, confidence=confidence, headline=evidence.shortened(said)
    )

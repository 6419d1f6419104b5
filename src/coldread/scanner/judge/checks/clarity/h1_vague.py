"""The headline greets, names the page or flatters, but does not say what is offered."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.vagueness import vagueness
from coldread.scanner.page.page import Page, heading_text

META = Meta(
    id="clarity.h1-vague",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The headline says what you offer",
        failure="The headline “{headline}” does not say what you offer",
        why="A headline that just says hello, or would fit any other page, wastes the most-read line on the page. It should say what visitors get, and who it is for.",
        fix="Rewrite it to say what visitors get and who it is for, in the words they would use themselves.",
    ),
    sv=Text(
        title="Rubriken säger vad ni erbjuder",
        failure="Rubriken ”{headline}” säger inte vad ni erbjuder",
        why="En rubrik som bara hälsar, eller som skulle passa vilken sida som helst, slösar bort sidans mest lästa rad. Den ska säga vad man får, och för vem.",
        fix="Skriv om den så att den säger vad man får och för vem, med ord som de själva skulle använda.",
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

"""The headline is too long to take in at a glance."""

from __future__ import annotations

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
from coldread.scanner.page.page import Page, heading_text

MAX_WORDS, MAX_CHARS = 16, 110

META = Meta(
    id="clarity.h1-long",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    en=Text(
        title="The headline is short enough to take in at a glance",
        failure="The headline is {words} words long",
        why="People skim long headlines and miss the point. They read a short promise; the rest can go below it.",
        fix="Split it: a promise of at most 16 words as h1, and the explanation as a sentence below.",
    ),
    sv=Text(
        title="Rubriken går att läsa i ett andetag",
        failure="Rubriken är {words} ord lång",
        why="Långa rubriker skummas och poängen går förlorad. Ett kort löfte blir läst; resten kan stå under.",
        fix="Dela upp den: ett löfte på högst 16 ord som h1 och förklaringen som en mening under.",
    ),
)


def check(page: Page) -> Verdict:
    if page.headline is None:
        return NotApplicable("no-headline")
    headline = heading_text(page.headline)
    length = len(headline.split())
    if length <= MAX_WORDS and len(headline) <= MAX_CHARS:
        return None
    value, threshold = (
        (length, f"{MAX_WORDS} words") if length > MAX_WORDS else (len(headline), f"{MAX_CHARS} characters")
    )
    proof = [evidence.of(page, page.headline, value=value, threshold=threshold)]
    return build_finding(META, page.brief, Severity.P2, proof, words=length)

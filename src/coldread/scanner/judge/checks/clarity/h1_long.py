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
        title="The main heading has at most 16 words and 110 characters",
        failure="The main heading (h1) has {words} words and {chars} characters",
        why="Our limit is 16 words or 110 characters. It is a convention, not a standard.",
        fix="If you want it shorter, keep its first thought as h1, and put the rest below it.",
    ),
    sv=Text(
        title="Huvudrubriken har högst 16 ord och 110 tecken",
        failure="Huvudrubriken (h1) har {words} ord och {chars} tecken",
        why="Vår gräns är 16 ord eller 110 tecken. Den är en konvention, ingen standard.",
        fix="Vill du ha den kortare: behåll den första tanken som h1 och låt resten stå under.",
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
    return build_finding(META, page.brief, Severity.P2, proof, words=length, chars=len(headline))

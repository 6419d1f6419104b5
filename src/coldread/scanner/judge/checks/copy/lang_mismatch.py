"""The page claims one language and is written in another."""

from __future__ import annotations

from coldread.base.languages import JUDGED
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.page.observe.text import SCANDINAVIAN, declared_language
from coldread.scanner.page.page import Page

META = Meta(
    id="copy.lang-mismatch",
    needs=(Layer.STATIC,),
    sources=(Source.WCAG,),
    confidence=0.9,
    effort="S",
    fix="safe",
    en=Text(
        title="The declared language is the real one",
        failure="The page declares lang=“{declared}” but is written in “{detected}”",
        why="Screen readers pronounce it as the wrong language, and translation offers appear to people who need none (WCAG 3.1.1).",
        fix="Set the lang attribute of html to “{detected}”.",
    ),
    sv=Text(
        title="Angivet språk är det riktiga",
        failure="Sidan anger lang=”{declared}” men är skriven på ”{detected}”",
        why="Skärmläsare uttalar den på fel språk, och översättning erbjuds den som inte behöver (WCAG 3.1.1).",
        fix="Sätt lang-attributet på html till ”{detected}”.",
    ),
)


def check(page: Page) -> Verdict:
    declared = declared_language(page.dom)
    if not declared:
        return NotApplicable("no-lang")
    detected = page.detected_language
    if detected is None:
        return NotMeasured("too-little-text")
    if not detected.clear or detected.code not in JUDGED:
        return NotMeasured("language-unclear") if not detected.clear else None
    if declared == detected.code or {declared, detected.code} <= SCANDINAVIAN:
        return None
    proof = [
        evidence.of(
            page, page.dom.root, snippet=page.dom.root.attr("lang"), value=detected.code, threshold=declared
        )
    ]
    return found(META, page.brief, Severity.P1, proof, declared=declared, detected=detected.code)

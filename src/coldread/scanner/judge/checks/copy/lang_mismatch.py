"""The page declares one language and is written in another."""

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
    build_finding,
)
from coldread.scanner.page.observe.text import SCANDINAVIAN, declared_language
from coldread.scanner.page.page import Page

META = Meta(
    id="copy.lang-mismatch",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.WCAG,),
    confidence=0.9,
    effort="S",
    fix="safe",
    en=Text(
        title="The declared language is that of the text",
        failure="The html element declares the language “{declared}”, and most of the text is recognised as “{detected}”",
        why="By this attribute, screen readers choose a voice and browsers the language to translate from (WCAG 3.1.1).",
        fix="If the text is in “{detected}”, set the lang attribute of the html element to it.",
    ),
    sv=Text(
        title="Det angivna språket är textens",
        failure="html-elementet anger språket ”{declared}”, och det mesta av texten känns igen som ”{detected}”",
        why="Efter attributet väljer skärmläsare röst, och webbläsare vilket språk de översätter från (WCAG 3.1.1).",
        fix="Är texten på ”{detected}”: sätt attributet lang på html-elementet till det.",
    ),
)


def check(page: Page) -> Verdict:
    declared = declared_language(page.dom)
    if not declared:
        return NotApplicable("no-lang")
    detected = page.detected_language
    if detected is None:
        return NotMeasured("too-little-text")
    if declared == detected.code:
        return None
    if not detected.clear or detected.code not in JUDGED:
        return NotMeasured("language-unclear") if not detected.clear else None
    if {declared, detected.code} <= SCANDINAVIAN:
        return None
    proof = [
        evidence.of(
            page, page.dom.root, snippet=page.dom.root.attr("lang"), value=declared, threshold=detected.code
        )
    ]
    return build_finding(META, page.brief, Severity.P1, proof, declared=declared, detected=detected.code)

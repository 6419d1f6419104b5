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
        title="The declared language is the right one",
        failure="The page's language code is “{declared}” but should be “{detected}”",
        why="Screen readers pronounce the text in the wrong language, and browsers offer to translate it for people who do not need that (WCAG 3.1.1).",
        fix="Set the lang attribute of the html element to “{detected}”.",
    ),
    sv=Text(
        title="Sidan anger rätt språk",
        failure="Sidans språkkod är ”{declared}” men borde vara ”{detected}”",
        why="Skärmläsare uttalar texten på fel språk, och webbläsaren erbjuder översättning till den som inte behöver någon (WCAG 3.1.1).",
        fix="Sätt attributet lang på html-elementet till ”{detected}”.",
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

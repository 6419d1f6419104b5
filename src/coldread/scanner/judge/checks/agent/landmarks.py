"""The page has no main element."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.axe_nodes import violations
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.page import Page

META = Meta(
    id="agent.landmarks",
    measured=True,
    needs=(Layer.AXE,),
    sources=(Source.WCAG,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="The page has a main element",
        failure="The page has no main element",
        why="axe-core found neither a main element nor role=main. Screen readers can jump to it.",
        fix="Put what is between header and footer in a main element.",
    ),
    sv=Text(
        title="Sidan har ett main-element",
        failure="Sidan saknar ett main-element",
        why="axe-core fann varken ett main-element eller role=main. Skärmläsare kan hoppa till det.",
        fix="Lägg det som är mellan sidhuvud och sidfot i ett main-element.",
    ),
)


def check(page: Page) -> Verdict:
    if not violations(page, "landmark-one-main"):
        return None
    return build_finding(
        META, page.brief, Severity.P2, [evidence.of_searched_place(page, "body", value=0, threshold=1)]
    )

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
        title="The main content is marked",
        failure="The page has no main element",
        why="Screen readers jump to it and assistants read from it. Without it, both have to work through the menus first.",
        fix="Wrap the content between header and footer in a main element.",
    ),
    sv=Text(
        title="Huvudinnehållet är uppmärkt",
        failure="Sidan saknar ett main-element",
        why="Skärmläsare hoppar dit och AI-assistenter läser därifrån. Utan det måste båda ta sig igenom menyerna först.",
        fix="Lägg innehållet mellan sidhuvud och sidfot i ett main-element.",
    ),
)


def check(page: Page) -> Verdict:
    if not violations(page, "landmark-one-main"):
        return None
    return build_finding(
        META, page.brief, Severity.P2, [evidence.of_searched_place(page, "body", value=0, threshold=1)]
    )

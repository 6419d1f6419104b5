"""No element says where the content begins."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.accessibility.axe import violations
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

META = Meta(
    id="agent.landmarks",
    needs=(Layer.AXE,),
    sources=(Source.WCAG,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="The main part is marked",
        failure="The page has no main element",
        why="Screen readers jump to it and assistants read from it; without it both wade through menus first.",
        fix="Wrap the content between header and footer in a main element.",
    ),
    sv=Text(
        title="Huvuddelen är märkt",
        failure="Sidan saknar elementet main",
        why="Skärmläsare hoppar dit och assistenter läser därifrån; utan det vadar båda genom menyer först.",
        fix="Omge innehållet mellan sidhuvud och sidfot med ett main-element.",
    ),
)


def check(page: Page) -> Verdict:
    if not violations(page, "landmark-one-main"):
        return None
    return found(META, page.brief, Severity.P2, [evidence.searched(page, "body", value=0, threshold=1)])

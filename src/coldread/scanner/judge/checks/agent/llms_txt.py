"""The site has no llms.txt; listed, never scored."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.page import Page

META = Meta(
    id="agent.llms-txt",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="S",
    fix="needs_review",
    content=False,
    en=Text(
        title="There is an llms.txt file",
        failure="There is no llms.txt file",
        why="Some AI assistants look for this short guide to a site. It is new and optional, so it costs no points.",
        fix="If you want AI assistants to find you, add /llms.txt with one sentence about your offer and links to your most important pages.",
    ),
    sv=Text(
        title="Det finns en llms.txt",
        failure="Det finns ingen llms.txt",
        why="Vissa AI-assistenter letar efter den här korta vägledningen till en webbplats. Den är ny och frivillig, så den kostar inga poäng.",
        fix="Vill du synas hos AI-assistenter? Lägg till /llms.txt med en mening om erbjudandet och länkar till de viktigaste sidorna.",
    ),
)


def check(page: Page) -> Verdict:
    if page.seen.llms_txt is None:
        return NotMeasured("not-asked")
    if page.seen.llms_txt:
        return None
    return build_finding(
        META, page.brief, Severity.INFO, [evidence.of_searched_place(page, "html", value="/llms.txt")]
    )

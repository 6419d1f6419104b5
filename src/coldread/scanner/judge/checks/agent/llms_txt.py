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
        why="It is a short guide to a site for AI assistants, new and optional. This does not affect the score.",
        fix="If you want one, add /llms.txt with a sentence about your offer and links to your pages.",
    ),
    sv=Text(
        title="Det finns en llms.txt",
        failure="Det finns ingen llms.txt",
        why="Den är en kort vägledning till en webbplats för AI-assistenter, ny och frivillig. Det påverkar inte poängen.",
        fix="Vill du ha en: lägg till /llms.txt med en mening om erbjudandet och länkar till sidorna.",
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

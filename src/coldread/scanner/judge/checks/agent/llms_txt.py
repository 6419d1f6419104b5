"""A note for language models; shown, never scored."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotMeasured, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

META = Meta(
    id="agent.llms-txt",
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="S",
    fix="needs_review",
    content=False,
    en=Text(
        title="There is an llms.txt",
        failure="There is no llms.txt",
        why="Some assistants look for this short guide to a site. It is young and optional, so it costs no points.",
        fix="If agents matter to you, add /llms.txt with a sentence on the offer and links to the pages that count.",
    ),
    sv=Text(
        title="Det finns en llms.txt",
        failure="Det finns ingen llms.txt",
        why="Vissa assistenter letar efter denna korta guide till en webbplats. Den är ny och frivillig och kostar inga poäng.",
        fix="Om agenter är viktiga för er, lägg till /llms.txt med en mening om erbjudandet och länkar till sidorna som räknas.",
    ),
)


def check(page: Page) -> Verdict:
    if page.seen.llms_txt is None:
        return NotMeasured("not-asked")
    if page.seen.llms_txt:
        return None
    return found(META, page.brief, Severity.INFO, [evidence.searched(page, "html", value="/llms.txt")])

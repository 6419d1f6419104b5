"""The source ends in the middle of a tag."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.judge.source_end import unfinished_tag
from coldread.scanner.page.page import Page

#: characters of the unfinished tag that the title quotes
LONGEST_TOLD = 60

META = Meta(
    id="copy.source-cut",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    content=False,
    en=Text(
        title="The page's file is whole",
        failure="The source ends in the middle of a tag: {end}",
        why="Nothing follows in the file that we got. Browsers drop a tag that does not end.",
        fix="Restore the end of the file, and publish it again.",
    ),
    sv=Text(
        title="Sidans fil är hel",
        failure="Källkoden slutar mitt i en tagg: {end}",
        why="Inget följer i filen som vi fick. Webbläsare släpper en tagg som inte avslutas.",
        fix="Återställ filens slut och publicera den på nytt.",
    ),
)


def check(page: Page) -> Verdict:
    end = unfinished_tag(page)
    if not end:
        return None
    last = page.seen.source.root.tree.elements[-1]
    proof = evidence.of(page, page.dom.by_selector.get(last.selector, page.dom.body), snippet=end)
    told = evidence.shortened(end)
    return build_finding(
        META,
        page.brief,
        Severity.P1,
        [proof],
        end=told if len(told) <= LONGEST_TOLD else f"{told[:LONGEST_TOLD]}…",
    )

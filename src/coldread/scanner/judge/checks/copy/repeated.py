"""The same text appears under different headings."""

from __future__ import annotations

from collections import defaultdict

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.drawn_examples import is_drawn_example
from coldread.scanner.page.observe.text import Block, is_filler
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import read_blocks

SHORTEST = 8

META = Meta(
    id="copy.repeated",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    en=Text(
        title="No text is repeated under another heading",
        failure="The same text is under more than one heading: “{said}”",
        why="Compared word by word, with small and capital letters alike.",
        fix="If the headings are about different things, write what is specific to each of them.",
    ),
    sv=Text(
        title="Ingen text upprepas under en annan rubrik",
        failure="Samma text finns under mer än en rubrik: ”{said}”",
        why="Jämfört ord för ord, utan skillnad på stora och små bokstäver.",
        fix="Handlar rubrikerna om olika saker: skriv det som är unikt för var och en.",
    ),
)


def check(page: Page) -> Verdict:
    under: dict[str, dict[str, Block]] = defaultdict(dict)
    heading = ""
    for block in read_blocks(page):
        if block.kind == "heading":
            heading = block.text
        elif (
            block.region == "main"
            and block.kind != "item"  # each plan may list the same items
            and heading
            and len(words(block.text)) >= SHORTEST
            and not is_filler(block.text)
            and not is_drawn_example(block.element)  # the same example may be shown twice
        ):
            under[block.text.lower()].setdefault(heading.lower(), block)
    for places in under.values():
        if len(places) > 1:
            proof = [evidence.of(page, block.element, value=title) for title, block in places.items()]
            sample = evidence.shortened(next(iter(places.values())).text)
            return build_finding(META, page.brief, Severity.P1, proof, said=sample)
    return None

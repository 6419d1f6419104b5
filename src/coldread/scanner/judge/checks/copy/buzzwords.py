"""Words that every firm uses and no customer says."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, stem, words

FEWEST, SHARE = 3, 0.008
#: different words that are told by name
MOST_TOLD = 8

META = Meta(
    id="copy.buzzwords",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.SLOP,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The copy is concrete",
        failure="Words that many companies use: {sample}",
        why="Where they would fit a competitor as well, they say little about you, and readers have learned to skip them.",
        fix="Replace those with something that people can see, count or do.",
    ),
    sv=Text(
        title="Texten är konkret",
        failure="Ord som många företag använder: {sample}",
        why="Där de passar en konkurrent lika bra säger de lite om er, och läsare har lärt sig att hoppa över dem.",
        fix="Byt ut dem mot något som går att se, räkna eller göra.",
    ),
)


def check(page: Page) -> Verdict:
    pattern = phrases("buzzwords.phrases", page.language)
    # what the page is named after is its subject: “Agila Sverige” speaks of agile work
    named = {
        stem(word.lower()) for word in words(f"{page.title} {page.headline.text if page.headline else ''}")
    }
    hits = [
        (block, match)
        for block in page.blocks
        if block.region == "main"
        for match in pattern.findall(block.text)
        if stem(match.lower()) not in named
    ]
    total = len(words(" ".join(block.text for block in page.blocks if block.region == "main")))
    if len(hits) < FEWEST or len(hits) <= SHARE * total:
        return None
    places = {id(block.element): block for block, _ in hits}
    said: dict[int, list[str]] = {}
    for block, match in hits:
        said.setdefault(id(block), []).append(match)
    proof = [
        evidence.of(page, block.element, snippet=block.text, value=", ".join(said[id(block)]))
        for block in places.values()
    ]
    told: dict[str, str] = {}  # “unique” and “uniquely” are one
    for _, match in hits:
        told.setdefault(stem(match.lower()), match.lower())
    sample = ", ".join(list(told.values())[:MOST_TOLD])
    return found(META, page.brief, Severity.P2, proof, count=len(hits), sample=evidence.shortened(sample))

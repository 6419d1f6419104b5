"""The people whom the page is for are not named where they look first."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import compiled, content_words, entries, phrases, stem

#: letters that a part of a compound must have to be recognised
COMPOUND_PART = 5

META = Meta(
    id="clarity.audience-absent",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.5,
    effort="S",
    fix="needs_review",
    language_bound=True,
    en=Text(
        title="The audience recognises itself",
        failure="Headline, subhead and title do not speak of “{audience}”",
        why="Visitors stay when they recognise themselves. Practitioners name the audience, or its situation, in the first lines; that is a judgement on wording, so confidence is moderate.",
        fix="Name the audience, or the situation they are in, in the headline or in the sentence under it.",
    ),
    sv=Text(
        title="Målgruppen känner igen sig",
        failure="Rubrik, underrubrik och titel nämner inte ”{audience}”",
        why="Besökare stannar när de känner igen sig. Praktiker nämner målgruppen eller dess läge i de första raderna; det är en bedömning av ordval, så säkerheten är måttlig.",
        fix="Nämn målgruppen, eller situationen den är i, i rubriken eller meningen under.",
    ),
)


def check(page: Page) -> Verdict:
    audience = page.brief.audience.strip()
    if not audience:
        return NotApplicable("no-audience")
    vague = phrases("audience.vague")
    wanted = {stem(word) for word in content_words(audience) if not vague.fullmatch(word)}
    if not wanted:
        return NotApplicable("no-audience")
    said = " ".join(
        [page.title, *map(heading_text, page.headlines), *(block.text for block in page.subheads)]
    )
    if _named(wanted, {stem(word) for word in content_words(said)}) or _synonym(audience, said):
        return None
    proof = [evidence.of(page, h1) for h1 in page.headlines[:1]] or [evidence.searched(page, "body")]
    return found(META, page.brief, Severity.P1, proof, audience=evidence.shortened(audience))


def _named(wanted: set[str], said: set[str]) -> bool:
    """The same stem, or one inside the other: Swedish writes balkong and odlare as one word."""
    return any(
        one == other or (min(len(one), len(other)) >= COMPOUND_PART and (one in other or other in one))
        for one in wanted
        for other in said
    )


def _synonym(audience: str, said: str) -> bool:
    """Another word for the same people stands there."""
    for group in entries("audience.synonyms"):
        pattern = compiled(group)
        if pattern.search(audience) and pattern.search(said):
            return True
    return False

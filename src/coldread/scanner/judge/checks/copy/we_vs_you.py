"""A page that talks about itself."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import low_words, vocabulary

MAX_RATIO, FEWEST = 2.0, 5

META = Meta(
    id="copy.we-vs-you",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="M",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The page talks to the reader",
        failure="“We”, “us” and “our” come {we:once|{we} times}, “you” and “your” {you:once|{you} times}",
        why="Visitors want to read about themselves. This does not affect the score.",
        fix="Turn the sentences around: from what you do to what the reader gets.",
    ),
    sv=Text(
        title="Sidan talar till läsaren",
        failure="”Vi”, ”oss” och ”vår” kommer {we:en gång|{we} gånger}, ”du”, ”ni” och deras former {you:en gång|{you} gånger}",
        why="Besökare läser helst om sig själva. Det påverkar inte poängen.",
        fix="Vänd meningarna: från vad ni gör till vad läsaren får.",
    ),
)


def check(page: Page) -> Verdict:
    said = [word.replace("’", "'") for block in page.copy for word in low_words(block.text)]
    we = sum(map(vocabulary("words.we", page.language).__contains__, said))
    you = sum(map(vocabulary("words.you", page.language).__contains__, said))
    if we < FEWEST or we <= MAX_RATIO * you:
        return None
    proof = [evidence.searched(page, "body", value=f"{we}:{you}", threshold="2:1")]
    return found(META, page.brief, Severity.INFO, proof, we=we, you=you)

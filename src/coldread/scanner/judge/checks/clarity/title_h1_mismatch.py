"""The page title and the headline have no word in common, apart from small words."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import content_words, stem

META = Meta(
    id="clarity.title-h1-mismatch",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Page title and headline share a word",
        failure="Apart from small words, the page title and the headline have no word in common",
        why="People who click a search result or a tab expect to see its words again. This does not affect the score.",
        fix="Repeat the headline's key word in the title, followed by the brand.",
    ),
    sv=Text(
        title="Titel och rubrik har ett ord gemensamt",
        failure="Bortsett från småord har sidans titel och rubrik inget ord gemensamt",
        why="Den som klickar på ett sökresultat väntar sig att känna igen orden. Det påverkar inte poängen.",
        fix="Upprepa rubrikens nyckelord i titeln, följt av varumärket.",
    ),
)


def check(page: Page) -> Verdict:
    title = title_of(page.dom)
    if page.headline is None or title is None or not page.title:
        return NotApplicable("no-headline")
    in_title = {stem(word) for word in content_words(page.title)}
    in_headline = {stem(word) for word in content_words(heading_text(page.headline))}
    if not in_title or not in_headline or in_title & in_headline:
        return None
    return build_finding(
        META, page.brief, Severity.INFO, [evidence.of(page, page.headline, value=page.title)]
    )

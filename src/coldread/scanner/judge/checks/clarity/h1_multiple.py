"""The page has more than one visible h1."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.page import Page

META = Meta(
    id="clarity.h1-multiple",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.WCAG,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="There is exactly one main headline",
        failure="The page has {total} main headlines (h1)",
        why="With several h1 elements it is unclear which message is the main one, both for people who skim and for screen readers that list headings.",
        fix="Keep the first h1 and turn the others into h2 headings.",
    ),
    sv=Text(
        title="Det finns exakt en huvudrubrik",
        failure="Sidan har {total} huvudrubriker (h1)",
        why="Med flera h1 blir det oklart vilket budskap som är viktigast, både för den som skummar och för skärmläsare som listar rubriker.",
        fix="Behåll den första h1:an och gör de andra till h2.",
    ),
)


def check(page: Page) -> Verdict:
    """An h1 for phones and one for desktops count as one."""
    headlines = [h1 for h1 in page.headlines if not page.desktop or _on_desktop(page, h1.selector)]
    if len(headlines) < 2:
        return None
    extra = [evidence.of(page, h1) for h1 in headlines[1:]]
    return build_finding(META, page.brief, Severity.P2, extra, total=len(headlines))


def _on_desktop(page: Page, selector: str) -> bool:
    return selector in page.desktop and page.desktop[selector].visible

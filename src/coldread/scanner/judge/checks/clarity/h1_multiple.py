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
    fix="spec_only",
    en=Text(
        title="One visible text is marked as the main heading (h1)",
        failure="{total} visible texts are marked as main headings (h1)",
        why="HTML allows several. One for each page is a convention.",
        fix="If one of them names the page, mark the others as h2.",
    ),
    sv=Text(
        title="En synlig text är märkt som huvudrubrik (h1)",
        failure="{total} synliga texter är märkta som huvudrubriker (h1)",
        why="HTML tillåter flera. En per sida är en konvention.",
        fix="Namnger en av dem sidan: märk de andra som h2.",
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

"""The page or a form uses unencrypted http."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.page import Page

META = Meta(
    id="trust.https",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="M",
    fix="safe",
    en=Text(
        title="The page and its forms use https",
        failure="The page, or a form on it, uses unencrypted http",
        why="What is sent over http is not encrypted. Most browsers mark such a page as not secure.",
        fix="Serve the page over https, and let the action of each form begin with https:.",
    ),
    sv=Text(
        title="Sidan och dess formulär använder https",
        failure="Sidan, eller ett formulär på den, använder okrypterad http",
        why="Det som skickas över http är inte krypterat. De flesta webbläsare märker en sådan sida som osäker.",
        fix="Leverera sidan över https, och låt varje formulärs action börja med https:.",
    ),
)


def check(page: Page) -> Verdict:
    open_ways: list[Evidence] = []
    if page.seen.final_url.lower().startswith("http:") and not page.seen.allow_listed:
        open_ways.append(
            evidence.of_searched_place(page, "html", value=page.seen.final_url[:160], threshold="https")
        )
    for element in page.dom.shown("form", "button", "input"):
        target = element.attr("action" if element.tag == "form" else "formaction").strip()
        if target.lower().startswith("http:"):
            open_ways.append(evidence.of(page, element, value=target[:160], threshold="https"))
    return build_finding(META, page.brief, Severity.P0, open_ways) if open_ways else None

"""Nothing on the page does what the page is for."""

from __future__ import annotations

from coldread.scanner import evidence
from coldread.scanner.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.observe.calls import href_serves
from coldread.scanner.observe.head import on_hosts
from coldread.scanner.observe.text import region_of
from coldread.scanner.page import Page

META = Meta(
    id="cta.goal-mismatch",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="M",
    fix="needs_review",
    language_bound=True,
    goals=("newsletter", "demo", "book_call", "paid_signup"),
    en=Text(
        title="Something on the page serves the goal",
        failure="No button or form serves the goal “{goal}”",
        why="The goal cannot be reached from this page: no label, target or form leads to it. This is practitioner consensus, and the most expensive fault a landing page can have.",
        fix="Give the goal one button or form of its own: {example}.",
    ),
    sv=Text(
        title="Något på sidan tjänar målet",
        failure="Ingen knapp och inget formulär tjänar målet ”{goal}”",
        why="Målet går inte att nå från sidan: ingen knapptext, adress eller formulär leder dit. Det är praktikers samlade erfarenhet, och det dyraste felet en landningssida kan ha.",
        fix="Ge målet en egen knapp eller ett eget formulär: {example}.",
    ),
)

EXAMPLES = {
    "newsletter": ("an e-mail field with “Subscribe”", "ett e-postfält med ”Prenumerera”"),
    "demo": ("“Book a demo”", "”Boka en demo”"),
    "book_call": ("“Book a call”", "”Boka ett samtal”"),
    "paid_signup": ("“Start your free trial”", "”Kom igång”"),
}


def check(page: Page) -> Verdict:
    if page.calls or _direct_target(page):
        return None
    instead = [evidence.of(page, action.element, value=action.label) for action in page.actions[:5]]
    english, swedish = EXAMPLES[page.brief.goal]
    return found(
        META,
        page.brief,
        Severity.P0,
        instead or [evidence.searched(page, "body")],
        count=1,
        goal=page.brief.goal,
        example=swedish if page.brief.lang == "sv" else english,
    )


def _direct_target(page: Page) -> bool:
    """A plain link or frame in the page's body that leads straight to the goal: a phone number, a calendar, a checkout."""
    services = {"newsletter": "newsletter", "paid_signup": "checkout"}
    service = services.get(page.brief.goal, "scheduling")
    embedded = any(on_hosts(page.absolute(frame.attr("src")), service) for frame in page.dom.shown("iframe"))
    return embedded or any(
        region_of(link) == "main"
        and (
            link.attr("href").lower().startswith("tel:")
            or on_hosts(page.absolute(link.attr("href")), service)
        )
        and href_serves(link.attr("href"), page.brief.goal, page.base)
        for link in page.dom.shown("a")
    )

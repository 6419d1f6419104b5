"""Several links lead nowhere."""

from __future__ import annotations

from urllib.parse import unquote

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.actions import is_idle, says_it_opens
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, phrases

#: a single dead link may be a slip
FEWEST = 2
#: so many dead links, and such a share of all links, are a P1
MANY, MOST = 4, 0.5
#: with fewer links the share is not meaningful
TOO_FEW = 4

META = Meta(
    id="cta.dead-many",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.85,
    effort="M",
    fix="spec_only",
    en=Text(
        title="Links lead somewhere",
        failure="{dead} of {all} links on the page {dead:leads|lead} nowhere",
        why="Visitors who try two dead links assume that the whole page is unfinished, and never press the one that works.",
        fix="Give each link a target, or remove it until there is one.",
    ),
    sv=Text(
        title="Länkarna leder någonstans",
        failure="{dead} av {all} länkar på sidan leder ingenstans",
        why="Den som har provat två döda länkar tror att hela sidan är ofärdig, och trycker inte på den som fungerar.",
        fix="Ge varje länk ett mål, eller ta bort den tills det finns ett.",
    ),
)


def check(page: Page) -> Verdict:
    links = [link for link in page.dom.shown("a") if _can_be_met(page, link)]
    if len(links) < TOO_FEW:
        return NotApplicable("too-few-links")
    dead = [link for link in links if _is_dead(page, link)]
    share = len(dead) / len(links)
    if len(dead) < FEWEST:
        return None
    proof = [evidence.of(page, link, value=f'href="{link.attr("href")}"') for link in dead]
    severity = Severity.P1 if share >= MOST and len(dead) >= MANY else Severity.P2
    most = severity is Severity.P1
    return found(META, page.brief, severity, proof, glaring=most, dead=len(dead), all=len(links))


def _can_be_met(page: Page, link: Element) -> bool:
    """The link has text or a drawn icon. An icon whose font did not load is invisible, so nobody presses it."""
    if link.text:
        return True
    item = page.desktop.get(link.selector) or page.mobile.get(link.selector)
    drawn = not page.rendered or (item is not None and item.visible and item.box[2] * item.box[3] > 0)
    return drawn and bool(link.all("img", "svg", "i"))


def _is_dead(page: Page, link: Element) -> bool:
    """It has no target, or one that is missing from the page; it opens nothing, and no script listens."""
    href = link.attr("href")
    if says_it_opens(link) or _leads_up(page, link):
        return False
    return (is_idle(href) or is_missing_anchor(page, href)) and page.does_nothing(link) is True


def is_missing_anchor(page: Page, href: str) -> bool:
    """The href is an anchor that does not exist on this page."""
    name = unquote(href[1:]) if href.startswith("#") else ""
    if not name or name.lower() == "top" or name.startswith(("/", "!", ":~:")):
        return False
    return name not in page.dom.ids and not any(anchor.attr("name") == name for anchor in page.dom.all("a"))


def _leads_up(page: Page, link: Element) -> bool:
    """A brand name, a logo or a "home" link: an empty target leads to the top, as meant."""
    if link.attr("href") not in ("", "#"):
        return False
    label_words = content_words(link.text)
    named = bool(label_words) and all(word in page.brand for word in label_words)
    first = next(iter(page.dom.shown("a")), None)
    opens = link.closest("header", "nav") is not None
    pictured = opens and (link is first or (not link.text and bool(link.all("img", "svg"))))
    return named or pictured or phrases("headline.page").fullmatch(link.text.strip().lower()) is not None

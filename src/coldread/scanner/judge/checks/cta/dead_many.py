"""Most of what can be pressed leads nowhere."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.actions import is_idle, says_it_opens
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.page import Page

#: fewer than so many may be a slip
FEWEST = 4
#: of all links, from which the page looks unfinished; and from which it can hardly be used
SOME, MOST = 0.25, 0.5

META = Meta(
    id="cta.dead-many",
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.85,
    effort="M",
    fix="spec_only",
    en=Text(
        title="What can be pressed leads somewhere",
        failure="{dead} of {all} links on the page lead nowhere",
        why="Whoever presses two links in vain takes the whole page for unfinished, and does not press the one that works.",
        fix="Give each its target, or take it away until there is one.",
    ),
    sv=Text(
        title="Det som går att trycka på leder någonstans",
        failure="{dead} av {all} länkar på sidan leder ingenstans",
        why="Den som har tryckt på två länkar förgäves tar hela sidan för ofärdig, och trycker inte på den som fungerar.",
        fix="Ge var och en sitt mål, eller ta bort den tills det finns ett.",
    ),
)


def check(page: Page) -> Verdict:
    links = [link for link in page.dom.shown("a") if link.text or link.all("img", "svg", "i")]
    if len(links) < FEWEST:
        return NotApplicable("too-few-links")
    dead = [link for link in links if _is_dead(page, link)]
    share = len(dead) / len(links)
    if len(dead) < FEWEST or share < SOME:
        return None
    proof = [evidence.of(page, link, value=f'href="{link.attr("href")}"') for link in dead]
    severity = Severity.P1 if share >= MOST else Severity.P2
    return found(META, page.brief, severity, proof, dead=len(dead), all=len(links))


def _is_dead(page: Page, link: Element) -> bool:
    """No target, nothing that it opens, and nobody who listens."""
    return is_idle(link.attr("href")) and not says_it_opens(link) and page.does_nothing(link) is True

"""Nothing explains the headline."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.clarity import headline_name
from coldread.scanner.judge.finding import (
    Finding,
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.page.observations import Box, Drawn
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

SHORTEST, LONGEST = 6, 40
NEAR_PX = 160

META = Meta(
    id="clarity.subhead-missing",
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="A sentence under the headline explains it",
        failure="No explaining sentence stands under the headline",
        why="The headline promises, the subhead says how and for whom. Together they are the least that a stranger needs to understand.",
        fix="Add one sentence of 6–40 words right under the headline: what it is, for whom, and what changes.",
    ),
    sv=Text(
        title="En mening under rubriken förklarar den",
        failure="Ingen förklarande mening står under rubriken",
        why="Rubriken lovar, underrubriken säger hur och för vem. Tillsammans är de det minsta en främling behöver för att förstå.",
        fix="Lägg till en mening på 6–40 ord direkt under rubriken: vad det är, för vem och vad som blir annorlunda.",
    ),
)


def check(page: Page) -> Verdict:
    headline = next((h1 for h1 in page.measured_headlines if _visible(page.desktop.get(h1.selector))), None)
    if headline is None:
        return NotApplicable("no-headline")
    if isinstance(headline_name.check(page), Finding):
        return NotApplicable("counted-elsewhere")
    under = page.desktop[headline.selector].box
    if any(_explains(item, under) for item in page.desktop.values() if item.selector != headline.selector):
        return None
    proof = [
        evidence.of(
            page, headline, viewport="desktop", threshold=f"{SHORTEST}–{LONGEST} words within {NEAR_PX} px"
        )
    ]
    return found(META, page.brief, Severity.P2, proof)


def _visible(item: Drawn | None) -> bool:
    return item is not None and item.visible


def _explains(item: Drawn, headline: Box) -> bool:
    x, y, width, height = headline
    left, top, wide, _ = item.box
    beside = left < x + width and left + wide > x
    near = y + 0.5 * height <= top <= y + height + NEAR_PX
    return (
        item.visible
        and near
        and beside
        and (item.own_chars > 0 or item.tag in ("p", "h2", "h3"))
        and len(words(item.text))
        >= SHORTEST  # one that is too long explains too, and is told as a wall of text
    )

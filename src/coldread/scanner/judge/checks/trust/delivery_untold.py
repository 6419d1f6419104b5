"""Something to buy and send, and not a word about how it comes."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.people import is_used_anywhere, names_local_trade
from coldread.scanner.reading.quotes import read_blocks

META = Meta(
    id="trust.delivery-untold",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.BAYMARD,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    nowhere=True,
    goals=(PrimaryGoal.PAID_SIGNUP,),
    en=Text(
        title="Buyers learn how the goods reach them",
        failure="We found nothing about what delivery costs, how long it takes or where you deliver",
        why="Extra costs that only show at the checkout are the most common reason for leaving it (Baymard Institute).",
        fix="Say beside the price what delivery costs, how long it takes, where you deliver and how returns work.",
    ),
    sv=Text(
        title="Köparen får veta hur varan kommer fram",
        failure="Vi hittade inget om vad frakten kostar, hur lång tid leveransen tar eller vart ni levererar",
        why="Extra kostnader som visas först i kassan är den vanligaste orsaken till att köp avbryts (Baymard Institute).",
        fix="Skriv vid priset vad frakten kostar, hur lång tid leveransen tar, vart ni levererar och hur returer går till.",
    ),
)


def check(page: Page) -> Verdict:
    bought = next((one for one in page.actions if phrases("labels.basket").search(one.label)), None)
    if bought is None or is_used_anywhere(page) or names_local_trade(page) or _is_asked_for(bought):
        return NotApplicable("no-shop")
    if any(phrases("reading.delivered").search(block.text) for block in read_blocks(page)):
        return None
    return found(META, page.brief, Severity.P2, [evidence.of(page, bought.element, value=bought.label)])


def _is_asked_for(bought: Action) -> bool:
    """Ordered by voice or letter: whoever answers tells when it can be fetched."""
    return bought.href.lower().startswith(("tel:", "sms:", "mailto:"))

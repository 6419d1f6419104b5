"""The largest words are a name."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.clarity import offer_unclear
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
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.names import is_name
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="clarity.headline-name",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.NNG, Source.CONSENSUS),
    confidence=0.9,  # as sure as clarity.subhead-missing, which it stands for: mending it never costs
    effort="S",
    fix="spec_only",
    en=Text(
        title="The headline is more than the name",
        failure="The headline is the name “{name}”, which may not tell a stranger what visitors get",
        why="A name is enough for people who already know you. The most-read line on the page should tell everybody else what you offer, to whom or where.",
        fix="Keep the name as the logo, and use the headline to say what visitors get here and who it is for.",
    ),
    sv=Text(
        title="Rubriken är mer än namnet",
        failure="Rubriken är namnet ”{name}”, och det säger kanske inte en främling vad besökaren får",
        why="Namnet räcker för dem som redan känner er. Sidans mest lästa rad ska tala om för alla andra vad ni erbjuder, till vem eller var.",
        fix="Låt namnet vara logotyp, och använd rubriken till att säga vad man får här och för vem.",
    ),
)


def check(page: Page) -> Verdict:
    headline = reading_of(page).headline
    if headline is None:
        return NotApplicable("no-headline")
    if page.is_vague(headline.text):
        return NotApplicable("counted-elsewhere")  # clarity.h1-vague
    if not is_only_a_name(page):
        return None
    if isinstance(offer_unclear.check(page), Finding):
        return NotApplicable("counted-elsewhere")  # clarity.offer-unclear, where nothing else tells either
    proof = [quoted(page, at) for at in headline.evidence]
    return found(META, page.brief, Severity.P2, proof, name=evidence.shortened(headline.text))


def is_only_a_name(page: Page) -> bool:
    """The page's own, with neither trade nor place in it."""
    reading = reading_of(page)
    headline = reading.headline
    if headline is None or page.is_vague(headline.text):
        return False
    told = offer_unclear.names_trade_and_place(headline.text, reading)
    return is_name(page, headline.text) and not told

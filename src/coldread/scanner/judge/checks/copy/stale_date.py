"""A date that lies behind us, told as if it lay ahead."""

from __future__ import annotations

from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="copy.stale-date",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Announced dates are in the future",
        failure="Announced for a date that has passed: {date}",
        why="An offer or an event that is over tells visitors that nobody looks after the page.",
        fix="Write the next date, or remove the announcement.",
    ),
    sv=Text(
        title="Utlovade datum ligger framåt i tiden",
        failure="Utlovat till ett datum som har passerat: {date}",
        why="Ett erbjudande eller evenemang som är över visar besökaren att ingen sköter sidan.",
        fix="Skriv nästa datum, eller ta bort notisen.",
    ),
)


def check(page: Page) -> Verdict:
    lines = [line for line in reading_of(page).dates if line.kind == "upcoming"]
    if not lines:
        return NotApplicable("no-date")
    past = [line for line in lines if line.past]
    if not past or len(past) < len(lines):
        return None  # a list of earlier and coming days is kept well
    proof = [
        quoted(page, at, value=line.date, threshold=page.seen.seen_on)
        for line in past
        for at in line.evidence
    ]
    return found(META, page.brief, Severity.P1, proof, date=past[0].date)

"""Whoever wants the letter must first go to another page."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.reading.steps import leads_to

META = Meta(
    id="form.elsewhere",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    goals=(PrimaryGoal.NEWSLETTER,),
    en=Text(
        title="Visitors can leave their address here",
        failure="This page has no field for the e-mail address; “{label}” leads to another page",
        why="Leaving an address takes a moment. Every extra page loses some of the people who wanted to.",
        fix="Put the field and the button on this page: on the first screen and again at the end.",
    ),
    sv=Text(
        title="Besökaren kan lämna sin adress här",
        failure="Sidan har inget fält för e-postadressen; ”{label}” leder till en annan sida",
        why="Att lämna en adress går på ett ögonblick. Varje extra sida på vägen förlorar några av dem som ville.",
        fix="Lägg fältet och knappen på den här sidan: på första skärmen och igen i slutet.",
    ),
)


def check(page: Page) -> Verdict:
    if not page.calls:
        return NotApplicable("no-goal-cta")
    if page.lead_forms or page.dom.shown("iframe"):
        return None
    away = [
        call.action
        for call in page.calls
        if call.action is not None and leads_to(page, call.action) in ("page", "newsletter", "checkout")
    ]
    if not away or len(away) < len(page.calls):
        return None  # one of them may open a field here
    proof = [evidence.of(page, action.element, value=action.href) for action in away]
    return found(META, page.brief, Severity.P2, proof, label=away[0].label)

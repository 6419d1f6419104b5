"""Nothing says what follows."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.goals import NAMED, PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.behind import TELLS_ITSELF
from coldread.scanner.reading.prices import risk_reversal, says_what_follows
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="cta.next-step-untold",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="S",
    fix="spec_only",
    language_bound=True,
    nowhere=True,
    goals=NAMED,
    en=Text(
        title="Visitors know what happens next",
        failure="We found nothing near “{label}” that says what happens next",
        why="The label says what to do, but visitors have to guess what it takes and what happens next, and people who do not know hesitate. One line beside the button is enough.",
        fix="Add one true line beside the button: what happens next, and when.",
    ),
    sv=Text(
        title="Besökaren vet vad som händer sedan",
        failure="Vi hittade inget vid ”{label}” om vad som händer sedan",
        why="Knappen säger vad man gör, men inte vad som krävs eller vad som händer sedan, och den som inte vet tvekar. En rad vid knappen räcker.",
        fix="Lägg till en sann rad vid knappen: vad som händer sedan, och när.",
    ),
)


def check(page: Page) -> Verdict:
    calls = [call for call in page.calls if call.label]
    if not calls:
        return NotApplicable("no-goal-cta")
    if says_what_follows(page) or risk_reversal(page):
        return None
    if page.brief.goal == PrimaryGoal.PAID_SIGNUP and phrases("reading.bought").search(calls[0].label):
        return None  # whoever goes to the checkout knows what a checkout is
    behind = next((step.behind for step in reading_of(page).steps if step.primary), None)
    if behind is not None and behind.kind in TELLS_ITSELF:
        return None
    element = page.dom.by_selector.get(calls[0].selector)
    proof = [evidence.of(page, element)] if element is not None else [evidence.searched(page, "body")]
    told = found(META, page.brief, Severity.P2, proof, count=1, label=calls[0].label)
    if page.brief.goal != PrimaryGoal.NEWSLETTER:
        return told
    lang = page.brief.lang
    return replace(
        told,
        title=_LIST["title"](lang, label=calls[0].label),
        why=_LIST["why"](lang),
        fix=replace(told.fix, summary=_LIST["fix"](lang)),
    )


#: whoever leaves an address asks what will come; there is nobody to meet and nothing to book
_LIST = {
    "title": Said(
        en="We found nothing near “{label}” that says what will come, or when",
        sv="Vi hittade inget vid ”{label}” om vad som kommer, eller när",
    ),
    "why": Said(
        en="Visitors give their address and have to guess what they get for it. One line beside the field is enough.",
        sv="Besökaren lämnar sin adress och får gissa vad den får för den. En rad vid fältet räcker.",
    ),
    "fix": Said(
        en="Add one true line beside the field: what you send, when or how often, and that leaving the list is easy.",
        sv="Lägg till en sann rad vid fältet: vad ni skickar, när eller hur ofta, och att det går lätt att avsluta.",
    ),
}

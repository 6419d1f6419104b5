"""The button that matters says nothing."""

from __future__ import annotations

from coldread.base.texts.said import Said
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.page import Page

META = Meta(
    id="cta.generic-label",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS, Source.LIGHTHOUSE),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The main button says what happens",
        failure="The main button only says “{label}”",
        why="A label that says neither what visitors get nor what happens next leaves them guessing at the last step. A verb and its object are enough.",
        fix="Name the step and what it leads to, for example {example}.",
    ),
    sv=Text(
        title="Huvudknappen säger vad som händer",
        failure="Huvudknappen säger bara ”{label}”",
        why="En knapptext som varken säger vad besökaren får eller vad som händer sedan gör sista steget till en gissning. Det räcker med ett verb och vad det gäller.",
        fix="Säg vad man gör och vad det leder till, till exempel {example}.",
    ),
)

EXAMPLE = Said(en="“{label}”", sv="”{label}”")
NO_EXAMPLE = Said(en="a verb and its object", sv="ett verb och vad det gäller")


def check(page: Page) -> Verdict:
    primary = page.primary
    if primary is None or primary.action is None:
        return NotApplicable("no-button")
    if not primary.label or not is_generic(primary.label):
        return None  # a form of somebody else's, in a frame, has words that nobody here reads
    lang, wanted = page.brief.lang, goal_row(page.brief.goal).label
    proof = [evidence.of(page, primary.action.element, value=primary.label)]
    fitting = wanted(lang) if wanted is not None and speaks_of(page, wanted(lang)) else ""
    example = EXAMPLE(lang, label=fitting) if fitting else NO_EXAMPLE(lang)
    return found(META, page.brief, Severity.P1, proof, label=primary.label, example=example)


def speaks_of(page: Page, label: str) -> bool:
    """The page itself names what a usual label is about: nobody books “a demo” of a karate club, or “a call” with a pizzeria."""
    if page.brief.goal not in (PrimaryGoal.DEMO, PrimaryGoal.BOOK_CALL):
        return True
    thing = label.rsplit(maxsplit=1)[-1].lower()
    return any(thing in block.text.lower() for block in page.blocks)

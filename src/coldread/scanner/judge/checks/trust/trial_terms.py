"""A free trial, and not a word about what comes after it."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.quotes import read_blocks

META = Meta(
    id="trust.trial-terms",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    nowhere=True,
    goals=(PrimaryGoal.PAID_SIGNUP, PrimaryGoal.DEMO),
    en=Text(
        title="The trial's terms are told",
        failure="“{said}”: we found nothing about whether a card is needed or what happens when it ends",
        why="People who have once forgotten to cancel want to know this before they start.",
        fix="Add one true line beside the button: how long it lasts, whether a card is needed, what it costs afterwards and how to cancel.",
    ),
    sv=Text(
        title="Villkoren för provperioden står på sidan",
        failure="”{said}”: vi hittade inget om ifall kort krävs eller vad som händer när den är slut",
        why="Den som någon gång har glömt att säga upp vill veta det här innan den börjar.",
        fix="Lägg till en sann rad vid knappen: hur länge den varar, om kort krävs, vad det kostar sedan och hur man avslutar.",
    ),
)


def check(page: Page) -> Verdict:
    blocks = read_blocks(page)
    offered = next(
        ((block, match) for block in blocks if (match := phrases("risk.trial").search(block.text))), None
    )
    if offered is None:
        return NotApplicable("no-trial")
    if any(phrases("risk.trial_terms").search(block.text) for block in blocks):
        return None
    block, match = offered
    return found(
        META, page.brief, Severity.P2, [evidence.of(page, block.element, value=match[0])], said=match[0]
    )

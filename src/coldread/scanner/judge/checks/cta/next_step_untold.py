"""Nothing says what follows."""

from __future__ import annotations

from coldread.scanner.goals import NAMED
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.reading.behind import TELLS_ITSELF
from coldread.scanner.reading.prices import risk_reversal, says_what_follows
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="cta.next-step-untold",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="S",
    fix="spec_only",
    language_bound=True,
    goals=NAMED,
    en=Text(
        title="Visitors know what follows",
        failure="Beside “{label}” nothing says how soon, with whom or how long",
        why="The label says what is done; what it takes and what comes then is left to guess, and whoever does not know hesitates. One line beside the button is enough.",
        fix="Add one true line beside the button: what happens next, when, and what it costs in time.",
    ),
    sv=Text(
        title="Besökaren vet vad som följer",
        failure="Intill ”{label}” står inget om hur snart, med vem eller hur länge",
        why="Knappen säger vad man gör; vad det tar och vad som sedan kommer får man gissa, och den som inte vet tvekar. En rad intill knappen räcker.",
        fix="Lägg till en sann rad intill knappen: vad som händer sedan, när, och hur lång tid det tar.",
    ),
)


def check(page: Page) -> Verdict:
    calls = [call for call in page.calls if call.label]
    if not calls:
        return NotApplicable("no-goal-cta")
    if says_what_follows(page) or risk_reversal(page):
        return None
    behind = next((step.behind for step in reading_of(page).steps if step.primary), None)
    if behind is not None and behind.kind in TELLS_ITSELF:
        return None
    element = page.dom.by_selector.get(calls[0].selector)
    proof = [evidence.of(page, element)] if element is not None else [evidence.searched(page, "body")]
    return found(META, page.brief, Severity.P2, proof, count=1, label=calls[0].label)

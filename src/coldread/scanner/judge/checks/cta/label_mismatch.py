"""A button that leads somewhere else than it says."""

from __future__ import annotations

from coldread.scanner.goals import NAMED
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.steps import leads_to

#: behind such a label these are another thing than was promised
_BROKEN = {"mail": "mail", "home": "home", "login": "login", "newsletter": "newsletter"}

META = Meta(
    id="cta.label-mismatch",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    goals=NAMED,
    en=Text(
        title="Buttons lead where they say they do",
        failure="“{label}” opens something else: {target}",
        why="The label promises a step, but behind it is a mail program, a login, the home page or a newsletter. Visitors who press it do not get what was promised.",
        fix="Lead the button to the form, calendar or checkout it promises, or change the label to say what really happens.",
    ),
    sv=Text(
        title="Knapparna leder dit de säger",
        failure="”{label}” öppnar något annat: {target}",
        why="Knappen lovar ett steg, men bakom den finns ett mejlprogram, en inloggning, startsidan eller ett nyhetsbrev. Den som trycker får inte det som lovades.",
        fix="Låt knappen leda till det formulär, den kalender eller den kassa den lovar, eller ändra knapptexten så att den säger vad som faktiskt händer.",
    ),
)


def check(page: Page) -> Verdict:
    links = [call.action for call in page.calls if call.action is not None and call.action.element.tag == "a"]
    if not links:
        return NotApplicable("no-goal-cta")
    wrong = [
        (action, kind)
        for action in links
        if (kind := leads_to(page, action)) in _BROKEN and _promises(action.label, kind)
    ]
    if not wrong:
        return None
    proof = [evidence.of(page, action.element, value=action.href) for action, _ in wrong]
    first, _ = wrong[0]
    return found(
        META, page.brief, Severity.P1, proof, label=first.label, target=evidence.shortened(first.href)
    )


def _promises(label: str, kind: str) -> bool:
    """The label speaks of a step that such an address cannot be."""
    if kind == "mail":
        return bool(phrases("reading.booked").search(label))
    if kind == "newsletter":
        return not phrases("goals.newsletter.labels").search(label)
    return bool(phrases("reading.booked").search(label) or phrases("reading.bought").search(label))

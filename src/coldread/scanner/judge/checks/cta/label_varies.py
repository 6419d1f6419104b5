"""One step under many names."""

from __future__ import annotations

import re

from coldread.base.languages import quoted
from coldread.scanner.goals import NAMED
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words

TOO_MANY = 3
#: words of a plain “Contact”
SHORT = 1

META = Meta(
    id="cta.label-varies",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    goals=NAMED,
    en=Text(
        title="Each step has one name",
        failure="The same step has {count} names: {labels}",
        why="Visitors who see different words expect different things, and wonder which one is right.",
        fix="Choose the clearest and use it everywhere.",
    ),
    sv=Text(
        title="Ett steg har ett namn",
        failure="Samma steg har {count} namn: {labels}",
        why="Den som ser olika ord väntar sig olika saker och undrar vilket som är rätt.",
        fix="Välj det tydligaste och använd det överallt.",
    ),
)


def check(page: Page) -> Verdict:
    pressed = [
        call.action
        for call in page.calls
        if call.action is not None and _is_one_of_many(call.action) and not _only_contacts(call.action)
    ]
    if not pressed:
        return NotApplicable("no-goal-cta")
    targets: dict[str, dict[str, Action]] = {}
    for action in pressed:
        targets.setdefault(page.absolute(action.href), {}).setdefault(same_label(action.label), action)
    labels = max((_of_one_thing(found) for found in targets.values()), key=len)
    if len(labels) < TOO_MANY:
        return None
    proof = [evidence.of(page, action.element, value=action.label) for action in labels.values()]
    named = ", ".join(quoted(action.label, page.brief.lang) for action in list(labels.values())[:4])
    return found(META, page.brief, Severity.P2, proof, count=len(labels), labels=named)


def _of_one_thing(labels: dict[str, Action]) -> dict[str, Action]:
    """Cards side by side each have a button of their own: those are different things, and count as one."""
    kept: dict[str, Action] = {}
    rows: set[tuple[str, str]] = set()
    for label, action in labels.items():
        card = action.element.parent
        row = (card.parent.selector, card.tag) if card is not None and card.parent is not None else None
        if row is not None and row in rows:
            continue
        if row is not None and _is_card(card):
            rows.add(row)
        kept[label] = action
    return kept


def _is_card(element: Element | None) -> bool:
    return element is not None and element.first("h2", "h3", "h4", "h5") is not None


def _is_one_of_many(action: Action) -> bool:
    """A link with a target of its own; a form's button closes the step and may say so in its own words."""
    listed = _WHOLE_LIST.match(action.label) is not None
    return action.form is None and bool(action.label) and action.href not in ("", "#") and not listed


#: “View all”, “Alla omdömen”: shows a list, whatever the step is
_WHOLE_LIST = re.compile(
    r"(?:(?:view|see|show|browse|se|visa|läs) )?(?:all|alla|every|fler|more)\b", re.IGNORECASE
)


def _only_contacts(action: Action) -> bool:
    """“Contact” names a place of the page; beside “Book a table” it is no second name of the step."""
    return phrases("contact.links").match(action.label) is not None and len(words(action.label)) <= SHORT

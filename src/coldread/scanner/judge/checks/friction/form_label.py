"""A field that a screen reader cannot name."""

from __future__ import annotations

from coldread.scanner.judge.checks.accessibility.axe import nodes_as_evidence, violations
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

#: the axe rules that this check answers for
RULES = ("label", "select-name")

META = Meta(
    id="form.label",
    needs=(Layer.AXE,),
    sources=(Source.WCAG,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="Every field has a name",
        failure="Form fields without any name: {count}",
        why="People who use a screen reader or voice control cannot tell what the field wants (WCAG 1.3.1, 4.1.2).",
        fix="Add a visible label tied to the field with for and id.",
    ),
    sv=Text(
        title="Varje fält har ett namn",
        failure="Formulärfält helt utan namn: {count}",
        why="Den som använder skärmläsare eller röststyrning kan inte veta vad fältet vill ha (WCAG 1.3.1, 4.1.2).",
        fix="Lägg till en synlig etikett som knyts till fältet med for och id.",
    ),
)


def check(page: Page) -> Verdict:
    if not page.dom.shown("input", "select", "textarea"):
        return NotApplicable("no-form")
    unnamed = [node for rule in violations(page, *RULES) for node in rule.nodes]
    if not unnamed:
        return None
    return found(META, page.brief, Severity.P1, nodes_as_evidence(page, unnamed), count=len(unnamed))

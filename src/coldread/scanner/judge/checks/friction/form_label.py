"""A form field has no label."""

from __future__ import annotations

from coldread.scanner.judge.axe_nodes import nodes_as_evidence, violations
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

#: the axe rules that this check reports
RULES = ("label", "select-name")

META = Meta(
    id="form.label",
    measured=True,
    needs=(Layer.AXE,),
    sources=(Source.WCAG,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="Every field has a label",
        failure="{count:One form field has|{count} form fields have} no label at all",
        why="People who use a screen reader or voice control cannot tell what the field is for (WCAG 1.3.1, 4.1.2).",
        fix="Add a visible label linked to the field with for and id.",
    ),
    sv=Text(
        title="Varje fält har en etikett",
        failure="{count:Ett|{count}} formulärfält saknar helt etikett",
        why="Den som använder skärmläsare eller röststyrning kan inte veta vad fältet är till för (WCAG 1.3.1, 4.1.2).",
        fix="Lägg till en synlig etikett som kopplas till fältet med for och id.",
    ),
)


def check(page: Page) -> Verdict:
    if not page.dom.shown("input", "select", "textarea"):
        return NotApplicable("no-form")
    unnamed = [node for rule in violations(page, *RULES) for node in rule.nodes]
    if not unnamed:
        return None
    return found(META, page.brief, Severity.P1, nodes_as_evidence(page, unnamed), count=len(unnamed))

"""No label is linked to a form field."""

from __future__ import annotations

from coldread.scanner.judge.axe_nodes import nodes_as_evidence, violations
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
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
        title="Every field has a label that programs can read",
        failure="No label is linked to {count:one form field|{count} form fields}",
        why="axe-core found neither a linked label nor another name that programs can read (WCAG 1.3.1, 4.1.2).",
        fix="Link a visible label to the field with for and id; where none is seen beside it, add one.",
    ),
    sv=Text(
        title="Varje fält har en etikett som program kan läsa",
        failure="Ingen etikett är kopplad till {count:ett|{count}} formulärfält",
        why="axe-core fann varken en kopplad etikett eller ett annat namn som program kan läsa (WCAG 1.3.1, 4.1.2).",
        fix="Koppla en synlig etikett till fältet med for och id; syns ingen bredvid, lägg till en.",
    ),
)


def check(page: Page) -> Verdict:
    if not page.dom.shown("input", "select", "textarea"):
        return NotApplicable("no-form")
    unnamed = [node for rule in violations(page, *RULES) for node in rule.nodes]
    if not unnamed:
        return None
    return build_finding(META, page.brief, Severity.P1, nodes_as_evidence(page, unnamed), count=len(unnamed))

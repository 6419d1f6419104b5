"""A placeholder is the field's only label."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
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
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

#: most words of a label; a longer text is an explanation
LONGEST_LABEL = 8

META = Meta(
    id="form.placeholder-as-label",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.NNG,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="No field has a placeholder as its only label",
        failure="{count:One field has|{count} fields have} a placeholder, and no label is linked",
        why="The placeholder is gone once something is typed (Nielsen Norman Group).",
        fix="Link a visible label to the field with for and id, and use the placeholder for an example.",
    ),
    sv=Text(
        title="Inget fält har bara en platshållare som etikett",
        failure="{count:Ett|{count}} fält har en platshållare, och ingen etikett är kopplad",
        why="Platshållaren är borta när något har skrivits (Nielsen Norman Group).",
        fix="Koppla en synlig etikett till fältet med for och id, och använd platshållaren till ett exempel.",
    ),
)


def check(page: Page) -> Verdict:
    fields = [field for form in page.forms for field in form.fields if field.kind != "search"]
    if not fields:
        return NotApplicable("no-form")
    unnamed = [field.element for field in fields if field.labelled_by == "placeholder"]
    fading = [element for element in unnamed if not _named_beside(element)]
    if not unnamed:
        return None
    proof = [evidence.of(page, element, value=element.attr("placeholder")) for element in fading or unnamed]
    if fading:
        return build_finding(META, page.brief, Severity.P2, proof)
    untied = build_finding(META, page.brief, Severity.INFO, proof)
    return replace(untied, title=_UNTIED(page.brief.lang))


#: the title if a label is visible but not linked: a screen reader reads the placeholder
_UNTIED = InlineText(
    en="Words before a field are not linked to it as its label",
    sv="Ord före ett fält är inte kopplade till det som etikett",
)


def _named_beside(element: Element) -> bool:
    """A short text precedes the field in its parent, so people who see the page have a label."""
    if element.parent is None or len(element.parent.all("input", "select", "textarea")) > 1:
        return False
    before = [
        sibling
        for sibling in element.parent.elements
        if sibling.number < element.number and not sibling.hidden
    ]
    return bool(before) and 0 < len(words(before[-1].text)) <= LONGEST_LABEL

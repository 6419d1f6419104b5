"""The field's only name vanishes when one starts to type."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

META = Meta(
    id="form.placeholder-as-label",
    needs=(Layer.STATIC,),
    sources=(Source.NNG,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="Labels stay while one types",
        failure="Fields named by their placeholder only: {count}",
        why="The placeholder disappears with the first letter; whoever looks away has to empty the field to know what it asked (Nielsen Norman Group).",
        fix="Tie a visible label to the field with for and id, and keep the placeholder for an example.",
    ),
    sv=Text(
        title="Etiketterna står kvar medan man skriver",
        failure="Fält med bara platshållartext som namn: {count}",
        why="Platshållaren försvinner med första bokstaven; den som tittar bort måste tömma fältet för att se vad det frågade (Nielsen Norman Group).",
        fix="Knyt en synlig etikett till fältet med for och id, och låt platshållaren vara ett exempel.",
    ),
)


def check(page: Page) -> Verdict:
    fields = [field for form in page.forms for field in form.fields if field.kind != "search"]
    if not fields:
        return NotApplicable("no-form")
    fading = [field.element for field in fields if field.labelled_by == "placeholder"]
    if not fading:
        return None
    proof = [evidence.of(page, element, value=element.attr("placeholder")) for element in fading]
    return found(META, page.brief, Severity.P2, proof)

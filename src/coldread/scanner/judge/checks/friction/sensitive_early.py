"""Asks for what strangers do not hand out."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

META = Meta(
    id="form.sensitive-early",
    needs=(Layer.STATIC,),
    sources=(Source.BAYMARD,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    goals=(PrimaryGoal.NEWSLETTER, PrimaryGoal.DEMO),
    en=Text(
        title="Sensitive questions can wait",
        failure="The form requires “{label}” from people who do not know you yet",
        why="A required phone or identity number this early is associated with people leaving (Baymard): they fear sales calls, or worse.",
        fix="Make it optional or drop it; ask once visitors can see why you need it.",
    ),
    sv=Text(
        title="Känsliga frågor får vänta",
        failure="Formuläret kräver ”{label}” av någon som inte känner er än",
        why="Ett obligatoriskt telefon- eller personnummer så tidigt hänger ihop med att folk lämnar sidan (Baymard): de är rädda för säljsamtal, eller värre.",
        fix="Gör det valfritt eller ta bort det; fråga när besökaren ser varför ni behöver det.",
    ),
)


def check(page: Page) -> Verdict:
    if not page.lead_forms:
        return NotApplicable("no-goal-form")
    demanded = [
        field
        for form in page.lead_forms
        for field in form.fields
        if field.kind in ("phone", "national_id") and field.required
    ]
    if not demanded:
        return None
    first = demanded[0]
    label = first.label or first.element.attr("name") or first.kind
    return found(
        META, page.brief, Severity.P1, [evidence.of(page, field.element) for field in demanded], label=label
    )

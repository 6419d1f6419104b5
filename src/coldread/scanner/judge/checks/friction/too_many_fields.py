"""A form that asks for more than the goal needs."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.goals import NAMED, goal_row
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

META = Meta(
    id="form.too-many-fields",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.BAYMARD,),
    confidence=1.0,
    effort="M",
    fix="needs_review",
    goals=NAMED,
    en=Text(
        title="The form asks only for what it needs",
        failure="The form asks for {fields} things; {limit} are enough for this goal",
        why="Baymard finds that the number of fields matters more than the number of steps: each extra field is associated with more people giving up.",
        fix="Keep the {limit} you need for the next step, and ask for the rest later or make it optional.",
    ),
    sv=Text(
        title="Formuläret frågar bara efter det som behövs",
        failure="Formuläret frågar efter {fields} saker; {limit} räcker för målet",
        why="Enligt Baymard betyder antalet fält mer än antalet steg: varje extra fält hänger ihop med att fler ger upp.",
        fix="Behåll de {limit} som behövs för nästa steg, och fråga efter resten senare eller gör det valfritt.",
    ),
)


def check(page: Page) -> Verdict:
    limit = goal_row(page.brief.goal).most_fields
    if not page.lead_forms or limit is None:
        return NotApplicable("no-goal-form")
    worst = max(page.lead_forms, key=lambda form: len(form.demanded))
    fields = len(worst.demanded)
    if fields <= limit:
        return None
    proof = [evidence.of(page, worst.element, value=fields, threshold=limit)]
    told = found(META, page.brief, Severity.P1, proof, fields=fields, limit=limit)
    if fields == len(worst.counted):
        return told
    return replace(told, title=_DEMANDED(page.brief.lang).format(fields=fields, limit=limit))


#: others may stay empty
_DEMANDED = Said(
    en="{fields} fields of the form must be filled in; {limit} are enough for this goal",
    sv="{fields} av formulärets fält måste fyllas i; {limit} räcker för målet",
)

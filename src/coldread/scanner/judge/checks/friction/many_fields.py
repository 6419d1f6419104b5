"""A form asks for many things."""

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
from coldread.scanner.page.page import Page

#: forms usually have at most so many fields
LIMIT = 6

META = Meta(
    id="form.many-fields",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.BAYMARD,),
    confidence=1.0,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The form asks only for what it needs",
        failure="A form asks for {fields} things",
        why="Baymard finds that the number of fields matters more than the number of steps: each extra field is associated with more people giving up.",
        fix="Keep what you need for the next step, and ask for the rest later or make it optional.",
    ),
    sv=Text(
        title="Formuläret frågar bara efter det som behövs",
        failure="Ett formulär frågar efter {fields} saker",
        why="Enligt Baymard betyder antalet fält mer än antalet steg: varje extra fält hänger ihop med att fler ger upp.",
        fix="Behåll det som behövs för nästa steg, och fråga efter resten senare eller gör det valfritt.",
    ),
)


def check(page: Page) -> Verdict:
    forms = [form for form in page.forms if not form.is_search and not form.is_login]
    worst = max(forms, key=lambda form: len(form.demanded), default=None)
    if worst is None:
        return NotApplicable("no-form")
    fields = len(worst.demanded)
    if fields <= LIMIT:
        return None
    proof = [evidence.of(page, worst.element, value=fields, threshold=LIMIT)]
    finding = build_finding(META, page.brief, Severity.P1, proof, fields=fields)
    if not any(field.required for field in worst.demanded):
        return finding
    return replace(finding, title=_REQUIRED(page.brief.lang).format(fields=fields))


#: the title if the markup requires some fields: others may stay empty, and a script may require more
_REQUIRED = InlineText(
    en="The markup of a form requires {fields} fields", sv="Koden för ett formulär kräver {fields} fält"
)

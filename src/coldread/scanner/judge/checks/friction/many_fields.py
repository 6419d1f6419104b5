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
        title="Forms have at most six fields that are not optional",
        failure="A form has {fields} fields that are not marked as optional",
        why="Our limit is six. Baymard finds that the number of fields matters more than the number of steps.",
        fix="Keep what you need for the next step. What you can ask later, ask later or mark as optional.",
    ),
    sv=Text(
        title="Formulär har högst sex fält som inte är valfria",
        failure="Ett formulär har {fields} fält som inte är märkta som valfria",
        why="Vår gräns är sex. Enligt Baymard betyder antalet fält mer än antalet steg.",
        fix="Behåll det som behövs för nästa steg. Det som kan frågas senare: fråga senare eller märk som valfritt.",
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


#: the title if some fields are marked as required
_REQUIRED = InlineText(
    en="A form marks {fields} fields as required", sv="Ett formulär märker {fields} fält som obligatoriska"
)

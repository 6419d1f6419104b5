"""Fields for name, e-mail or phone lack an autocomplete value."""

from __future__ import annotations

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

META = Meta(
    id="form.autocomplete",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.WCAG,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="The browser can fill in the form",
        failure="The browser cannot fill in {count:one field|{count} fields} for name, e-mail or phone",
        why="WCAG 1.3.5 asks for it; without it, people type more, which is hardest on a phone.",
        fix='Add autocomplete="name", "email" or "tel" to these fields ("tel-national" for a number without its country).',
    ),
    sv=Text(
        title="Webbläsaren kan fylla i formuläret",
        failure="Webbläsaren kan inte fylla i {count:ett|{count}} fält för namn, e-post eller telefon",
        why="WCAG 1.3.5 kräver det; utan det blir det mer att skriva, vilket är krångligast i mobilen.",
        fix='Lägg till autocomplete="name", "email" eller "tel" på fälten ("tel-national" för ett nummer utan land).',
    ),
)

_TOKENS = {"name": "name", "email": "email", "phone": "tel"}


def check(page: Page) -> Verdict:
    known = [
        field
        for form in page.forms
        for field in form.fields
        if field.kind in _TOKENS and field.element.tag == "input" and not field.is_about_another
    ]
    if not known:
        return NotApplicable("no-personal-form")
    silent = [
        field
        for field in known
        if field.element.attr("autocomplete").lower() in ("", "off", "on", "nope", "false")
    ]
    if not silent:
        return None
    proof = [evidence.of(page, field.element, threshold=_TOKENS[field.kind]) for field in silent]
    return build_finding(META, page.brief, Severity.P2, proof)

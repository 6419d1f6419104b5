"""The browser knows the answer and is not asked."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

META = Meta(
    id="form.autocomplete",
    needs=(Layer.STATIC,),
    sources=(Source.WCAG,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="The browser can fill the form in",
        failure="Fields for name, e-mail or phone that the browser cannot fill in: {count}",
        why="WCAG 1.3.5 asks for it, and typing on a phone is where people give up.",
        fix='Add autocomplete="name", "email" or "tel" to these fields.',
    ),
    sv=Text(
        title="Webbläsaren kan fylla i formuläret",
        failure="Fält för namn, e-post eller telefon som webbläsaren inte kan fylla i: {count}",
        why="WCAG 1.3.5 kräver det, och det är när man skriver på mobilen som folk ger upp.",
        fix='Lägg till autocomplete="name", "email" eller "tel" på fälten.',
    ),
)

_TOKENS = {"name": "name", "email": "email", "phone": "tel"}


def check(page: Page) -> Verdict:
    known = [
        field
        for form in page.forms
        for field in form.fields
        if field.kind in _TOKENS and field.element.tag == "input"
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
    return found(META, page.brief, Severity.P2, proof)

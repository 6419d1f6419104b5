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
from coldread.scanner.page.observe.fields import Field
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
        title="Fields for name, e-mail and phone say so in autocomplete",
        failure="{count:One field|{count} fields} for name, e-mail or phone {count:has|have} no autocomplete value that says so",
        why="WCAG 1.3.5 asks for it where people type their own data. Browsers may still guess from other names.",
        fix='Add autocomplete="name", "email" or "tel" to these fields ("tel-national" for a number without its country).',
    ),
    sv=Text(
        title="Fält för namn, e-post och telefon anger det i autocomplete",
        failure="{count:Ett fält|{count} fält} för namn, e-post eller telefon saknar ett autocomplete-värde som anger det",
        why="WCAG 1.3.5 kräver det där människor skriver sina egna uppgifter. Webbläsare kan ändå gissa av andra namn.",
        fix='Lägg till autocomplete="name", "email" eller "tel" på fälten ("tel-national" för ett nummer utan land).',
    ),
)

_TOKENS = {"name": "name", "email": "email", "phone": "tel"}


def check(page: Page) -> Verdict:
    known = [
        field
        for form in page.forms
        for field in form.fields
        if field.kind in _TOKENS and _is_typed(field) and not field.is_about_another
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


def _is_typed(field: Field) -> bool:
    """People type into it; a choice between “e-mail” and “phone” asks for neither."""
    return field.element.tag == "input" and field.element.attr("type").lower() not in ("radio", "checkbox")

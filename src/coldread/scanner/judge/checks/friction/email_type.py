"""An e-mail field does not have the type email."""

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
    id="form.email-type",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="E-mail fields have the type email",
        failure="A field for an e-mail address has the type text",
        why="With type=email, phones show a keyboard with @, and browsers check the form of the address before it is sent.",
        fix='Set type="email" on the field.',
    ),
    sv=Text(
        title="E-postfält har typen email",
        failure="Ett fält för e-postadress har typen text",
        why="Med type=email visar mobiler ett tangentbord med @, och webbläsare kontrollerar adressens form innan den skickas.",
        fix='Sätt type="email" på fältet.',
    ),
)


def check(page: Page) -> Verdict:
    emails = [field.element for form in page.forms for field in form.fields if field.kind == "email"]
    if not emails:
        return NotApplicable("no-email-field")
    plain = [field for field in emails if field.tag == "input" and field.attr("type").lower() in ("", "text")]
    if not plain:
        return None
    return build_finding(
        META,
        page.brief,
        Severity.P2,
        [evidence.of(page, field, value=field.attr("type") or "text", threshold="email") for field in plain],
    )

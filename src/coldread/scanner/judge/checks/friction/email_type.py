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
        failure="An e-mail field is a plain text field",
        why="With type=email, a phone shows the @ key and the browser catches typing errors before they cost you a lead.",
        fix='Set type="email" on the field.',
    ),
    sv=Text(
        title="E-postfält har typen email",
        failure="Ett e-postfält är ett vanligt textfält",
        why="Med type=email visar mobilen @-tangenten och webbläsaren fångar skrivfel innan de kostar en kund.",
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

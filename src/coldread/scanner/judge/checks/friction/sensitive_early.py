"""Asks for what strangers do not hand out."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.fields import Field, spelled_out
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.quotes import read_blocks

META = Meta(
    id="form.sensitive-early",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.BAYMARD,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Sensitive questions can wait",
        failure="The form asks people who do not know you yet for “{label}”",
        why="A phone number that must be given, or an identity number, this early is associated with people leaving (Baymard): they fear sales calls, or worse.",
        fix="Make it optional or drop it; ask once visitors can see why you need it.",
    ),
    sv=Text(
        title="Känsliga frågor får vänta",
        failure="Formuläret ber om ”{label}” av någon som inte känner er än",
        why="Ett telefonnummer som måste fyllas i, eller ett personnummer, så tidigt hänger ihop med att folk lämnar sidan (Baymard): de är rädda för säljsamtal, eller värre.",
        fix="Gör det valfritt eller ta bort det; fråga när besökaren ser varför ni behöver det.",
    ),
)


#: where a phone number comes too early; what is bought or booked may need one
_STRANGERS = (PrimaryGoal.NEWSLETTER, PrimaryGoal.DEMO)


def check(page: Page) -> Verdict:
    lead = page.lead_forms if page.brief.goal in _STRANGERS else []
    demanded = [
        field
        for form in lead
        for field in form.fields
        if field.kind in ("phone", "national_id") and field.required
    ]
    numbers = [] if _needs_identity(page) else [field for field in _identity(page) if field not in demanded]
    if not demanded and not numbers:
        return None if lead else NotApplicable("no-goal-form")
    first = [*numbers, *demanded][0]
    label = first.label or first.element.attr("name") or first.kind
    proof = [evidence.of(page, field.element) for field in (*numbers, *demanded)]
    return found(META, page.brief, Severity.P1, proof, label=label)


def _identity(page: Page) -> list[Field]:
    """Fields for the number of a person, whatever the goal; who signs in has given it before."""
    return [
        field
        for form in page.forms
        if not form.asks_for("password")
        for field in form.fields
        if field.kind == "national_id" and phrases("fields.identity_number").search(_named(field))
    ]


def _named(field: Field) -> str:
    names = (spelled_out(field.element.attr(name)) for name in ("name", "id"))
    return " ".join((field.label, field.element.attr("placeholder"), *names))


def _needs_identity(page: Page) -> bool:
    """Care, credit, insurance and the like must know who somebody is."""
    return any(phrases("reading.needs_identity").search(block.text) for block in read_blocks(page))

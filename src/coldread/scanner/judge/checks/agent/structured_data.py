"""No structured data names the seller or the offer."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.head import structured_types
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import lexicon

META = Meta(
    id="agent.structured-data",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.SLOP,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    content=False,
    en=Text(
        title="Structured data names an organisation or an offer",
        failure="We found no structured data that names an organisation or an offer",
        why="Looked for: JSON-LD, microdata and RDFa of types such as Organization, Event, Product or Service.",
        fix="If search engines should get such facts, add JSON-LD of a fitting type with what is already on the page.",
    ),
    sv=Text(
        title="Strukturerad data namnger en organisation eller ett erbjudande",
        failure="Vi hittade ingen strukturerad data som namnger en organisation eller ett erbjudande",
        why="Sökt efter: JSON-LD, mikrodata och RDFa av typer som Organization, Event, Product eller Service.",
        fix="Ska sökmotorer få sådana uppgifter: lägg till JSON-LD av en typ som passar, med det som redan finns på sidan.",
    ),
)


def check(page: Page) -> Verdict:
    named = structured_types(page.dom)
    if named - set(lexicon("web")["structured_data"]["about_the_page"]):
        return None
    proof = [evidence.of_searched_place(page, "html", value=", ".join(sorted(named))[:160] or None)]
    return build_finding(META, page.brief, Severity.P2, proof)

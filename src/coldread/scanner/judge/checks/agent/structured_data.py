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
        title="Machines can read who offers what",
        failure="No structured data says who is behind the page or what it offers",
        why="Search engines and AI assistants quote what they can verify; JSON-LD states it without guesswork.",
        fix="Add JSON-LD of a fitting type, such as Organization, Event, Product or Service, with facts that are already on the page.",
    ),
    sv=Text(
        title="Maskiner kan läsa vem som erbjuder vad",
        failure="Ingen strukturerad data anger vem som står bakom sidan eller vad den erbjuder",
        why="Sökmotorer och AI-assistenter återger det de kan kontrollera; JSON-LD anger det utan gissningar.",
        fix="Lägg till JSON-LD av en typ som passar, till exempel Organization, Event, Product eller Service, med uppgifter som redan finns på sidan.",
    ),
)


def check(page: Page) -> Verdict:
    named = structured_types(page.dom)
    if named - set(lexicon("web")["structured_data"]["about_the_page"]):
        return None
    proof = [evidence.of_searched_place(page, "html", value=", ".join(sorted(named))[:160] or None)]
    return build_finding(META, page.brief, Severity.P2, proof)

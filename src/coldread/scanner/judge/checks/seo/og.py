"""Shared links lack a title or a picture."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.page import Page

META = Meta(
    id="social.og",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    content=False,
    en=Text(
        title="og:title and og:image are set",
        failure="The page has no {missing} for link previews",
        why="They name the title and the picture that the page offers for link previews. Without them, some services use other parts of the page.",
        fix="Add {missing}; a picture must exist on your server.",
    ),
    sv=Text(
        title="og:title och og:image är angivna",
        failure="Sidan saknar {missing} för länkförhandsvisningar",
        why="De anger titeln och bilden som sidan erbjuder för länkförhandsvisningar. Utan dem använder vissa tjänster andra delar av sidan.",
        fix="Lägg till {missing}; en bild måste finnas på din server.",
    ),
)


def check(page: Page) -> Verdict:
    present = {
        "og:title": meta_content(page.dom, "og:title"),
        "og:image": meta_content(page.dom, "og:image", "og:image:url", "og:image:secure_url"),
    }
    missing = [name for name, value in present.items() if not value]
    if not missing:
        return None
    proof = [evidence.of_searched_place(page, "head", value=", ".join(missing))]
    return build_finding(META, page.brief, Severity.P2, proof, missing=", ".join(missing))

"""The page title is missing, too short or too long."""

from __future__ import annotations

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.page import Page

SHORTEST, LONGEST = 10, 65

META = Meta(
    id="seo.title",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    content=False,
    en=Text(
        title="The title has 10–65 characters",
        failure="The page title is {fault}",
        why="Browsers show it in the tab, and search engines can use it. Our range is 10 to 65 characters; longer ones are often cut.",
        fix="Write 10–65 characters that name the page.",
    ),
    sv=Text(
        title="Titeln har 10–65 tecken",
        failure="Sidans titel {fault}",
        why="Webbläsare visar den i fliken, och sökmotorer kan använda den. Vårt spann är 10 till 65 tecken; längre kortas ofta.",
        fix="Skriv 10–65 tecken som namnger sidan.",
    ),
)

_MISSING = InlineText(en="missing", sv="saknas")
_EMPTY = InlineText(en="empty", sv="är tom")
_ODD = InlineText(en="{n:1 character|{n} characters} long", sv="är {n} tecken lång")


def check(page: Page) -> Verdict:
    length = len(page.title)
    if SHORTEST <= length <= LONGEST:
        return None
    element = title_of(page.dom)
    limit = f"{SHORTEST}–{LONGEST}"
    if element is None:
        proof = [evidence.of_searched_place(page, "head", value=0, threshold=limit)]
        return build_finding(META, page.brief, Severity.P1, proof, fault=_MISSING(page.brief.lang))
    if not page.title:
        proof = [evidence.of(page, element, value=0, threshold=limit)]
        return build_finding(META, page.brief, Severity.P1, proof, fault=_EMPTY(page.brief.lang))
    proof = [evidence.of(page, element, snippet=page.title, value=length, threshold=limit)]
    return build_finding(META, page.brief, Severity.P2, proof, fault=_ODD(page.brief.lang, n=length))

"""The meta description is missing, too short or too long."""

from __future__ import annotations

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.head import meta_content, metas
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

SHORTEST, LONGEST = 50, 170

META = Meta(
    id="seo.meta-description",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    content=False,
    en=Text(
        title="The description has 50–170 characters",
        failure="The meta description is {fault}",
        why="It is the summary that the page offers to search engines and link previews; what they show is their choice. Our range is 50 to 170 characters.",
        fix="Write 50–170 characters about what the page offers and to whom.",
    ),
    sv=Text(
        title="Beskrivningen har 50–170 tecken",
        failure="Metabeskrivningen {fault}",
        why="Den är sammanfattningen som sidan erbjuder sökmotorer och länkförhandsvisningar; vad de visar väljer de själva. Vårt spann är 50 till 170 tecken.",
        fix="Skriv 50–170 tecken om vad sidan erbjuder och till vem.",
    ),
)

_MISSING = InlineText(en="missing", sv="saknas")
_EMPTY = InlineText(en="empty", sv="är tom")
_ODD = InlineText(en="{n:1 character|{n} characters} long", sv="är {n} tecken lång")


def check(page: Page) -> Verdict:
    description = meta_content(page.dom, "description")
    if SHORTEST <= len(description) <= LONGEST:
        return None
    limit = f"{SHORTEST}–{LONGEST}"
    if not description:
        tag = next(iter(metas(page.dom, "description")), None)
        if tag is not None:
            proof = [evidence.of(page, tag, value=0, threshold=limit)]
        else:
            proof = [evidence.of_searched_place(page, "head", value=0, threshold=limit)]
        fault = (_MISSING if tag is None else _EMPTY)(page.brief.lang)
        return build_finding(META, page.brief, Severity.P2, proof, fault=fault)
    meta = next(item for item in metas(page.dom, "description") if item.attr("content"))
    proof = [evidence.of(page, meta, value=len(description), threshold=limit)]
    fault = _ODD(page.brief.lang, n=len(description)) if words(description) else _EMPTY(page.brief.lang)
    return build_finding(META, page.brief, Severity.P2, proof, fault=fault)

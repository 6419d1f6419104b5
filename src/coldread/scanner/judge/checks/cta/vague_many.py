"""Several links say the same nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from coldread.base.texts.said import Said
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.actions import link_around
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page

TOO_MANY = 3

META = Meta(
    id="cta.vague-many",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.NNG,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Links say where they lead",
        failure="{count:One link only says|{count} links only say} “{label}”",
        why="People who skim read the links first, and “{label}” says neither what comes next nor why to press it (Nielsen Norman Group).",
        fix="Let each link name what is behind it, or remove it.",
    ),
    sv=Text(
        title="Länkarna säger vart de leder",
        failure="{count:En länk|{count} länkar} säger bara ”{label}”",
        why="Den som skummar läser länkarna först, och ”{label}” säger varken vad som kommer eller varför man ska trycka (Nielsen Norman Group).",
        fix="Låt varje länk säga vad som finns bakom den, eller ta bort den.",
    ),
)


def check(page: Page) -> Verdict:
    same: dict[str, list[Element]] = {}
    for link in page.dom.shown("a", "button"):
        if link_around(link) is None and _says_nothing(page, link):
            same.setdefault(same_label(link.text), []).append(link)
    vague = max(same.values(), key=len, default=[])
    if len(vague) < TOO_MANY:
        return None
    astray = max((_of_one_target(page, links) for links in same.values()), key=len)
    proof = [evidence.of(page, link, value=link.text) for link in astray or vague]
    told = found(
        META, page.brief, Severity.P2, proof, count=len(astray or vague), label=(astray or vague)[0].text
    )
    if not astray:
        return told
    lang = page.brief.lang
    title = _ASTRAY["title"](lang).format(count=len(astray), label=astray[0].text)
    return replace(
        told, title=title, why=_ASTRAY["why"](lang), fix=replace(told.fix, summary=_ASTRAY["fix"](lang))
    )


#: whoever wants to know more of one of them gets the list again
_ASTRAY = {
    "title": Said(
        en="{count} links “{label}” under different headings all lead to the same page",
        sv="{count} länkar ”{label}” under olika rubriker leder alla till samma sida",
    ),
    "why": Said(
        en="Each one promises more about the thing above it. People who press it get a general page and have to look for that thing again.",
        sv="Var och en lovar mer om det som står ovanför. Den som trycker hamnar på en allmän sida och får leta upp saken igen.",
    ),
    "fix": Said(
        en="Lead each link to the thing above it, or keep one link that says where it leads.",
        sv="Låt varje länk leda till det den står under, eller behåll en länk som säger vart den leder.",
    ),
}
#: how far up the heading of a card is looked for
CARD = 4


def _of_one_target(page: Page, links: list[Element]) -> list[Element]:
    """Those that share an address with others under headings of their own."""
    targets: dict[str, dict[str, Element]] = {}
    for link in links:
        href = link.attr("href").strip()
        heading = _heading_of(link)
        if link.tag == "a" and href.strip("#") and not href.startswith("#") and heading:
            targets.setdefault(page.absolute(href), {}).setdefault(heading, link)
    most = max(targets.values(), key=len, default={})
    return list(most.values()) if len(most) >= TOO_MANY else []


def _heading_of(link: Element) -> str:
    for above in islice(link.ancestors(), CARD):
        heading = next((one for one in above.all("h2", "h3", "h4") if one.text), None)
        if heading is not None:
            return heading.text.lower() if len(above.all("h2", "h3", "h4")) == 1 else ""
    return ""


def _says_nothing(page: Page, link: Element) -> bool:
    """A label made of empty words; a form's own button closes a step that was named before."""
    return (
        any(letter.isalpha() for letter in link.text)
        and is_generic(link.text)
        and region_of(link) == "main"
        and link.closest("form", "nav") is None
        and page.is_drawn(link)
    )

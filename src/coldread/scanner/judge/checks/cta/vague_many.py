"""Several links say the same nothing."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page

TOO_MANY = 3

META = Meta(
    id="cta.vague-many",
    needs=(Layer.STATIC,),
    sources=(Source.NNG,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Links say where they lead",
        failure="{count:One link only says|{count} links only say} “{label}”",
        why="People who skim read the links first, and “{label}” says neither what comes next nor why to press it (Nielsen Norman Group). Each one also leads away from what the page is for.",
        fix="Let each link name what is behind it, or remove it.",
    ),
    sv=Text(
        title="Länkarna säger vart de leder",
        failure="{count:En länk|{count} länkar} säger bara ”{label}”",
        why="Den som skummar läser länkarna först, och ”{label}” säger varken vad som kommer eller varför man ska trycka (Nielsen Norman Group). Varje länk leder dessutom bort från det sidan finns till för.",
        fix="Låt varje länk säga vad som finns bakom den, eller ta bort den.",
    ),
)


def check(page: Page) -> Verdict:
    same: dict[str, list[Element]] = {}
    for link in page.dom.shown("a", "button"):
        if _says_nothing(page, link):
            same.setdefault(same_label(link.text), []).append(link)
    vague = max(same.values(), key=len, default=[])
    if len(vague) < TOO_MANY:
        return None
    proof = [evidence.of(page, link, value=link.text) for link in vague]
    return found(META, page.brief, Severity.P2, proof, count=len(vague), label=vague[0].text)


def _says_nothing(page: Page, link: Element) -> bool:
    """A label made of empty words; a form's own button closes a step that was named before."""
    return (
        any(letter.isalpha() for letter in link.text)
        and is_generic(link.text)
        and region_of(link) == "main"
        and link.closest("form", "nav") is None
        and page.is_drawn(link)
    )

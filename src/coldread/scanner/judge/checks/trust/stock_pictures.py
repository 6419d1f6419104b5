"""Pictures are loaded from a picture library."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.pictures import library_address
from coldread.scanner.page.page import Page

FEWEST = 2

META = Meta(
    id="trust.stock-pictures",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.NNG,),
    confidence=0.7,
    effort="M",
    fix="spec_only",
    en=Text(
        title="At most one picture is loaded from a picture library",
        failure="{count:One picture is|{count} pictures are} loaded from the address of a picture library",
        why="Seen from the addresses alone. What the pictures show was not judged.",
        fix="If you have pictures of your own people, places or work, use them instead.",
    ),
    sv=Text(
        title="Högst en bild hämtas från en bildbyrå",
        failure="{count:En bild|{count} bilder} hämtas från en bildbyrås adress",
        why="Det syns på adresserna, inget annat. Vad bilderna visar har inte bedömts.",
        fix="Har du bilder på egna människor, platser eller arbeten: använd dem i stället.",
    ),
)


def check(page: Page) -> Verdict:
    places = {_name(address): (element, address) for element, address in _pictures(page)}
    if len(places) < FEWEST:
        return None
    proof = [evidence.of(page, element, value=address[:160]) for element, address in places.values()]
    return build_finding(META, page.brief, Severity.P2, proof, count=len(places))


def _pictures(page: Page) -> list[tuple[Element, str]]:
    """Each visible picture whose address names a library."""
    return [
        (image, address)
        for image in page.dom.shown("img")
        if (address := library_address(image)) and page.is_drawn(image)
    ]


def _name(address: str) -> str:
    """The file's name, so that two sizes of a picture count as one."""
    return address.split("?", maxsplit=1)[0].rsplit("/", 1)[-1].lower()

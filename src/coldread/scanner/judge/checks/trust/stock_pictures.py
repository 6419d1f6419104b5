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
        title="Pictures show your own business",
        failure="{count:One picture is|{count} pictures are} loaded from the address of a picture library",
        why="Visitors skip stock photos and study real ones (Nielsen Norman Group, 2010). Your own people, places and work are proof; these are decoration.",
        fix="Show your own people, premises, products or work, even if you take the photos with a phone.",
    ),
    sv=Text(
        title="Bilderna visar din egen verksamhet",
        failure="{count:En bild|{count} bilder} hämtas från en bildbyrås adress",
        why="Besökare hoppar över bildbyråbilder och studerar riktiga bilder (Nielsen Norman Group, 2010). Egna människor, lokaler och arbeten är bevis; de här är dekoration.",
        fix="Visa egna människor, lokaler, varor eller arbeten, gärna fotade med mobilen.",
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

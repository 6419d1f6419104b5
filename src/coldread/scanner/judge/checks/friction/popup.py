"""Something stands between the phone and the page."""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Evidence, Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observations import Overlay, Viewport
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words

MAX_SHARE = 0.3
#: of the screen, dialog and veil together: from here on nothing of the page can be used
WALL = 0.9

META = Meta(
    id="friction.popup",
    measured=True,
    needs=(Layer.MOBILE, Layer.STYLES),
    sources=(Source.INTERSTITIALS,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="Nothing covers the page",
        failure="{what} covers {share}% of the phone's screen",
        why="Google calls such layers intrusive interstitials: visitors have to get rid of something before they can see what they came for.",
        fix="Show it later, smaller or after a deliberate click, but never over the first screen of a phone.",
    ),
    sv=Text(
        title="Inget täcker sidan",
        failure="{what} täcker {share} % av mobilens skärm",
        why="Google kallar sådana lager påträngande: besökarna måste få bort något innan de ser det de kom för.",
        fix="Visa det senare, mindre eller efter ett medvetet klick, men aldrig över mobilens första skärm.",
    ),
)

_POPUP = Said(en="A pop-up", sv="En popup")
_CONSENT = Said(en="A consent dialog", sv="En samtyckesruta")


def check(page: Page) -> Verdict:
    view = page.seen.mobile
    covering = [
        layer
        for layer in (view.overlays if view else ())
        if layer.opaque
        and layer.covers > MAX_SHARE
        and not _is_the_page(page, layer)
        and not is_menu(page, layer)
        and not is_loading(page, layer)
    ]
    if not covering:
        return None
    covering.sort(key=lambda layer: (is_consent(layer), -layer.covers))
    worst = covering[0]
    if is_consent(worst) and veiled(view) >= WALL:
        wall = found(META, page.brief, Severity.P1, [_evidence(worst)], glaring=True, what="", share=0)
        return replace(
            wall,
            title=_WALL["title"](page.brief.lang),
            fix=replace(wall.fix, summary=_WALL["fix"](page.brief.lang)),
        )
    return found(
        META,
        page.brief,
        Severity.INFO if is_consent(worst) else Severity.P1,
        [_evidence(worst)],
        what=(_CONSENT if is_consent(worst) else _POPUP)(page.brief.lang),
        share=round(100 * worst.covers),
    )


_WALL = {
    "title": Said(
        en="A consent dialog veils the whole first screen: nothing can be read before it is answered",
        sv="En samtyckesruta skymmer hela första skärmen: inget går att läsa förrän man har svarat",
    ),
    "fix": Said(
        en="Show the question in a strip at the edge, without a veil over the page, and load nothing that needs consent until it is given.",
        sv="Visa frågan i en remsa vid kanten, utan slöja över sidan, och ladda inget som kräver samtycke förrän det är givet.",
    ),
}


def veiled(view: Viewport | None) -> float:
    """Share of the screen that consent and the wordless layers around it cover together."""
    layers = view.overlays if view else ()
    if not any(is_consent(layer) for layer in layers):
        return 0.0
    return sum(layer.covers for layer in layers if is_consent(layer) or not layer.text.strip())


def is_consent(layer: Overlay) -> bool:
    return bool(phrases("consent.phrases").search(layer.text))


def _is_the_page(page: Page, layer: Overlay) -> bool:
    """An application that scrolls inside a fixed frame holds its own headline or main part."""
    element = page.dom.by_selector.get(layer.selector)
    return element is not None and any(below.tag in ("h1", "main") for below in element.walk())


def is_menu(page: Page, layer: Overlay) -> bool:
    """The page's own menu, open or waiting out of sight: what it says is what its links are called."""
    element = page.dom.by_selector.get(layer.selector)
    if element is None or is_consent(layer):
        return False
    if element.first("nav") is not None or region_of(element) == "nav":
        return True
    labels = [link.text for link in element.all("a", "button") if link.text]
    said = sum(len(words(label)) for label in labels)
    return len(labels) >= LEAST_LINKS and said >= MENU_SHARE * len(words(layer.text or element.text))


def is_loading(page: Page, layer: Overlay) -> bool:
    """A picture or a word that stands there until the page has come: it asks for nothing."""
    element = page.dom.by_selector.get(layer.selector)
    said = layer.text or (element.text if element is not None else "")
    named = f"{layer.selector} {element.attr('class') if element is not None else ''}"
    return len(words(said)) <= FEW_WORDS and _LOADING.search(f"{said} {named}") is not None


#: what such a layer says, or is called
_LOADING = re.compile(r"load(?:ing|er)|spinner|laddar|please wait|vänta", re.IGNORECASE)
FEW_WORDS = 4


#: links of a menu, and the part of its words that they are
LEAST_LINKS, MENU_SHARE = 3, 0.6


def _evidence(layer: Overlay) -> Evidence:
    return Evidence(
        layer="rendered",
        viewport="mobile",
        selector=layer.selector,
        snippet=evidence.shortened(layer.text) or layer.selector,
        box=layer.box,
        value=round(layer.covers, 2),
        threshold=MAX_SHARE,
    )

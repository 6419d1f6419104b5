"""Layers over the page: what covers it, and whether that is a question of consent, a menu or the page itself. Pure."""

from __future__ import annotations

import re

from coldread.scanner.page.observations import Overlay, Viewport
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words

#: of the phone's screen
MAX_SHARE = 0.3
#: of the screen, dialog and veil together: from here on nothing of the page can be used
WALL = 0.9


def covering(page: Page) -> list[Overlay]:
    """Layers over most of what a phone shows; questions of consent last, then the largest first."""
    view = page.seen.mobile
    found = [
        layer
        for layer in (view.overlays if view else ())
        if layer.opaque
        and layer.covers > MAX_SHARE
        and not _is_the_page(page, layer)
        and not is_menu(page, layer)
        and not is_loading(page, layer)
    ]
    return sorted(found, key=lambda layer: (is_consent(layer), -layer.covers))


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

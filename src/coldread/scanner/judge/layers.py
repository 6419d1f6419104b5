"""Layers over the page: what covers it, and whether that is a consent dialog, a menu or the page itself. Pure."""

from __future__ import annotations

import re

from coldread.scanner.page.observations import Overlay, Viewport
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words

#: share of the phone's screen
MAX_SHARE = 0.3
#: share of the screen that dialog and backdrop cover together from which on the page cannot be used
WALL = 0.9


def covering_layers(page: Page) -> list[Overlay]:
    """Layers that cover much of a phone's screen: consent dialogs last, larger ones first."""
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


def share_veiled(view: Viewport | None) -> float:
    """Share of the screen that a consent dialog and layers without words cover together."""
    layers = view.overlays if view else ()
    if not any(is_consent(layer) for layer in layers):
        return 0.0
    return sum(layer.covers for layer in layers if is_consent(layer) or not layer.text.strip())


def is_consent(layer: Overlay) -> bool:
    return bool(phrases("consent.phrases").search(layer.text))


def _is_the_page(page: Page, layer: Overlay) -> bool:
    """The layer has a headline or the main element: an application that scrolls inside a fixed frame."""
    element = page.dom.by_selector.get(layer.selector)
    return element is not None and any(below.tag in ("h1", "main") for below in element.walk())


def is_menu(page: Page, layer: Overlay) -> bool:
    """The layer is the page's menu: most of its words are names of links."""
    element = page.dom.by_selector.get(layer.selector)
    if element is None or is_consent(layer):
        return False
    if element.first("nav") is not None or region_of(element) == "nav":
        return True
    labels = [link.text for link in element.all("a", "button") if link.text]
    label_words = sum(len(words(label)) for label in labels)
    return len(labels) >= LEAST_LINKS and label_words >= MENU_SHARE * len(words(layer.text or element.text))


def is_loading(page: Page, layer: Overlay) -> bool:
    """A picture or a few words that are visible until the page has loaded."""
    element = page.dom.by_selector.get(layer.selector)
    text = layer.text or (element.text if element is not None else "")
    named = f"{layer.selector} {element.attr('class') if element is not None else ''}"
    return len(words(text)) <= FEW_WORDS and _LOADING.search(f"{text} {named}") is not None


#: text or class name of such a layer
_LOADING = re.compile(r"load(?:ing|er)|spinner|laddar|please wait|vänta", re.IGNORECASE)


FEW_WORDS = 4


#: fewest links of a menu, and the share of its words in them
LEAST_LINKS, MENU_SHARE = 3, 0.6

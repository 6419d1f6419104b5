"""Bars that stay on the screen while the page scrolls, and layers over the page: their pixels cover those of the page."""

from __future__ import annotations

from collections.abc import Iterator

from coldread.scanner.page.observations import Box, Drawn, Overlay, Viewport

#: a bar is at least half as wide as the screen and at most a third as high
LEAST_WIDE, MOST_HIGH = 0.5, 0.34
#: px of a text that must be under the bar
LEAST_COVERED = 2
#: share of the window: a layer that covers so much hides the page
VEIL = 0.5


def bars(view: Viewport, *, sticky: bool = False) -> Iterator[Drawn]:
    """Elements that are fixed to an edge of the screen; with `sticky` also those that stick on scroll."""
    kinds = ("fixed", "sticky") if sticky else ("fixed",)
    for item in view.drawn:
        _, y, width, height = item.box
        on_screen = y < view.height and height > 0
        if (
            item.visible
            and item.position in kinds
            and on_screen
            and width >= LEAST_WIDE * view.width
            and height <= MOST_HIGH * view.height
        ):
            yield item


def is_under_a_bar(selector: str, box: Box, view: Viewport) -> bool:
    """A bar covers it, and it is not part of that bar."""
    x, y, wide, high = box
    return any(
        not _is_same_or_inside(bar.selector, selector)
        and min(x + wide, bar.box[0] + bar.box[2]) - max(x, bar.box[0]) > LEAST_COVERED
        and min(y + high, bar.box[1] + bar.box[3]) - max(y, bar.box[1]) > LEAST_COVERED
        for bar in bars(view)
    )


def veils(view: Viewport) -> Iterator[Overlay]:
    """Layers that opened by themselves over much of the window."""
    return (layer for layer in view.overlays if layer.covers >= VEIL)


def is_veiled(selector: str, view: Viewport) -> bool:
    """Such a layer covers it, and it is not part of that layer."""
    return any(not _is_same_or_inside(layer.selector, selector) for layer in veils(view))


def shows_what_is_under(selector: str, view: Viewport) -> bool:
    """It is in a bar without a background, so its background changes as the page scrolls."""
    return any(
        _is_same_or_inside(bar.selector, selector) and bar.background[3] < 1 and not bar.background_image
        for bar in bars(view, sticky=True)
    )


def _is_same_or_inside(outer: str, inner: str) -> bool:
    return inner == outer or inner.startswith(f"{outer} > ")

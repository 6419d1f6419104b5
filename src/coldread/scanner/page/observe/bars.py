"""Bars that stay on the screen while the page moves under them: what they hold is always at hand, and what lies under one, or under a layer over the page, was never seen alone."""

from __future__ import annotations

from collections.abc import Iterator

from coldread.scanner.page.observations import Box, Drawn, Overlay, Viewport

#: a bar is as wide as half of the screen, and no higher than a third of it
LEAST_WIDE, MOST_HIGH = 0.5, 0.34
#: px of a text that must lie under it
LEAST_COVERED = 2
#: of the window: a layer that covers so much hides the page
VEIL = 0.5


def bars(view: Viewport, *, sticky: bool = False) -> Iterator[Drawn]:
    """What is fixed to an edge of the screen at the end of the visit, or sticks to its top when one scrolls."""
    kinds = ("fixed", "sticky") if sticky else ("fixed",)
    for one in view.drawn:
        _, y, width, height = one.box
        on_screen = y < view.height and height > 0
        if (
            one.visible
            and one.position in kinds
            and on_screen
            and width >= LEAST_WIDE * view.width
            and height <= MOST_HIGH * view.height
        ):
            yield one


def is_under_a_bar(selector: str, box: Box, view: Viewport) -> bool:
    """A bar lies over it, and it is no part of that bar."""
    x, y, wide, high = box
    return any(
        not _holds(bar.selector, selector)
        and min(x + wide, bar.box[0] + bar.box[2]) - max(x, bar.box[0]) > LEAST_COVERED
        and min(y + high, bar.box[1] + bar.box[3]) - max(y, bar.box[1]) > LEAST_COVERED
        for bar in bars(view)
    )


def veils(view: Viewport) -> Iterator[Overlay]:
    """Layers that opened by themselves over most of the window."""
    return (layer for layer in view.overlays if layer.covers >= VEIL)


def is_veiled(selector: str, view: Viewport) -> bool:
    """Such a layer lay over it while the page was looked at, and it is no part of that layer."""
    return any(not _holds(layer.selector, selector) for layer in veils(view))


def shows_what_is_under(selector: str, view: Viewport) -> bool:
    """It is in a bar that has no ground of its own: what its words stand on changes as the page moves."""
    return any(
        _holds(bar.selector, selector) and bar.background[3] < 1 and not bar.background_image
        for bar in bars(view, sticky=True)
    )


def _holds(outer: str, inner: str) -> bool:
    return inner == outer or inner.startswith(f"{outer} > ")

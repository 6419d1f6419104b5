"""Whether the page fits the windows in which it was drawn. Pure."""

from __future__ import annotations

from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.observe.head import metas
from coldread.scanner.page.page import Page


def _was_narrow(page: Page) -> bool:
    """A script may have said it on the phone: then nothing there is wider than its window."""
    view = page.seen.mobile
    return view is not None and view.scroll_width <= view.width


def _adapts(content: str) -> bool:
    told = content.lower().replace(" ", "")
    return "width=device-width" in told or "initial-scale" in told


TOLERANCE_PX = 2


#: so little nobody sees: told, not counted; and from so much on words are cut or the page drifts under the thumb
SLIGHT_PX, PLAIN_PX = 8, 20


#: a scroll bar of its own is no fault
DESKTOP_TOLERANCE_PX = 16


def laid_out(view: Viewport) -> int:
    """Where overflow is hidden nothing scrolls, and a phone still makes room for what is too wide: what is fixed to the
    window's edges then stands beyond the screen."""
    return round(max((layer.box[0] + layer.box[2] for layer in view.overlays), default=0.0))


def adapts(page: Page) -> bool:
    """It tells a phone how wide to draw it, in its head or by a script."""
    declared = metas(page.dom, "viewport")
    return any(_adapts(meta.attr("content")) for meta in declared) or (bool(declared) and _was_narrow(page))


def runs_over(page: Page) -> Viewport | None:
    """The window whose edge the page runs over: the phone's first."""
    # without a viewport of its own a phone draws the page as wide as it is and shrinks it: mobile.viewport-missing
    phone = page.seen.mobile if adapts(page) else None
    if phone is not None and (
        phone.scroll_width > phone.width + TOLERANCE_PX or laid_out(phone) > phone.width + SLIGHT_PX
    ):
        return phone
    wide = page.seen.desktop
    return wide if wide is not None and wide.scroll_width > wide.width + DESKTOP_TOLERANCE_PX else None

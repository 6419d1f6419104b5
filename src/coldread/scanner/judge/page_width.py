"""Whether the page fits its windows. Pure."""

from __future__ import annotations

from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.observe.head import metas
from coldread.scanner.page.page import Page


def _fits_the_phone(page: Page) -> bool:
    """Nothing on the phone is wider than its window, so a script may have set the width."""
    view = page.seen.mobile
    return view is not None and view.scroll_width <= view.width


def _says_device_width(content: str) -> bool:
    directives = content.lower().replace(" ", "")
    return "width=device-width" in directives or "initial-scale" in directives


TOLERANCE_PX = 2


#: px: up to the first nobody notices it, so it is INFO; from the second on words are cut or the page slides sideways
SLIGHT_PX, PLAIN_PX = 8, 20


#: px: a scroll bar is no fault
DESKTOP_TOLERANCE_PX = 16


def width_of_layout(view: Viewport) -> int:
    """The width of the layout by its fixed layers. With hidden overflow nothing scrolls, but a phone still widens the
    layout, and layers at the window's edge end beyond the screen."""
    return round(max((layer.box[0] + layer.box[2] for layer in view.overlays), default=0.0))


def adapts_to_phones(page: Page) -> bool:
    """The page sets its width on phones, in its head or by a script."""
    declared = metas(page.dom, "viewport")
    return any(_says_device_width(meta.attr("content")) for meta in declared) or (
        bool(declared) and _fits_the_phone(page)
    )


def window_page_overflows(page: Page) -> Viewport | None:
    """The first window that the page is wider than: the phone, then the desktop."""
    # without a viewport tag a phone shrinks the page to fit: mobile.viewport-missing reports that
    phone = page.seen.mobile if adapts_to_phones(page) else None
    if phone is not None and (
        phone.scroll_width > phone.width + TOLERANCE_PX or width_of_layout(phone) > phone.width + SLIGHT_PX
    ):
        return phone
    wide = page.seen.desktop
    return wide if wide is not None and wide.scroll_width > wide.width + DESKTOP_TOLERANCE_PX else None

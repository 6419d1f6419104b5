"""Logos and menu entries that are painted like buttons. They lead around the site and ask for nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from coldread.base.incoming.addresses import split_fragment
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.text import region_of

if TYPE_CHECKING:
    from coldread.scanner.page.observations import Colour, Drawn

#: so many neighbours with the same paint make a row of entries; one or two may be a pair of buttons
ROW = 2
#: alpha of a fill that counts as paint, and border sides of a frame
FILLED, FRAME = 0.1, 3
_MENU = ("header", "nav")
#: class names of the entry of the page that is open
_CURRENT = frozenset({"active", "current", "selected", "is-active", "current-menu-item", "w--current"})
_NAMED_LOGO = re.compile(r"logo|brand", re.IGNORECASE)
#: the start page, as written in links
_START = re.compile(r"(?:\./|/)?(?:index\.\w{3,5})?|#(?:top|home|hem)?|/#", re.IGNORECASE)


def leads_around(
    action: Action, drawn: dict[str, Drawn], absolute: Callable[[str], str], here: str, /
) -> bool:
    """The link is a logo, the entry of the page that is open, or one of a row of entries with the same paint."""
    link = action.element
    sends = action.form is not None and not action.form.loose
    if link.tag != "a" or sends or action.region not in _MENU:
        return False
    menu = _menu_around(link)
    if _is_logo(link, menu) or _is_current(link, absolute, here):
        return True
    item = drawn.get(link.selector)
    return (
        item is not None
        and sum(_paint(other) == _paint(item) for other in _drawn_links_beside(link, menu, drawn)) >= ROW
    )


def _menu_around(link: Element) -> Element:
    """The outermost part of the page around the link that is header or menu."""
    around = link
    for above in link.ancestors():
        if region_of(above) not in _MENU:
            break
        around = above
    return around


def _is_logo(link: Element, menu: Element) -> bool:
    if not _START.fullmatch(link.attr("href")):
        return False
    first = next((one for one in menu.all("a") if not one.hidden), link)
    return link is first or _NAMED_LOGO.search(f"{link.attr('id')} {link.attr('class')}") is not None


def _is_current(link: Element, absolute: Callable[[str], str], here: str) -> bool:
    if link.attr("aria-current").lower() not in ("", "false"):
        return True
    entry = link.parent if link.parent is not None and link.parent.tag == "li" else link
    if _CURRENT & {name.lower() for one in (link, entry) for name in one.attr("class").split()}:
        return True
    address, fragment = split_fragment(absolute(link.attr("href")))
    return not fragment and bool(link.attr("href")) and leads_here(address, here)


def leads_here(address: str, here: str) -> bool:
    """Whether an address without a fragment is the page's own. A page that an advertisement opened has a query (`utm_…`)
    that its own links lack."""
    own = split_fragment(here)[0]
    return address in (own, own.partition("?")[0])


def _drawn_links_beside(link: Element, menu: Element, drawn: dict[str, Drawn]) -> Iterable[Drawn]:
    items = (drawn.get(one.selector) for one in menu.all("a") if one is not link)
    return (item for item in items if item is not None and item.visible)


def _paint(item: Drawn) -> tuple[Colour | None, bool, bool, str]:
    """What tells one link of a menu from another at a glance."""
    fill = item.fill or (item.background if item.background[3] >= FILLED else None)
    return fill, item.background_image, item.border_sides >= FRAME, item.drawn_by

"""The page's main control: the first button by position, paint and size. Its label plays no part. Pure."""

from __future__ import annotations

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.actions import Action, can_be_seen, is_idle
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.page import Page

#: parts of a page, in the order in which they are searched for the main control
_RANK = {"main": 0, "header": 1, "nav": 2, "footer": 3}
#: alpha of a visible fill, and border sides of a frame
OPAQUE, FRAME = 0.5, 3


@once_per_page
def main_control(page: Page) -> Action | None:
    """The first control of the first screen: main part before header and menu, filled before framed before plain, then by size.

    Without a browser, the first button of the page's main part.
    """
    actions = [action for action in page.actions if action.element.tag != "iframe"]
    view = page.seen.desktop
    if view is None:
        return min(actions, key=lambda action: _RANK[action.region], default=None)
    visible = [
        (action, item)
        for action in actions
        if (item := page.desktop.get(action.selector)) is not None
        and can_be_seen(item)
        and not page.is_over_the_page(action.element)
        and ((item.area or item.box)[1] < view.height or page.was_on_first_screen(action.selector, view))
    ]
    first = min(
        visible, key=lambda pair: (_RANK[pair[0].region], _paint(pair[1]), -_size(pair[1])), default=None
    )
    return first[0] if first is not None else None


@once_per_page
def main_controls(page: Page) -> tuple[Action, ...]:
    """The main control first, then those with the same label or address."""
    main = main_control(page)
    if main is None:
        return ()
    target = page.absolute(main.href) if not is_idle(main.href) else ""
    label = same_label(main.label)
    same = [
        action
        for action in page.actions
        if action is not main
        and (
            (label and same_label(action.label) == label) or (target and page.absolute(action.href) == target)
        )
    ]
    return (main, *same)


def _paint(item: Drawn) -> int:
    if item.background_image or item.background[3] > OPAQUE or item.drawn_by:
        return 0
    return 1 if item.border_sides >= FRAME else 2


def _size(item: Drawn) -> float:
    _, _, wide, high = item.area or item.box
    return wide * high

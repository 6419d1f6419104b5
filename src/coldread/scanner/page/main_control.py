"""The page's main control: the first button by position, paint and size. Its label plays no part. Pure."""

from __future__ import annotations

from coldread.scanner.page.contrast import blend_over, ratio
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.actions import Action, can_be_seen, is_idle
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import Box

#: parts of a page, in the order in which they are searched for the main control
_RANK = {"main": 0, "header": 1, "nav": 2, "footer": 3}
#: alpha of a visible fill, and border sides of a frame
OPAQUE, FRAME = 0.5, 3
#: a fill with a lower ratio to what is behind it is not visible
PALE = 1.1
#: share of the largest one's height from which on a control looks as important
ALIKE = 0.8


@once_per_page
def main_control(page: Page) -> Action | None:
    """The first control of the first screen: main part before header and menu, filled before framed before plain, then the
    largest; of several that look alike, the first as people read.

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
    if not visible:
        return None
    best = min(_region_and_paint_rank(*pair) for pair in visible)
    equals = [pair for pair in visible if _region_and_paint_rank(*pair) == best]
    largest = max(equals, key=lambda pair: _size(pair[1]))[1]
    return _first_in_reading_order([pair for pair in equals if _looks_like(pair[1], largest)])


def _region_and_paint_rank(action: Action, item: Drawn) -> tuple[int, int]:
    """Its part of the page, and its paint; the smallest comes first."""
    return _RANK[action.region], _paint(item)


def _looks_like(item: Drawn, largest: Drawn) -> bool:
    """A control hardly lower than the largest, or its twin in the same row whose words take fewer lines."""
    if _area_or_box(item)[3] >= ALIKE * _area_or_box(largest)[3]:
        return True
    twins = (item.background, item.border_sides, item.font_size) == (
        largest.background,
        largest.border_sides,
        largest.font_size,
    )
    return twins and _share_a_row(item, largest)


def _first_in_reading_order(controls: list[tuple[Action, Drawn]]) -> Action:
    """The leftmost of the uppermost row."""
    top = min((item for _, item in controls), key=lambda item: _area_or_box(item)[1])
    row = [pair for pair in controls if pair[1] is top or _share_a_row(pair[1], top)]
    return min(row, key=lambda pair: _area_or_box(pair[1])[0])[0]


def _share_a_row(one: Drawn, other: Drawn) -> bool:
    """The middle of one is beside the other."""
    (_, top, _, high), (_, its_top, _, its_high) = _area_or_box(one), _area_or_box(other)
    return its_top < top + high / 2 < its_top + its_high or top < its_top + its_high / 2 < top + high


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
    """0 with a fill that can be seen, 1 with a frame, 2 with neither."""
    seen = item.behind is None or ratio(blend_over(item.background, item.behind), item.behind) >= PALE
    if item.background_image or (item.background[3] > OPAQUE and seen) or item.drawn_by:
        return 0
    return 1 if item.border_sides >= FRAME else 2


def _area_or_box(item: Drawn) -> Box:
    return item.area or item.box


def _size(item: Drawn) -> float:
    _, _, wide, high = _area_or_box(item)
    return wide * high

"""A long page that ends without asking."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.bars import stays_on_screen
from coldread.scanner.page.page import Page

LONG_SCREENS, FAR_SCREENS = 3, 2

META = Meta(
    id="cta.not-repeated",
    measured=False,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="A long page asks again at the end",
        failure="The last button for the goal is {screens} screens above the end",
        why="People who read to the end are your most interested visitors, and they should not have to scroll back.",
        fix="Repeat the call to action after the last section.",
    ),
    sv=Text(
        title="En lång sida frågar igen i slutet",
        failure="Sista knappen för målet ligger {screens} skärmar ovanför slutet",
        why="De som läser ända till slutet är era mest intresserade besökare, och de ska inte behöva scrolla tillbaka.",
        fix="Upprepa knappen efter sista avsnittet.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.desktop
    steps = _steps(page)
    drawn = [item for one in steps if (item := page.desktop.get(one)) and _takes_room(item)]
    if view is None or not drawn or view.scroll_height <= LONG_SCREENS * view.height:
        return NotApplicable("short-page")
    if any(stays_on_screen(view, one) for one in steps):
        return None
    last = max(drawn, key=lambda item: item.box[1])
    left = (view.scroll_height - last.box[1] - last.box[3]) / view.height
    if left <= FAR_SCREENS:
        return None
    proof = [evidence.of_drawn(page, last, "desktop", value=round(left, 1), threshold=FAR_SCREENS)]
    return found(META, page.brief, Severity.P2, proof, screens=round(left, 1))


def _takes_room(item: Drawn) -> bool:
    """What fades in while one scrolls is seen by then."""
    return item.visible or min(item.box[2:]) >= LEAST_BOX


#: px of something that is drawn at all
LEAST_BOX = 2


def _steps(page: Page) -> list[str]:
    """What serves the goal, and plain links that lead to the same place: they are the step again."""
    places = [call.selector for call in page.calls]
    leads = {_target(page, selector) for selector in places} - {""}
    return places + [link.selector for link in page.dom.shown("a") if _target(page, link.selector) in leads]


def _target(page: Page, selector: str) -> str:
    element = page.dom.by_selector.get(selector)
    href = element.attr("href") if element is not None and element.tag == "a" else ""
    return page.absolute(href) if href and not href.startswith("#") else ""

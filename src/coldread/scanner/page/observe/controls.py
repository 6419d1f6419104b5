"""Controls in frames and shadow roots, and controls that serve the site instead of the goal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.page.observe.actions import MAX_LABEL_WORDS, Action, is_page_control
from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.phrases import phrases, words

if TYPE_CHECKING:
    from coldread.scanner.page.observations import Drawn, Viewport

#: a layer with more words is a part of the page that mentions cookies, not a consent dialog
MAX_CONSENT_WORDS = 160
#: px²: largest button of a chat
MAX_CHAT_AREA = 40_000.0


def framed_actions(dom: Dom, drawn: dict[str, Drawn], goal: PrimaryGoal) -> list[Action]:
    """Embedded frames of a calendar or checkout that serves the goal, as actions."""
    found = []
    for frame in dom.shown("iframe"):
        address = frame.attr("src") or frame.attr("data-src")
        box = drawn.get(frame.selector)
        if not any(on_hosts(address, service) for service in goal_row(goal).services):
            continue
        if box is None or (box.visible and box.box[2] >= 200 and box.box[3] >= 150):
            found.append(
                Action(
                    element=frame,
                    label=frame.attr("title") or frame.attr("aria-label"),
                    href=address,
                    region=region_of(frame),
                )
            )
    return found


def shadow_root_actions(dom: Dom, views: tuple[Viewport, ...]) -> list[Action]:
    """Controls in open shadow roots, as actions of their host."""
    found: dict[tuple[str, str], Action] = {}
    for view in views:
        for control in view.inner:
            host = dom.by_selector.get(control.selector)
            is_button = control.tag == "button" or (
                control.tag == "input" and control.kind in ("submit", "button", "image")
            )
            if host is None or not (is_button or (control.tag != "input" and control.dressed)):
                continue
            if not 0 < len(words(control.label)) <= MAX_LABEL_WORDS:
                continue
            action = Action(element=host, label=control.label, href=control.href, region=region_of(host))
            if not is_page_control(action):
                found.setdefault((control.selector, control.label), action)
    return list(found.values())


@dataclass(frozen=True, kw_only=True)
class Floating:
    """Selectors of elements that stay on screen or cover the page."""

    layers: frozenset[str]
    fixed: frozenset[str]

    @staticmethod
    def over(views: tuple[Viewport, ...]) -> Floating:
        drawn = [item for view in views for item in view.drawn]
        overlays = {layer.selector for view in views for layer in view.overlays}
        return Floating(
            layers=frozenset(
                {item.selector for item in drawn if item.position in ("fixed", "sticky")} | overlays
            ),
            fixed=frozenset(item.selector for item in drawn if item.position == "fixed")
            | frozenset(overlays),
        )


def serves_the_site(action: Action, floating: Floating, drawn: dict[str, Drawn]) -> bool:
    """The control is for consent, chat or leaving the page, so it is no call to action, whatever its label."""
    return is_for_consent_or_chat(action, floating, drawn) or (
        _floats(action, floating) and _is_about_the_page(action.label)
    )


def is_for_consent_or_chat(action: Action, floating: Floating, drawn: dict[str, Drawn]) -> bool:
    around = (action.element, *action.element.ancestors())
    layers = (place for place in around if place.selector in floating.layers or _is_dialog(place))
    return any(map(_asks_consent, layers)) or (_floats(action, floating) and _is_chat(action, drawn))


def _floats(action: Action, floating: Floating) -> bool:
    return any(place.selector in floating.fixed for place in (action.element, *action.element.ancestors()))


def _is_dialog(place: Element) -> bool:
    return place.tag == "dialog" or place.attr("role").lower() in ("dialog", "alertdialog")


def _asks_consent(place: Element) -> bool:
    if place.tag in ("html", "body", "main", "header", "nav") or place.all("h1", "main"):
        return False
    text = place.text
    return len(words(text)) <= MAX_CONSENT_WORDS and bool(phrases("consent.phrases").search(text))


#: labels about the page itself: "Lämna sidan", "Leave this site", "Quick exit", "Back to top"
_ABOUT_THE_PAGE = re.compile(
    r"^\w+(?:\s\w+)?\s(?:(?:this|the|den här)\s)?(?:page|site|website|sidan|webbplatsen|sajten)$"
    r"|^(?:quick|emergency|safe)\s?(?:exit|escape)$|^(?:exit|escape)(?:\s(?:now|fast|quickly))?$|^(?:snabb|nöd)utgång(?:en)?$"
    r"|^(?:back )?to (?:the )?top$|^(?:tillbaka )?(?:till|upp till) toppen$",
    re.IGNORECASE,
)


def _is_about_the_page(label: str) -> bool:
    """The label is about leaving, hiding, printing or scrolling the page, which is no goal of it."""
    return _ABOUT_THE_PAGE.match(label.strip(" .!‹›«»←→↑✕×")) is not None


def _is_chat(action: Action, drawn: dict[str, Drawn]) -> bool:
    box = drawn.get(action.selector)
    small = box is None or box.box[2] * box.box[3] <= MAX_CHAT_AREA
    return small and bool(phrases("labels.chat").search(action.label))

"""Controls that no element of the document draws by its own box, and those that serve the site instead of the visitor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.page.observe.actions import MAX_LABEL_WORDS, Action, is_page_control
from coldread.scanner.page.observe.dom import Dom, Element
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.phrases import phrases, words

if TYPE_CHECKING:
    from coldread.scanner.page.observations import Drawn, Viewport

#: a layer with more words than this is a part of the page that mentions cookies, not a question about them
MAX_CONSENT_WORDS = 160
#: a chat's button is small and stays where it is
MAX_CHAT_AREA = 40_000.0


def framed(dom: Dom, drawn: dict[str, Drawn], goal: PrimaryGoal) -> list[Action]:
    """A calendar or a checkout that stands in the page as a frame: pressing happens in there."""
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


def inner(dom: Dom, views: tuple[Viewport, ...]) -> list[Action]:
    """Controls in open shadow roots: their host stands for them."""
    found: dict[tuple[str, str], Action] = {}
    for view in views:
        for one in view.inner:
            host = dom.by_selector.get(one.selector)
            is_button = one.tag == "button" or (
                one.tag == "input" and one.kind in ("submit", "button", "image")
            )
            if host is None or not (is_button or (one.tag != "input" and one.dressed)):
                continue
            if not 0 < len(words(one.label)) <= MAX_LABEL_WORDS:
                continue
            action = Action(element=host, label=one.label, href=one.href, region=region_of(host))
            if not is_page_control(action):
                found.setdefault((one.selector, one.label), action)
    return list(found.values())


@dataclass(frozen=True, kw_only=True)
class Floating:
    """What stays in the window while the page moves, or lies on it."""

    layers: frozenset[str]
    fixed: frozenset[str]

    @staticmethod
    def over(views: tuple[Viewport, ...]) -> Floating:
        drawn = [one for view in views for one in view.drawn]
        lying = {layer.selector for view in views for layer in view.overlays}
        return Floating(
            layers=frozenset({one.selector for one in drawn if one.position in ("fixed", "sticky")} | lying),
            fixed=frozenset(one.selector for one in drawn if one.position == "fixed") | frozenset(lying),
        )


def serves_the_site(action: Action, floating: Floating, drawn: dict[str, Drawn]) -> bool:
    """Consent, cookies, chat, a way out of the page: never a call to action, whatever the button says."""
    around = (action.element, *action.element.ancestors())
    if any(
        _asks_consent(place) for place in around if place.selector in floating.layers or _is_dialog(place)
    ):
        return True
    floats = any(place.selector in floating.fixed for place in around)
    return floats and (_is_chat(action, drawn) or _is_about_the_page(action.label))


def _is_dialog(place: Element) -> bool:
    return place.tag == "dialog" or place.attr("role").lower() in ("dialog", "alertdialog")


def _asks_consent(place: Element) -> bool:
    if place.tag in ("html", "body", "main", "header", "nav") or place.all("h1", "main"):
        return False
    said = place.text
    return len(words(said)) <= MAX_CONSENT_WORDS and bool(phrases("consent.phrases").search(said))


#: "Lämna sidan", "Leave this site", "Quick exit", "Back to top": what is done to the page itself
_ABOUT_THE_PAGE = re.compile(
    r"^\w+(?:\s\w+)?\s(?:(?:this|the|den här)\s)?(?:page|site|website|sidan|webbplatsen|sajten)$"
    r"|^(?:quick|emergency|safe)\s?(?:exit|escape)$|^(?:exit|escape)(?:\s(?:now|fast|quickly))?$|^(?:snabb|nöd)utgång(?:en)?$"
    r"|^(?:back )?to (?:the )?top$|^(?:tillbaka )?(?:till|upp till) toppen$",
    re.IGNORECASE,
)


def _is_about_the_page(label: str) -> bool:
    """Whoever leaves, hides, prints or climbs a page by a button that always floats there has reached no goal of it."""
    return _ABOUT_THE_PAGE.match(label.strip(" .!‹›«»←→↑✕×")) is not None


def _is_chat(action: Action, drawn: dict[str, Drawn]) -> bool:
    box = drawn.get(action.selector)
    small = box is None or box.box[2] * box.box[3] <= MAX_CHAT_AREA
    return small and bool(phrases("labels.chat").search(action.label))
